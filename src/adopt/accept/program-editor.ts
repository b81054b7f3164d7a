import type { Drifted, DriftedProperty } from "./drift.js";

/** A file of the program, before and after the edits. */
export interface ChangedFile {
    readonly path: string;
    readonly before: string;
    readonly after: string;
}

/** The result of trying to edit one value. */
export interface EditAttempt {
    /** Why the value cannot be edited; undefined if it was edited. */
    readonly because?: string;
    /** Location in the program, such as `teams.ts:12`; undefined if unknown. */
    readonly place?: string;
    /** Whether the property, or a part of it, is no longer declared, because a program cannot declare that it has no value. */
    readonly isReleased?: boolean;
    /** The expression that sets a value that cannot be edited. */
    readonly expression?: string;
}

/** Collects edits of the text of a program, in one language. Does not write them. */
export interface ProgramEditor {
    /**
     * Edits one value, or explains why it cannot.
     * @param change undefined if the object was deleted, so its declaration is removed
     * @param objection reason not to edit the value
     */
    attempt(of: Drifted, change: DriftedProperty | undefined, objection: string | undefined): EditAttempt;
    /** Returns the files that the edits change. */
    changedFiles(): ChangedFile[];
}

/** Maximum number of characters of an expression; longer ones are shortened. */
const LONGEST_EXPRESSION = 80;

/** Returns an expression of a program on one line, shortened if necessary. */
export function shownExpression(source: string): string {
    const text = source.trim().replaceAll(/\s+/g, " ");
    return text.length <= LONGEST_EXPRESSION ? text : `${text.slice(0, LONGEST_EXPRESSION - 1)}…`;
}
