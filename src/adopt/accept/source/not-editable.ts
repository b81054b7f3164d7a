import type * as TypeScript from "typescript";

/** A value that cannot be edited, and the expression that decides it. */
export class NotEditable extends Error {
    override readonly name = "NotEditable";

    constructor(
        message: string,
        /** The expression that decides the value; undefined if no line of the program is known. */
        readonly node?: TypeScript.Node,
    ) {
        super(message);
    }
}
