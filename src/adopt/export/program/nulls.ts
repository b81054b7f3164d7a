import { type FieldSchema, insideOf, nullStandIn } from "../../../kernel.js";
import { type Expression, isExpressionList, NameReference } from "./expression.js";

/** Replaces null by what stands for it in the languages of the plugin, because Pulumi drops null from them. */
export function withoutNulls(expression: Expression, schema: FieldSchema): Expression {
    if (expression === null) return schema?.safeParse(null).success ? (nullStandIn(schema) ?? null) : null;
    if (expression instanceof NameReference || typeof expression !== "object") return expression;
    const { shape, element } = insideOf(schema);
    if (isExpressionList(expression)) return expression.map((one) => withoutNulls(one, element));
    return Object.fromEntries(
        Object.entries(expression).map(([name, value]) => [name, withoutNulls(value, shape?.[name])]),
    );
}
