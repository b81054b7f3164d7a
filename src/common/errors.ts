/**
 * A mistake of the user's, or a refusal: one sentence for people, never a stack. Each class has an entry in docs/errors.md, which is named
 * like the class.
 */
export abstract class PlainError extends Error {
    constructor(message: string) {
        super(message);
        this.name = new.target.name;
    }
}

/** What an error says, and the command that prints its entry of docs/errors.md. */
export function withHelp({ name, message }: Error): string {
    const help = `Help: ${helpFor(name)}`;
    if (message.endsWith(help)) return message;
    return message === "" ? help : `${message.replace(/(?<![.:!?])$/, ".")} ${help}`;
}

/** The command that prints the entry of a class of errors. */
export function helpFor(name: string): string {
    return `npx access-governance explain ${name}`;
}

/** Invalid use of a command. The message says what to give instead. */
export class UsageError extends PlainError {
    constructor(
        message: string,
        /** What there is to choose from, a line each; said below the sentence. */
        readonly choices: readonly string[] = [],
    ) {
        super(message);
    }
}

/** A setting is missing or wrong; the sentence names it. */
export class SettingsError extends PlainError {}

/** The package, or a tool that it needs, cannot be found from the folder of a program. */
export class SetupError extends PlainError {}

/** The state contains a kind that this version does not support. */
export class UnknownKindError extends PlainError {}

/** The file of earlier reads cannot be used; everything is read instead. */
export class CacheError extends PlainError {}

/** The objects in the state belong to a different organization. */
export class WrongOrganizationError extends PlainError {}

/** What is wrong with a declaration, by itself or beside the rest of the organization. A preview collects these, and fails at its end. */
export abstract class DeclarationError extends PlainError {
    constructor(
        /** What is wrong, and the first way to resolve it. */
        readonly fault: string,
        /** Other ways to resolve it, a line each. Similar faults share them, so they mention no object. */
        readonly advice: readonly string[] = [],
    ) {
        super([fault, ...advice].join("\n"));
    }
}

/** A class, a component, a lookup or an action of a program was given what it cannot use. */
export class ArgumentError extends DeclarationError {}

/** Two declarations of one thing, or an existing object that a declaration does not take over. */
export class DeclarationConflictError extends DeclarationError {}

/** A declaration refers to something that does not exist, or that is of another kind. */
export class WrongReferenceError extends DeclarationError {}

/** Several objects have the name that a program looks up. */
export class AmbiguousNameError extends PlainError {}

/** An expected object does not exist. */
export class MissingError extends PlainError {}

/**
 * An object that was written recently and that the service does not show. It may or may not be
 * deleted.
 */
export class NotVisibleError extends PlainError {}

/** The service says that something is there and that it is not. */
export class ContradictionError extends PlainError {}

/** Somebody else writes the same thing at the same time. */
export class InterferenceError extends PlainError {}

/** The API lists less than it would take to be sure. */
export class IncompleteListError extends PlainError {}

/** Objects with the prefix of a `verify --write` exist that this tool did not create for this user. */
export class ForeignObjectError extends PlainError {}

/** Another `verify --write` uses the same journal. */
export class RunInProgressError extends PlainError {}

/** The journal of a `verify --write` cannot be used, so nothing is created. */
export class JournalError extends PlainError {}

/** An object that is incomplete or unconfirmed. The next run continues from there. */
export class UnfinishedError extends PlainError {
    constructor(
        message: string,
        readonly id: string,
        readonly outputs: Readonly<Record<string, unknown>>,
    ) {
        super(message);
    }
}
