/**
 * An error that the user can understand and resolve. It is shown as its message, without a stack. Each class has an entry of
 * the same name in docs/errors.md.
 */
export abstract class PlainError extends Error {
    constructor(message: string) {
        super(message);
        this.name = new.target.name;
    }
}

/** The message of an error, followed by the command that prints its entry in docs/errors.md. */
export function withHelp({ name, message }: Error): string {
    const help = `Help: ${helpFor(name)}`;
    if (message.endsWith(help)) return message;
    return message === "" ? help : `${message.replace(/(?<![.:!?])$/, ".")} ${help}`;
}

/** The command that prints the entry of an error class. */
export function helpFor(name: string): string {
    return `npx access-governance explain ${name}`;
}

/** Invalid use of a command. The message says how to use it. */
export class UsageError extends PlainError {
    constructor(
        message: string,
        /** The available choices, printed below the message, one per line. */
        readonly choices: readonly string[] = [],
    ) {
        super(message);
    }
}

/** A setting is missing or wrong. The message names it. */
export class SettingsError extends PlainError {}

/** The package, or a tool that it needs, cannot be found from the folder of a program. */
export class SetupError extends PlainError {}

/** The state contains a kind that this version does not support. */
export class UnknownKindError extends PlainError {}

/** The cache file cannot be used, so everything is read from the service. */
export class CacheError extends PlainError {}

/** The objects in the state belong to a different organization. */
export class WrongOrganizationError extends PlainError {}

/** A wrong declaration, by itself or in combination with the rest of the organization. A preview collects these errors, and fails at its end. */
export abstract class DeclarationError extends PlainError {
    constructor(
        /** The fault, and the first way to resolve it. */
        readonly fault: string,
        /** Other ways to resolve it, one per line. Similar faults share them, so they must not mention an object. */
        readonly advice: readonly string[] = [],
    ) {
        super([fault, ...advice].join("\n"));
    }
}

/** A class, component, lookup or action got an invalid argument. */
export class ArgumentError extends DeclarationError {}

/** Two declarations of the same thing, or a declaration of an existing object without importing it. */
export class DeclarationConflictError extends DeclarationError {}

/** A declaration refers to an object that does not exist or is of another kind. */
export class WrongReferenceError extends DeclarationError {}

/** Several objects have the name that a program looks up. */
export class AmbiguousNameError extends PlainError {}

/** An expected object does not exist. */
export class MissingError extends PlainError {}

/**
 * The service does not show an object that was written recently. The object may be deleted, or not visible yet.
 */
export class NotVisibleError extends PlainError {}

/** Two answers of the service contradict each other about whether something exists. */
export class ContradictionError extends PlainError {}

/** Another process writes the same thing at the same time. */
export class InterferenceError extends PlainError {}

/** A list of the API is incomplete, so the result would not be reliable. */
export class IncompleteListError extends PlainError {}

/** Objects with the prefix of a `verify --write` exist, but this tool did not create them for this user. */
export class ForeignObjectError extends PlainError {}

/** Another `verify --write` uses the same journal. */
export class RunInProgressError extends PlainError {}

/** The journal of a `verify --write` cannot be used, so nothing is created. */
export class JournalError extends PlainError {}

/** An object is incomplete or unconfirmed. The next run continues from there. */
export class UnfinishedError extends PlainError {
    constructor(
        message: string,
        readonly id: string,
        readonly outputs: Readonly<Record<string, unknown>>,
    ) {
        super(message);
    }
}
