/** Values of a program's text, in any language. Each language has functions that format them. */

/** A value of a program's text. The names in it are in camelCase. */
export type Expression = string | number | boolean | null | NameReference | readonly Expression[] | ExpressionMembers;

export interface ExpressionMembers {
    readonly [name: string]: Expression;
}

/** A reference to a name in the program. */
export class NameReference {
    constructor(
        /** Names with periods between them, such as `platformOwner.id`. */
        readonly text: string,
        /** Imports that the text needs. */
        readonly needs: readonly NeededName[] = [],
    ) {}
}

/** A call of a named function in the program. */
export class CallExpression extends NameReference {
    constructor(
        readonly called: string,
        readonly given: readonly Expression[],
        needs: readonly NeededName[],
    ) {
        super(
            `${called}(${given.map((one) => (one instanceof NameReference ? one.text : JSON.stringify(one))).join(", ")})`,
            needs,
        );
    }
}

/** An imported name. */
export interface NeededName {
    readonly name: string;
    /** Path of the file that exports it, relative to the folder of the program and without an extension. */
    readonly file: string;
}

/** The indent of one level. */
export const STEP = "    ";

/**
 * Returns the width of a text in columns, as formatters count it: East Asian characters and emoji take two columns, combining marks none.
 */
export function widthOf(text: string): number {
    // Fast path: nearly all texts are ASCII.
    if (/^[\x20-\x7e]*$/.test(text)) return text.length;
    return Array.from(text).reduce((sum, one) => sum + (NONE.test(one) ? 0 : DOUBLE.test(one) ? 2 : 1), 0);
}

/** Returns the names from other files that an expression needs. */
export function needsOf(expression: Expression): NeededName[] {
    if (expression instanceof NameReference) return [...expression.needs];
    if (typeof expression !== "object" || expression === null) return [];
    return Object.values(expression).flatMap(needsOf);
}

/** Formats a text as a string literal, which TypeScript and Python read alike. */
export function quote(text: string): string {
    const quoted = JSON.stringify(text).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
    // Uses the quotes that need fewer escapes, as formatters do.
    const doubles = text.split('"').length;
    const singles = text.split("'").length;
    return doubles > singles ? `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : quoted;
}

export function isExpressionList(
    expression: readonly Expression[] | ExpressionMembers,
): expression is readonly Expression[] {
    return Array.isArray(expression);
}

const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;
const DOUBLE =
    /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
