/** Formats values as TypeScript, in the style of Prettier. */
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
export const WIDTH = 100;
/** Maximum length of a property name whose value always stays on the same line. */
const SHORT = 6;

/** Returns the text of an expression that starts after `before` characters of a line with this indent. */
export function expressionText(expression: Expression, indent = "", before = 0): string {
    const flat = flatOf(expression);
    // One more character for the comma or semicolon.
    if (indent.length + before + widthOf(flat) + 1 <= WIDTH && !flat.includes("\n")) return flat;
    const inner = indent + STEP;
    if (expression instanceof CallExpression) {
        return `${expression.called}(\n${expression.given.map((one) => `${inner}${expressionText(one, inner)},\n`).join("")}${indent})`;
    }
    if (expression instanceof NameReference || typeof expression !== "object" || expression === null) return flat;
    if (isExpressionList(expression)) {
        if (expression.length === 0) return "[]";
        const items = expression.map((item) => `${inner}${expressionText(item, inner)},\n`);
        return `[\n${items.join("")}${indent}]`;
    }
    return membersText(expression, indent);
}

/** Returns the text of an object with each member on a separate line. */
export function membersText(members: ExpressionMembers, indent = ""): string {
    const inner = indent + STEP;
    const lines = Object.entries(members).map(([name, value]) => {
        const key = keyText(name);
        if (value instanceof NameReference && value.text === name) return `${inner}${name},\n`;
        return `${inner}${key}:${propertyText(value, inner, widthOf(key) + 2)},\n`;
    });
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

/** Returns the text of a value after a colon. A value that is too long and cannot be broken starts on the next line. */
function propertyText(value: Expression, indent: string, before: number): string {
    const isWhole = typeof value === "string" || (value instanceof NameReference && !(value instanceof CallExpression));
    const text = expressionText(value, indent, before);
    // After a short name, a line break would not save enough space.
    const isWorthIt = before - 2 > SHORT;
    const isTooLong = isWhole && isWorthIt && indent.length + before + widthOf(text) + 1 > WIDTH;
    return isTooLong ? `\n${indent}${STEP}${text}` : ` ${text}`;
}

function flatOf(expression: Expression): string {
    if (expression instanceof CallExpression) return `${expression.called}(${expression.given.map(flatOf).join(", ")})`;
    if (expression instanceof NameReference) return expression.text;
    if (typeof expression === "string") return quote(expression);
    if (typeof expression !== "object" || expression === null) return String(expression);
    if (isExpressionList(expression)) return `[${expression.map(flatOf).join(", ")}]`;
    const members = Object.entries(expression).map(([name, value]) =>
        value instanceof NameReference && value.text === name ? name : `${keyText(name)}: ${flatOf(value)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function keyText(name: string): string {
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quote(name);
}
