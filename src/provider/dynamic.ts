import type * as dynamic from "@pulumi/pulumi/dynamic";
import { CallError } from "../api/errors.js";
import { masked } from "../api/masking.js";
import { DeclarationConflictError, PlainError, UnfinishedError, withHelp } from "../errors.js";
import { CONFLICT } from "../forecast.js";
import type { Properties } from "../schema/fields.js";
import { lineOf, unmarked } from "../schema/printable.js";
import type { Kind } from "../shapes/kind.js";
import { type Declarer, programOf, stateOf } from "./metadata.js";
import type { Session, Task } from "./run/session.js";
import { explained, resourceText, secretTexts } from "./sentences.js";
import { check } from "./steps/check.js";
import { create } from "./steps/creation.js";
import { remove } from "./steps/deletion.js";
import { diff } from "./steps/diff.js";
import { read } from "./steps/refresh.js";
import { update } from "./steps/writing.js";

/** Whose call it is, and what must not be printed of it. */
interface Caller {
    readonly resource: Declarer;
    readonly secrets: readonly string[];
    readonly properties: Properties;
}

/**
 * A kind as Pulumi's dynamic provider: everything that is odd about that protocol is dealt with here, and docs/protocol.md tells
 * where it was seen. What Pulumi hands over is taken apart here, once. One session serves every kind of a process.
 */
export function dynamicProvider(kind: Kind, session: Session): dynamic.ResourceProvider<Properties, Properties> {
    const task = { session, kind };
    const program = (inputs: Properties) => programOf(kind.name, inputs);
    const state = (outputs: Properties) => stateOf(kind.name, outputs);
    const given = (inputs: Properties): Caller => ({ ...program(inputs), properties: inputs });
    const kept = (outputs: Properties): Caller => ({ ...state(outputs), properties: outputs });
    return {
        // Called once for each kind and process; never throws, or the SDK keeps a provider that is half made.
        configure: async ({ config }) => session.configure(config),
        check: async (olds, news) => {
            const caller = given(news);
            const work = () => check(task, program(olds).given, program(news));
            const { failures, conflict } = await said(task, caller, work);
            const shown = (text: string): string => lineOf(cleared(kind, caller)(text));
            return {
                // In a preview the engine gives the program the inputs of a new resource as its outputs.
                inputs: conflict === undefined ? { ...news } : { ...news, [CONFLICT]: shown(conflict) },
                // An empty property: the engine prints the value of a named one in clear.
                failures: failures.map((reason) => ({ property: "", reason: shown(reason) })),
            };
        },
        diff: async (id, olds, news) => {
            const work = () => diff(task, id, state(olds), program(news));
            const { replaces, ...result } = await said(task, given(news), work);
            return { ...result, replaces: [...replaces] };
        },
        create: (inputs) =>
            said(task, given(inputs), async () => {
                const conflict = inputs[CONFLICT];
                // Whoever said that this is a preview was wrong.
                if (typeof conflict === "string") throw new DeclarationConflictError(conflict);
                const { id, outputs } = await create(task, program(inputs));
                return { id, outs: wire(outputs) };
            }),
        read: async (id, props = {}) => {
            const found = await said(task, kept(props), () => read(task, id, state(props)));
            if (!found) return { id: "", props: {} };
            return { id: found.id, props: wire(found.outputs), inputs: wire(found.inputs) };
        },
        update: (id, olds, news) =>
            said(task, given(news), async () => ({
                outs: wire(await update(task, id, state(olds), program(news))),
            })),
        delete: (id, props) => said(task, kept(props), () => remove(task, id, state(props))),
    };
}

/**
 * What leaves the provider is one sentence without secrets and without a stack. The SDK prints "error: stack" of what diff, read and
 * delete throw, and the engine prints the message under the resource: the one line must not repeat the other.
 */
async function said<T>({ session, kind }: Task, caller: Caller, work: () => Promise<T>): Promise<T> {
    session.hides(secretTexts(kind, caller, caller.properties));
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof CallError) && !(error instanceof PlainError)) throw error;
        const name = resourceText(caller.resource);
        const message = cleared(kind, caller)(withHelp({ name: error.name, message: explained(kind, error) }));
        if (error instanceof UnfinishedError) {
            const properties = wire(error.outputs);
            throw Object.assign(spoken(message, name), { id: error.id, properties, reasons: [message] });
        }
        throw spoken(message, name);
    }
}

/** Takes the values of secret properties out of a text: a message of the service may repeat them. */
function cleared(kind: Kind, caller: Caller): (text: string) => string {
    const secrets = secretTexts(kind, caller, caller.properties);
    return (text) => unmarked(masked(text, secrets));
}

/** What JSON leaves of it: one undefined in the outputs, and the SDK fails a creation after it was made, so that nobody keeps its id. */
function wire<Value extends object>(value: Value): Value {
    return JSON.parse(JSON.stringify(value)) as Value;
}

function spoken(message: string, name: string): Error {
    const error = new Error(message);
    error.stack = "its error, under the resource, says why";
    error.toString = () => `${name} failed`;
    return error;
}
