import type * as dynamic from "@pulumi/pulumi/dynamic";
import { CallError } from "../api/errors.js";
import { masked } from "../api/masking.js";
import { check } from "./check.js";
import { create } from "./creation.js";
import { HalfMadeError, PlainError } from "./errors.js";
import type { Properties } from "./fields.js";
import { hiddenOf, opened } from "./hidden.js";
import type { Kind } from "./kind.js";
import { diff, read, remove, update } from "./lifecycle.js";
import { explained, label, secretTexts } from "./sentences.js";
import type { Session } from "./session.js";

/**
 * A kind as Pulumi's dynamic provider: everything that is odd about that protocol is dealt with here, and docs/protocol.md tells
 * where it was seen. One session serves every kind of a process.
 */
export function dynamicProvider(kind: Kind, session: Session): dynamic.ResourceProvider<Properties, Properties> {
    return {
        // Called once for each kind and process; never throws, or the SDK keeps a provider that is half made.
        configure: async ({ config }) => session.configure(config),
        check: async (olds, news) => {
            const reasons = (await said(kind, news, () => check(session, kind, olds, news))).map(cleared(kind, news));
            // An empty property: the engine prints the value of a named one in clear.
            return { inputs: { ...news }, failures: reasons.map((reason) => ({ property: "", reason })) };
        },
        diff: async (id, olds, news) => {
            const verdict = await said(kind, news, () => diff(session, kind, id, olds, news));
            return { ...verdict, replaces: [...verdict.replaces] };
        },
        create: (inputs) =>
            said(kind, inputs, async () => {
                const { id, outputs } = await create(session, kind, inputs);
                return { id, outs: wire(outputs) };
            }),
        read: async (id, props = {}) => {
            const kept = await said(kind, props, () => read(session, kind, id, props));
            if (!kept) return { id: "", props: {} };
            return { id: kept.id, props: wire(kept.outputs), inputs: wire(kept.inputs) };
        },
        update: (id, olds, news) =>
            said(kind, news, async () => ({ outs: wire(await update(session, kind, id, olds, news)) })),
        delete: (id, props) => said(kind, props, () => remove(session, kind, id, props)),
    };
}

/**
 * What leaves the provider is one sentence without secrets and without a stack. The SDK prints "error: stack" of what diff, read and
 * delete throw, and the engine prints the message under the resource: the one line must not repeat the other.
 */
async function said<T>(kind: Kind, properties: Properties, work: () => Promise<T>): Promise<T> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof CallError) && !(error instanceof PlainError)) throw error;
        const name = label(kind, opened(properties).hidden);
        const message = cleared(kind, properties)(explained(kind, error));
        if (error instanceof HalfMadeError) {
            const kept = wire({ ...error.outputs, ...hiddenOf(properties) });
            throw Object.assign(spoken(message, name), { id: error.id, properties: kept, reasons: [message] });
        }
        throw spoken(message, name);
    }
}

/** Takes the values of secret properties out of a text: a message of the service may repeat them. */
function cleared(kind: Kind, properties: Properties): (text: string) => string {
    const { given, hidden } = opened(properties);
    const secrets = secretTexts(kind, hidden, given);
    return (text) => masked(text, secrets);
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
