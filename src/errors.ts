/** A mistake of the user's, or a refusal: one sentence for people, never a stack. */
export class PlainError extends Error {
    constructor(message: string) {
        super(message);
        this.name = new.target.name;
    }
}

/** A command was given what it cannot use. Its sentence says what to give instead. */
export class UsageError extends PlainError {
    constructor(
        message: string,
        /** What there is to choose from, a line each; said below the sentence. */
        readonly choices: readonly string[] = [],
    ) {
        super(message);
    }
}

/** A program gives an argument that nothing takes; the sentence names it. */
export class ArgumentError extends PlainError {}

/** A setting is missing or wrong; the sentence names it. */
export class SettingsError extends PlainError {}

/** What the state speaks of is not where this run looks for it. */
export class WrongOrganizationError extends PlainError {}

/** Two declarations of one thing, or an existing object that a declaration does not take over. */
export class ConflictError extends PlainError {}

/** What should be there is not. */
export class MissingError extends PlainError {}

/** The service says that something is there and that it is not. */
export class ContradictionError extends PlainError {}

/** An object that is not all that its declaration says, or of which nobody knows whether it was made. The next run goes on from here. */
export class UnfinishedError extends PlainError {
    constructor(
        message: string,
        readonly id: string,
        readonly outputs: Readonly<Record<string, unknown>>,
    ) {
        super(message);
    }
}
