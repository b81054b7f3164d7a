/** Formats values as TypeScript, in the style of Prettier. */

/** A value of a program's text. */
export type Expression = string | number | boolean | null | NameReference | readonly Expression[] | SourceMembers;

export interface SourceMembers {
    readonly [name: string]: Expression;
}

/** A reference to a name in the program. */
export class NameReference {
    constructor(
        /** Source text, such as `platformOwner.id`. */
        readonly text: string,
        /** Imports that the text needs. */
        readonly needs: readonly Need[] = [],
    ) {}
}

/** A call of a named function in the program. */
export class CallExpression extends NameReference {
    constructor(
        readonly called: string,
        readonly given: readonly Expression[],
        needs: readonly Need[],
    ) {
        super(`${called}(${given.map(flatOf).join(", ")})`, needs);
    }
}

/** An imported name. */
export interface Need {
    readonly name: string;
    /** Path of the file that exports it, relative to the folder of the program and without an extension. */
    readonly file: string;
}

/** Maximum number of characters of a line. */
export const WIDTH = 100;
/** The indent of one level. */
export const STEP = "    ";
/** Maximum length of a property name whose value always stays on the same line. */
const SHORT = 6;

/**
 * Returns the width of a text in columns, as formatters count it: East Asian characters and emoji take two columns, combining marks none.
 */
export function widthOf(text: string): number {
    // Fast path: nearly all texts are ASCII.
    if (/^[\x20-\x7e]*$/.test(text)) return text.length;
    return Array.from(text).reduce((sum, one) => sum + (NONE.test(one) ? 0 : DOUBLE.test(one) ? 2 : 1), 0);
}

const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;
const DOUBLE =
    /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

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
    if (isList(expression)) {
        if (expression.length === 0) return "[]";
        const items = expression.map((item) => `${inner}${expressionText(item, inner)},\n`);
        return `[\n${items.join("")}${indent}]`;
    }
    return membersText(expression, indent);
}

/** Returns the text of an object with each member on a separate line. */
export function membersText(members: SourceMembers, indent = ""): string {
    const inner = indent + STEP;
    const lines = Object.entries(members).map(([name, value]) => {
        const key = keyText(name);
        if (value instanceof NameReference && value.text === name) return `${inner}${name},\n`;
        return `${inner}${key}:${propertyText(value, inner, widthOf(key) + 2)},\n`;
    });
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

/** Returns the names from other files that an expression needs. */
export function needsOf(expression: Expression): Need[] {
    if (expression instanceof NameReference) return [...expression.needs];
    if (typeof expression !== "object" || expression === null) return [];
    return Object.values(expression).flatMap(needsOf);
}

/** Formats a text as a string literal. */
export function quote(text: string): string {
    const quoted = JSON.stringify(text).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
    // Uses the quotes that need fewer escapes, as formatters do.
    const doubles = text.split('"').length;
    const singles = text.split("'").length;
    return doubles > singles ? `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : quoted;
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
    if (expression instanceof NameReference) return expression.text;
    if (typeof expression === "string") return quote(expression);
    if (typeof expression !== "object" || expression === null) return String(expression);
    if (isList(expression)) return `[${expression.map(flatOf).join(", ")}]`;
    const members = Object.entries(expression).map(([name, value]) =>
        value instanceof NameReference && value.text === name ? name : `${keyText(name)}: ${flatOf(value)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function keyText(name: string): string {
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quote(name);
}

function isList(expression: readonly Expression[] | SourceMembers): expression is readonly Expression[] {
    return Array.isArray(expression);
}
