import { minuteText } from "../../common/counts.js";
import { MissingError } from "../../common/errors.js";
import { withoutIgnored } from "../../common/paths.js";
import { confirmed, type Properties, pick } from "../../common/properties.js";
import { type KernelState, kindOutputs } from "../metadata.js";
import type { Task } from "../run/session.js";
import { differences, projected } from "../schema/comparison/differences.js";
import { remembered } from "../schema/comparison/unreadable.js";
import { everyField } from "./import.js";
import { assertMissing, dueOf, tellMissing } from "./loss.js";
import { assertHome, look, tellDrift } from "./observation.js";
import { existingObject } from "./takeover.js";
import { tellUnknownFields, unknownFieldChanges } from "./unknown-fields.js";

/** An object in the form in which a refresh stores it in the state. */
export interface Refreshed {
    readonly id: string;
    readonly outputs: Record<string, unknown>;
    readonly inputs: Record<string, unknown>;
}

/**
 * Reads an object for the state: all outputs, and the inputs that the program declared. Returns undefined if it was deleted outside Pulumi.
 */
export async function readObject(task: Task, id: string, state: KernelState): Promise<Refreshed | undefined> {
    const { session, kind } = task;
    assertHome(session, id, state);
    session.rememberName(kind, id, state);
    const { declared: before } = state;
    if (!before) return readUnmanaged(task, id, state);
    const keep = (
        declared: Properties,
        live: Properties,
        expires = state.expires,
        changedFields: readonly string[] = [],
    ): Refreshed => ({
        id,
        outputs: kindOutputs(kind.fields, kind.results, {
            ...state,
            changedFields,
            declared,
            live,
            url: session.url,
            // Keep the expiration date of the last write, so that the next preview still reports a later date on the service as drift.
            expires,
        }),
        inputs: { ...declared, ...state.metadata },
    });
    if (state.unconfirmed) return keep(before, state.outputs);
    const found = await look(task, id, state);
    const due = found ? undefined : await dueOf(task, id, state);
    if (due !== undefined) {
        session.note("not visible", state.resource);
        session.tell(
            state.resource,
            ` was not found, but may not be visible yet, so it stays in the state. From ${minuteText(due)} on, it is treated as deleted`,
            id,
        );
        return keep(before, state.outputs);
    }
    if (!found) {
        await tellMissing(task, state.resource, id, state);
        return undefined;
    }
    if ("expired" in found) {
        // The audit events that show an early end are not kept forever.
        const { end, isEarly } = found.expired;
        return keep(before, state.outputs, isEarly ? end : state.expires);
    }
    const live = remembered(kind.fields, found.live, state.outputs);
    const drift = differences(kind.fields, confirmed(withoutIgnored(before, state.ignored), state.tried, live), live);
    await tellDrift(
        task,
        id,
        state,
        state,
        drift.map((one) => ({ ...one, before: one.declared })),
    );
    // An expiration date that was written recently may not be visible yet. Keep the declared duration. Otherwise the next run would write
    // it again, and it would be counted from that time.
    const isRecent = session.visibility.dueAfter(state.written) !== undefined;
    const recent = isRecent ? pick(before, [kind.ends?.duration ?? ""]) : {};
    const end = isRecent ? pick(state.outputs, [kind.ends?.date ?? ""]) : {};
    const changes = await unknownFieldChanges(task, id, state);
    await tellUnknownFields(task, id, state, changes);
    return keep(
        { ...before, ...projected(kind.fields, before, live), ...recent },
        { ...live, ...end, ...recent },
        state.expires,
        changes.map(({ text }) => text),
    );
}

/** Reads all properties of an object that the program only looks up (`get`). */
async function readUnmanaged(task: Task, wanted: string, state: KernelState): Promise<Refreshed> {
    const { session, kind } = task;
    const found = await existingObject(task, everyField(kind), wanted);
    // With all members of its sets, also those that no program would declare.
    const live = found && (await kind.observe(session.scope.live, found.id, Object.keys(kind.fields)));
    if (!live) {
        await assertMissing(task, `${kind.name}.get: the ${kind.noun} ${JSON.stringify(wanted)}`);
        throw new MissingError(
            `No ${kind.noun} has the id or the name ${JSON.stringify(wanted)}. Correct what is passed to ${kind.name}.get.`,
        );
    }
    const { __declared, ...outputs } = kindOutputs(kind.fields, kind.results, {
        declared: {},
        live,
        metadata: state.metadata,
        url: session.url,
    });
    return { id: found.id, outputs, inputs: { ...state.metadata } };
}
