import { NotFoundError } from "../../api/errors.js";
import { ContradictionError } from "../../common/errors.js";
import { resourceText } from "../../common/names.js";
import { repeated } from "../live/repetition.js";
import { isSameDeclarer, type KernelState } from "../metadata.js";
import type { Task } from "../run/session.js";
import { expiryOf } from "../shapes/expiry.js";
import { writtenBefore } from "../shapes/kind.js";
import { believeGone, lookAgain } from "./loss.js";
import { assertHome, leftBy, tellLeft } from "./observation.js";

/** Deletes the object, unless another resource of this run declares it. Does not send a request if the object is known to be missing. */
export async function remove(task: Task, id: string, state: KernelState): Promise<void> {
    const { session, kind } = task;
    assertHome(session, id, state);
    const { scope, ownership, absence } = session;
    if (state.unconfirmed) return forget(task, id, state);
    const given = state.declared ?? {};
    const successor = ownership.successor(kind, id, given);
    if (successor) {
        // The resource itself still declares the object, so the planned replacement was not needed.
        if (isSameDeclarer(successor, state.resource)) return;
        session.tell(state.resource, ` is not deleted: ${resourceText(successor)} now declares it`, id);
        return;
    }
    if (absence.has(kind.name, id)) return;
    const members = kind.document ? ownership.members(kind.document, id) : new Set<string>();
    const before = writtenBefore(kind, state);
    const declared = kind.without?.(given, members) ?? before;
    // An expired object does not have to be deleted, unless it was extended after the last read.
    if (expiryOf(kind, state, scope.now()) && !(await kind.observe(scope.live, id, [], before))) return;
    const { removal } = kind;
    let refusal = ".";
    try {
        if (removal.does === "leave") {
            const done = (await repeated(scope.client, async () => removal.last?.(scope, id, declared))) ?? "as it is";
            session.tell(state.resource, ` stays ${done} on the service: ${removal.because}`, id);
            return;
        }
        // A successful delete does not prove that this is the right organization: a proxy may also return an empty 200 response.
        if (await repeated(scope.client, () => removal.remove(scope, id, declared))) {
            ownership.deleted(kind.name, id);
            return;
        }
    } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        refusal = `: ${error.message}`;
    }
    kind.forget(scope.live, id);
    const again = () => kind.observe(scope.live, id, [], before);
    let found = await again();
    if (!found) {
        await believeGone(task, id, state);
        found = await lookAgain(task, id, state, again);
    }
    if (!found) return;
    throw new ContradictionError(
        `${resourceText(state.resource, id)} still exists, although the service did not find it for the deletion${refusal} It was not deleted. Run again.`,
    );
}

/**
 * Removes an unconfirmed object from the state, and reports existing objects that may be the same. They are not deleted, because someone
 * else may have created them.
 */
async function forget(task: Task, id: string, state: KernelState): Promise<void> {
    const { session } = task;
    const left = await leftBy(task, state);
    if (!left) return;
    await believeGone(task, id, state);
    tellLeft(session, state, left);
}
