/**
 * An error that the user can understand and resolve. Only its message is shown, without a stack trace. Each class has an entry of the same
 * name in docs/errors.md.
 */
export abstract class PlainError extends Error {
    constructor(message: string) {
        super(message);
        this.name = new.target.name;
    }
}

/** Returns the message of an error, followed by the command that prints the entry of its class in docs/errors.md. */
export function withHelp({ name, message }: Error): string {
    const help = `Help: ${helpFor(name)}`;
    if (message.endsWith(help)) return message;
    return message === "" ? help : `${message.replace(/(?<![.:!?])$/, ".")} ${help}`;
}

/** Returns the command that prints the docs/errors.md entry of an error class. */
export function helpFor(name: string): string {
    return `npx --no-install access-governance explain ${name}`;
}

/** A command was used incorrectly. The message describes the correct use. */
export class UsageError extends PlainError {
    constructor(
        message: string,
        /** The available choices, printed below the message, one per line. */
        readonly choices: readonly string[] = [],
    ) {
        super(message);
    }
}

/** A setting is missing or invalid. The message names the setting. */
export class SettingsError extends PlainError {}

/** This package, or a tool that it needs, cannot be found from the folder of the program. */
export class SetupError extends PlainError {}

/** The state contains a kind that this version does not support. */
export class UnknownKindError extends PlainError {}

/** The objects in the state belong to a different organization. */
export class WrongOrganizationError extends PlainError {}

/**
 * A wrong declaration: invalid on its own, or in conflict with the rest of the organization. A preview collects these errors and fails at
 * its end.
 */
export abstract class DeclarationError extends PlainError {
    constructor(
        /** Description of the fault, and the first way to resolve it. */
        readonly fault: string,
        /** Other ways to resolve the fault, one per line. Shared by similar faults, so they must not mention a specific object. */
        readonly advice: readonly string[] = [],
    ) {
        super([fault, ...advice].join("\n"));
    }
}

/** A class, component, lookup or action received an invalid argument. */
export class ArgumentError extends DeclarationError {}

/** Two resources declare the same object or part, or a resource declares an existing object without importing it. */
export class DeclarationConflictError extends DeclarationError {}

/** A declaration refers to an object that does not exist or is of another kind. */
export class WrongReferenceError extends DeclarationError {}

/** A program looks up an object by name, but several objects have that name. */
export class AmbiguousNameError extends PlainError {}

/** An object that was expected to exist does not exist. */
export class MissingError extends PlainError {}

/** The service does not return an object that was written recently. It may have been deleted, or it may not be visible yet. */
export class NotVisibleError extends PlainError {}

/** Two responses contradict each other about whether an object exists. */
export class ContradictionError extends PlainError {}

/** Another process writes the same object at the same time. */
export class InterferenceError extends PlainError {}

/** The API returned an incomplete list, so a result based on it would be unreliable. */
export class IncompleteListError extends PlainError {}

/** Objects with the name prefix of a `verify --write` run already exist, but this tool did not create them for this user. */
export class ForeignObjectError extends PlainError {}

/** The run would delete the token that it uses itself. */
export class OwnTokenError extends PlainError {}

/** Another `verify --write` run uses the same journal. */
export class RunInProgressError extends PlainError {}

/** The journal of a `verify --write` run cannot be used, so the run does not create any objects. */
export class JournalError extends PlainError {}

/** An object was not completely written, or its creation was not confirmed. The next run continues from there. */
export class UnfinishedError extends PlainError {
    constructor(
        message: string,
        readonly id: string,
        readonly outputs: Readonly<Record<string, unknown>>,
    ) {
        super(message);
    }
}
