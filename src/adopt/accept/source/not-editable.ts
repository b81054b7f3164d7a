import type * as TypeScript from "typescript";

/** Thrown for a value that cannot be edited, with the expression that sets the value. */
export class NotEditable extends Error {
    override readonly name = "NotEditable";

    constructor(
        message: string,
        /** The expression that sets the value; undefined if it is unknown. */
        readonly node?: TypeScript.Node,
    ) {
        super(message);
    }
}
