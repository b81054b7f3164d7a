import { isObject } from "../../../common/properties.js";
import { type FieldSchema, holdsSecret, insideOf, partsGiven, referredBy } from "../../../kernel.js";
import type { Expression } from "../../export/program/expression.js";

/** How a language writes single values. */
export interface ExpressionParts {
    /** Returns a reference to the id of an object; undefined if only the id itself can be used. */
    readonly reference: (kind: string, id: string) => Expression | undefined;
    readonly text: (text: string) => Expression;
    /** Returns what stands for no value. */
    readonly none: (schema: FieldSchema) => Expression;
}

/** Returns the part of a live value that a program declares; undefined if it has a secret, which the service does not return. */
export function declaredPart(value: unknown, schema: FieldSchema): { readonly part: unknown } | undefined {
    const part = partsGiven(schema, value);
    return holdsSecret(part) ? undefined : { part };
}

/** Returns a declared value as an expression, with references instead of ids where possible. */
export function valueExpression(value: unknown, schema: FieldSchema, parts: ExpressionParts): Expression {
    const { element, shape } = insideOf(schema);
    if (typeof value === "string") {
        const kind = referredBy(schema);
        return (kind === undefined ? undefined : parts.reference(kind, value)) ?? parts.text(value);
    }
    if (Array.isArray(value)) return value.map((one) => valueExpression(one, element, parts));
    if (isObject(value))
        return Object.fromEntries(
            Object.entries(value).map(([name, one]) => [name, valueExpression(one, shape?.[name], parts)]),
        );
    return typeof value === "number" || typeof value === "boolean" ? value : parts.none(schema);
}
