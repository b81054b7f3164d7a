/** A mistake of the user's, or a refusal: one sentence for people, never a stack. */
export class PlainError extends Error {
    constructor(message: string) {
        super(message);
        this.name = new.target.name;
    }
}

/** A setting is missing or wrong; the sentence names it. */
export class SettingsError extends PlainError {}

/** What the state speaks of is not where this run looks for it. */
export class WrongOrganizationError extends PlainError {}

/** An object stands in the way of a declaration, or the other way round. */
export class TakenError extends PlainError {}

/** What should be there is not. */
export class MissingError extends PlainError {}

/** An object exists but is not all that its declaration says; the next `up` goes on from here. */
export class HalfMadeError extends PlainError {
    constructor(
        message: string,
        readonly id: string,
        readonly outputs: Readonly<Record<string, unknown>>,
    ) {
        super(message);
    }
}
