/** A command was given what it cannot use. Its message is one sentence that says what to give instead. */
export class UsageError extends Error {
    override readonly name = "UsageError";
}
