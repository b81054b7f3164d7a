import { CallError } from "../api/errors.js";
import { masked } from "../api/masking.js";
import { PlainError, UnfinishedError, withHelp } from "../common/errors.js";
import { unmarked } from "../common/printable.js";
import type { Declarer } from "./metadata.js";
import type { Task } from "./run/session.js";
import type { Properties } from "./schema/fields.js";
import { explained, resourceText, secretTexts } from "./sentences.js";
import type { Kind } from "./shapes/kind.js";

/** Whose call it is, and what must not be printed of it. */
export interface Caller {
    readonly resource: Declarer;
    readonly secrets: readonly string[];
    readonly properties: Properties;
}

/** What a user is told when a call fails: one sentence without secrets and without a stack. */
export class ToldError extends Error {
    override readonly name = "ToldError";
    constructor(
        message: string,
        /** Such as `Group "team"`. */
        readonly resource: string,
        /** What is to be kept in the state, if the call had an effect. */
        readonly unfinished?: { readonly id: string; readonly outputs: Record<string, unknown> },
    ) {
        super(message);
    }
}

/** @throws ToldError in place of what the user can understand; other errors are defects of this package. */
export async function told<T>({ session, kind }: Task, caller: Caller, work: () => Promise<T>): Promise<T> {
    session.hides(secretTexts(kind, caller, caller.properties));
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof CallError) && !(error instanceof PlainError)) throw error;
        const message = cleared(kind, caller)(withHelp({ name: error.name, message: explained(kind, error) }));
        const { id, outputs } = error instanceof UnfinishedError ? error : {};
        const unfinished = id !== undefined && outputs ? { id, outputs: wire(outputs) } : undefined;
        throw new ToldError(message, resourceText(caller.resource), unfinished);
    }
}

/** Takes the values of secret properties out of a text: a message of the service may repeat them. */
export function cleared(kind: Kind, caller: Caller): (text: string) => string {
    const secrets = secretTexts(kind, caller, caller.properties);
    return (text) => unmarked(masked(text, secrets));
}

/** What JSON leaves of it: one undefined in the outputs, and the SDK fails a creation after it was made, so that nobody keeps its id. */
export function wire<Value extends object>(value: Value): Value {
    return JSON.parse(JSON.stringify(value)) as Value;
}
