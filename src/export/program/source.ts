/** Values as TypeScript, laid out as Prettier would. */

/** A value of a program's text. */
export type Expression = string | number | boolean | null | Reference | readonly Expression[] | Members;

export interface Members {
    readonly [name: string]: Expression;
}

/** Something that has a name in the program. */
export class Reference {
    constructor(
        /** As it is written, such as `platformOwner.id`. */
        readonly text: string,
        /** What of other files it needs. */
        readonly needs: readonly Need[] = [],
    ) {}
}

/** A call of a function that has a name in the program. */
export class Call extends Reference {
    constructor(
        readonly called: string,
        readonly given: readonly Expression[],
        needs: readonly Need[],
    ) {
        super(`${called}(${given.map(flatOf).join(", ")})`, needs);
    }
}

/** A name that a file takes from another one. */
export interface Need {
    readonly name: string;
    /** The file without its extension, from the folder of the program. */
    readonly file: string;
}

/** Characters of a line. */
export const WIDTH = 100;
/** The indent of one level. */
export const STEP = "    ";

/** The text of an expression that begins behind `before` characters of a line with this indent. */
export function textOf(expression: Expression, indent = "", before = 0): string {
    const flat = flatOf(expression);
    // One character more for the comma or the semicolon behind it.
    if (indent.length + before + flat.length + 1 <= WIDTH && !flat.includes("\n")) return flat;
    const inner = indent + STEP;
    if (expression instanceof Call) {
        return `${expression.called}(\n${expression.given.map((one) => `${inner}${textOf(one, inner)},\n`).join("")}${indent})`;
    }
    if (expression instanceof Reference || typeof expression !== "object" || expression === null) return flat;
    if (isList(expression)) {
        if (expression.length === 0) return "[]";
        const items = expression.map((item) => `${inner}${textOf(item, inner)},\n`);
        return `[\n${items.join("")}${indent}]`;
    }
    return membersText(expression, indent);
}

/** The text of an object with each member on a line of its own. */
export function membersText(members: Members, indent = ""): string {
    const inner = indent + STEP;
    const lines = Object.entries(members).map(([name, value]) => {
        const key = keyText(name);
        if (value instanceof Reference && value.text === name) return `${inner}${name},\n`;
        return `${inner}${key}:${valueText(value, inner, key.length + 2)},\n`;
    });
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

/** What an expression needs of other files. */
export function needsOf(expression: Expression): Need[] {
    if (expression instanceof Reference) return [...expression.needs];
    if (typeof expression !== "object" || expression === null) return [];
    return Object.values(expression).flatMap(needsOf);
}

/** A text as a string of the program. */
export function quote(text: string): string {
    const quoted = JSON.stringify(text).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
    // As formatters have it: the quotes that need fewer escapes.
    const doubles = text.split('"').length;
    const singles = text.split("'").length;
    return doubles > singles ? `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : quoted;
}

/** The text of a value behind a colon: what cannot be broken goes on the next line if it is too long for this one. */
function valueText(value: Expression, indent: string, before: number): string {
    const isWhole = typeof value === "string" || (value instanceof Reference && !(value instanceof Call));
    const text = textOf(value, indent, before);
    const isTooLong = isWhole && indent.length + before + text.length + 1 > WIDTH;
    return isTooLong ? `\n${indent}${STEP}${text}` : ` ${text}`;
}

function flatOf(expression: Expression): string {
    if (expression instanceof Reference) return expression.text;
    if (typeof expression === "string") return quote(expression);
    if (typeof expression !== "object" || expression === null) return String(expression);
    if (isList(expression)) return `[${expression.map(flatOf).join(", ")}]`;
    const members = Object.entries(expression).map(([name, value]) =>
        value instanceof Reference && value.text === name ? name : `${keyText(name)}: ${flatOf(value)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function keyText(name: string): string {
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quote(name);
}

function isList(expression: readonly Expression[] | Members): expression is readonly Expression[] {
    return Array.isArray(expression);
}
