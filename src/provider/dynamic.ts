import type * as dynamic from "@pulumi/pulumi/dynamic";
import { CallError } from "../api/errors.js";
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
            return { id: kept.id, props: wire(closed(kept.outputs, props)), inputs: wire(kept.inputs) };
        },
        update: (id, olds, news) =>
            said(
                kind,
                news,
                async () => ({ outs: wire(closed(await update(session, kind, id, olds, news), olds)) }),
                olds,
            ),
        delete: (id, props) => said(kind, props, () => remove(session, kind, id, props)),
    };
}

/**
 * What leaves the provider is one sentence without secrets and without a stack. The SDK prints "error: stack" of what diff, read and
 * delete throw, and the engine prints the message under the resource: the one line must not repeat the other.
 */
async function said<T>(kind: Kind, properties: Properties, work: () => Promise<T>, state: Properties = {}): Promise<T> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof CallError) && !(error instanceof PlainError)) throw error;
        const name = label(kind, opened(properties).hidden);
        const message = cleared(kind, properties)(explained(kind, error));
        if (error instanceof HalfMadeError) {
            const kept = wire(closed({ ...error.outputs, ...hiddenOf(properties) }, state));
            throw Object.assign(spoken(message, name), { id: error.id, properties: kept, reasons: [message] });
        }
        throw spoken(message, name);
    }
}

/** Takes the values of secret properties out of a text: a message of the service may repeat them. */
function cleared(kind: Kind, properties: Properties): (text: string) => string {
    const { given, hidden } = opened(properties);
    const secrets = secretTexts(kind, hidden, given);
    return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
}

/**
 * Leaves out of `outputs` what was secret in `state` and is neither declared nor secret now: Pulumi closes an output only as long as the
 * input of its name is closed, and the service may well give back what was declared. `__once` keeps the names.
 */
function closed(outputs: Properties, state: Properties): Properties {
    const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
    const now = [...listed(outputs.__declared), ...listed(outputs.__secrets)];
    const before = [...listed(state.__once), ...listed(state.__secrets)];
    const once = [...new Set(before)].filter((name) => !now.includes(name));
    if (once.length === 0) return outputs;
    return { ...outputs, ...Object.fromEntries(once.map((name) => [name, null])), __once: once };
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
