/** Formats values as Python, in the style of Black, and names as Pulumi's SDKs for Python do. */
import { enumTypeOf, type FieldSchema, insideOf } from "../../../kernel.js";
import {
    CallExpression,
    type Expression,
    type ExpressionMembers,
    isExpressionList,
    NameReference,
    quote,
    STEP,
    widthOf,
} from "./expression.js";

/** Maximum number of characters of a line. */
export const PYTHON_WIDTH = 88;

/** A call with positional arguments, and named ones in snake_case. */
export interface PythonCall {
    readonly called: string;
    /** Source text of the positional arguments. */
    readonly given?: readonly string[];
    readonly named: ExpressionMembers;
    /** Text after the closing parenthesis. */
    readonly after?: string;
}

/** Returns the text of a call that starts after `before` characters of a line with this indent. */
export function pythonCallText({ called, given = [], named, after = "" }: PythonCall, indent = "", before = 0): string {
    const flat = [...given, ...Object.entries(named).map(([name, value]) => `${name}=${flatText(value)}`)].join(", ");
    const whole = `${called}(${flat})${after}`;
    if (indent.length + before + widthOf(whole) <= PYTHON_WIDTH) return whole;
    const inner = indent + STEP;
    const lines = [
        ...given,
        ...Object.entries(named).map(([name, value]) => `${name}=${pythonExpression(value, inner, name.length + 1)}`),
    ];
    return `${called}(\n${lines.map((line) => `${inner}${line},\n`).join("")}${indent})${after}`;
}

/** Returns the text of an expression from `pythonValue` that starts after `before` characters of a line with this indent. */
export function pythonExpression(expression: Expression, indent = "", before = 0): string {
    const flat = flatText(expression);
    // One more character for the comma.
    if (indent.length + before + widthOf(flat) + 1 <= PYTHON_WIDTH) return flat;
    const inner = indent + STEP;
    const broken = (open: string, items: readonly string[], close: string): string =>
        `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
    if (expression instanceof CallExpression)
        return broken(
            `${expression.called}(`,
            expression.given.map((one) => pythonExpression(one, inner)),
            ")",
        );
    if (expression instanceof NameReference || typeof expression !== "object" || expression === null) return flat;
    if (isExpressionList(expression)) {
        const items = expression.map((one) => pythonExpression(one, inner));
        return items.length === 0 ? flat : broken("[", items, "]");
    }
    const members = Object.entries(expression).map(([name, value]) => {
        const key = `${quote(name)}: `;
        return key + pythonExpression(value, inner, widthOf(key));
    });
    return members.length === 0 ? flat : broken("{", members, "}");
}

/** Returns a value with the names that it has in Python: snake_case, and members of enums. Keys that are not names of fields stay as they are. */
export function pythonValue(expression: Expression, schema?: FieldSchema): Expression {
    if (expression instanceof CallExpression) {
        const given = expression.given.map((one) => pythonValue(one));
        return new CallExpression(pythonName(expression.called), given, expression.needs);
    }
    if (expression instanceof NameReference) return new NameReference(pythonName(expression.text), expression.needs);
    if (typeof expression === "string") return enumValue(expression, schema) ?? expression;
    if (typeof expression !== "object" || expression === null) return expression;
    const { shape, element } = insideOf(schema);
    if (isExpressionList(expression)) return expression.map((one) => pythonValue(one, element));
    return Object.fromEntries(
        Object.entries(expression).map(([name, value]) => [
            shape ? pythonName(name) : name,
            pythonValue(value, shape?.[name]),
        ]),
    );
}

/**
 * Converts camelCase to snake_case by the rule of Pulumi's SDKs, and appends an underscore to reserved words. If there are periods, converts
 * each part.
 */
export function pythonName(text: string): string {
    return text
        .split(".")
        .map((name) => {
            const words = name
                .replace(/([^\p{Lu}_])(\p{Lu})/gu, "$1_$2")
                // An acronym ends before the first letter of a word. Digits and the letter s belong to the acronym.
                .replace(/(\p{Lu})(\p{Lu})(?=[^\p{Lu}\p{Nd}s_])/gu, "$1_$2")
                .toLowerCase();
            return RESERVED.has(words) ? `${words}_` : words;
        })
        .join(".");
}

/** Returns the name that Pulumi derives for the member of an enum. `GLOBAL` becomes `GLOBAL_`, because its lower case is reserved. */
export function pythonEnumMember(value: string): string {
    const name = value.toUpperCase().replace(/_(?=\d)/g, "");
    return RESERVED.has(name.toLowerCase()) ? `${name}_` : name;
}

/** Returns the member of an enum for a text, or undefined. */
function enumValue(text: string, schema: FieldSchema): NameReference | undefined {
    const type = schema && enumTypeOf(schema);
    if (!type?.values.includes(text)) return undefined;
    return new NameReference(`access.${type.name}.${pythonEnumMember(text)}`);
}

/** The words to which Pulumi's SDKs append an underscore. */
const RESERVED = new Set(
    "and as assert async await break class continue def del elif else except exec finally for from global if import in is lambda nonlocal not or pass print raise return try while with yield".split(
        " ",
    ),
);

function flatText(expression: Expression): string {
    if (expression instanceof CallExpression)
        return `${expression.called}(${expression.given.map(flatText).join(", ")})`;
    if (expression instanceof NameReference) return expression.text;
    if (typeof expression === "string") return quote(expression);
    if (typeof expression === "boolean") return expression ? "True" : "False";
    if (expression === null) return "None";
    if (typeof expression === "number") return String(expression);
    if (isExpressionList(expression)) return `[${expression.map(flatText).join(", ")}]`;
    const members = Object.entries(expression).map(([name, value]) => `${quote(name)}: ${flatText(value)}`);
    return `{${members.join(", ")}}`;
}
