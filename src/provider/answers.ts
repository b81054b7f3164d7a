import { CallError } from "../api/errors.js";
import { masked } from "../api/transport/masking.js";
import { PlainError, UnfinishedError, withHelp } from "../common/errors.js";
import { type Declarer, resourceText } from "../common/names.js";
import { unmarked } from "../common/printable.js";
import type { Properties } from "../common/properties.js";
import type { Task } from "./run/session.js";
import { explained, secretTexts } from "./sentences.js";
import type { Kind } from "./shapes/kind.js";

/** The resource that a provider operation is for, and its secret values, which must not be printed. */
export interface WriteCaller {
    readonly resource: Declarer;
    readonly secrets: readonly string[];
    readonly properties: Properties;
}

/** A failure as shown to the user: a single sentence without secrets or a stack trace. */
export class UserError extends Error {
    override readonly name = "UserError";
    constructor(
        message: string,
        /** The resource whose operation failed, such as `Group "team"`. */
        readonly resource: string,
        /** State to store if the call changed the object. */
        readonly unfinished?: { readonly id: string; readonly outputs: Record<string, unknown> },
    ) {
        super(message);
    }
}

/**
 * Runs `work` and converts errors that a user can understand. Other errors are bugs in this package and are rethrown unchanged.
 * @throws UserError
 */
export async function withUserErrors<T>(
    { session, kind }: Task,
    caller: WriteCaller,
    work: () => Promise<T>,
): Promise<T> {
    session.addSecrets(secretTexts(kind, caller, caller.properties));
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof CallError) && !(error instanceof PlainError)) throw error;
        const message = cleared(kind, caller)(withHelp({ name: error.name, message: explained(kind, error) }));
        const { id, outputs } = error instanceof UnfinishedError ? error : {};
        const unfinished = id !== undefined && outputs ? { id, outputs: wire(outputs) } : undefined;
        throw new UserError(message, resourceText(caller.resource), unfinished);
    }
}

/**
 * Returns a function that removes the values of secret properties from a text. Needed because the service may repeat them in an error
 * message.
 */
export function cleared(kind: Kind, caller: WriteCaller): (text: string) => string {
    const secrets = secretTexts(kind, caller, caller.properties);
    return (text) => unmarked(masked(text, secrets));
}

/** Drops undefined values. If outputs contained one, the SDK would fail after the create, and the id would be lost. */
export function wire<Value extends object>(value: Value): Value {
    return JSON.parse(JSON.stringify(value)) as Value;
}
