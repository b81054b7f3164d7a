import type * as dynamic from "@pulumi/pulumi/dynamic";
import { resourceText } from "../common/names.js";
import { messageLine } from "../common/printable.js";
import type { Properties } from "../common/properties.js";
import { cleared, UserError, type WriteCaller, wire, withUserErrors } from "./answers.js";
import { FAULT, faultIn } from "./fault.js";
import { parseState, programOf } from "./metadata.js";
import type { Session, Task } from "./run/session.js";
import { hasForeignCode, type Kind } from "./shapes/kind.js";
import { checkResource } from "./steps/check.js";
import { create } from "./steps/creation.js";
import { remove } from "./steps/deletion.js";
import { diff } from "./steps/diff.js";
import { readObject } from "./steps/refresh.js";
import { update } from "./steps/writing.js";

/**
 * Serves a kind as a Pulumi dynamic provider. Handles all peculiarities of that protocol (docs/protocol.md shows where they were observed),
 * and parses all input that it receives. One session serves all kinds of a process.
 */
export function dynamicProvider(kind: Kind, session: Session): dynamic.ResourceProvider<Properties, Properties> {
    const task = (properties: Properties): Task => ({ session, kind: kind.boundTo?.(identityIn(properties)) ?? kind });
    const program = (inputs: Properties) => programOf(kind.name, inputs);
    const state = (outputs: Properties) => parseState(kind.name, outputs);
    const given = (inputs: Properties): WriteCaller => ({ ...program(inputs), properties: inputs });
    const kept = (outputs: Properties): WriteCaller => {
        assertOwnCode(kind, outputs);
        return { ...state(outputs), properties: outputs };
    };
    return {
        // Called once per kind and process. Must not throw, or the SDK would keep a partly initialized provider.
        configure: async ({ config }) => session.configure(config),
        check: async (olds, news) => {
            const caller = given(news);
            const work = () => checkResource(task(news), program(olds), program(news));
            const { failures, fault, inputs: declared } = await run(task(news), caller, work);
            const clear = cleared(kind, caller);
            const shown = (text: string): string => messageLine(clear(text));
            // In a preview, the engine passes the inputs of a changed resource to the program as its outputs, so the inputs carry the fault.
            const isPassedOn = session.isPreview && fault !== undefined;
            const passedOn = isPassedOn ? { [FAULT]: { ...fault, lines: fault.lines.map(shown) } } : {};
            const reasons = isPassedOn ? [] : failures;
            return {
                inputs: { ...news, ...declared, ...passedOn },
                // The property is empty because the engine would print the value of a named property in clear text.
                failures: reasons.map((reason) => ({ property: "", reason: shown(reason) })),
            };
        },
        diff: async (id, olds, news) => {
            assertOwnCode(kind, olds);
            if (faultIn(news[FAULT])) return { changes: true, replaces: [], deleteBeforeReplace: false };
            const work = () => diff(task(news), id, state(olds), program(news));
            const { changes, replaces, deleteBeforeReplace } = await run(task(news), given(news), work);
            return { changes, replaces: [...replaces], deleteBeforeReplace };
        },
        create: (inputs) =>
            run(task(inputs), given(inputs), async () => {
                assertFaultless(given(inputs));
                const { id, outputs } = await create(task(inputs), program(inputs));
                return { id, outs: wire(outputs) };
            }),
        read: async (id, props = {}) => {
            const found = await run(task(props), kept(props), () => readObject(task(props), id, state(props)));
            if (!found) return { id: "", props: {} };
            return { id: found.id, props: wire(found.outputs), inputs: wire(found.inputs) };
        },
        update: (id, olds, news) =>
            run(task(news), given(news), async () => {
                assertOwnCode(kind, olds);
                assertFaultless(given(news));
                return { outs: wire(await update(task(news), id, state(olds), program(news))) };
            }),
        delete: async (id, props) => run(task(props), kept(props), () => remove(task(props), id, state(props))),
    };
}

/** Returns a text that distinguishes a resource from the resources of all stacks. */
function identityIn({ __stack, __parent, __label }: Properties): string {
    return [__stack, __parent, __label].map((part) => part ?? "").join(" ");
}

/** @throws if the entry of a resource in the state has code in place of the name of its kind */
function assertOwnCode(kind: Kind, outputs: Properties): void {
    if (!hasForeignCode(outputs)) return;
    const name = resourceText(parseState(kind.name, outputs).resource);
    throw shortError(
        `${name}: its entry in the state has code in __provider that does not come from pulumi-access-governance. Somebody who can write the state may have put it there: check \`pulumi stack export\`, restore the state from before, and replace the token, which that code could read.`,
        name,
    );
}

/**
 * A wrong declaration may continue only in a preview.
 * @throws UserError without the usual help text, because the fault's advice already contains it
 */
function assertFaultless({ properties, resource }: WriteCaller): void {
    const fault = faultIn(properties[FAULT]);
    if (fault) throw new UserError([...fault.lines, fault.advice].join("\n"), resourceText(resource));
}

/**
 * The SDK prints the stack trace of an error from diff, read or delete, and the engine prints its message below the resource. The thrown
 * error has a short stack trace, so that the message is not printed twice.
 */
async function run<T>(task: Task, caller: WriteCaller, work: () => Promise<T>): Promise<T> {
    try {
        return await withUserErrors(task, caller, work);
    } catch (error) {
        if (!(error instanceof UserError)) throw error;
        const { message, resource, unfinished } = error;
        const { id, outputs: properties } = unfinished ?? {};
        throw Object.assign(shortError(message, resource), unfinished && { id, properties, reasons: [message] });
    }
}

function shortError(message: string, name: string): Error {
    const error = new Error(message);
    error.stack = "see the error under the resource";
    error.toString = () => `${name} failed`;
    return error;
}
