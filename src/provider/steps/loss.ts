import { minuteText } from "../../common/counts.js";
import { NotVisibleError } from "../../common/errors.js";
import { type Declarer, resourceText } from "../../common/names.js";
import type { Properties } from "../../common/properties.js";
import type { KernelState } from "../metadata.js";
import { CLOCK_MS, lossOf, setsOf } from "../run/authors.js";
import type { Task } from "../run/session.js";
import { riskOfCreation } from "../schema/comparison/value-changes.js";
import { referencesIn } from "../schema/references.js";
import type { Risk } from "../schema/risk.js";
import { accessText } from "../sentences.js";
import { Expired, knownEnd } from "../shapes/expiry.js";
import type { Kind } from "../shapes/kind.js";

/**
 * Returns once it is plausible that an object of the state, which no read found, was deleted outside Pulumi. A token that may not see every
 * object does not find existing ones either, so an audit event must report the deletion.
 * @throws WrongOrganizationError if this looks like the wrong organization
 * @throws NotVisibleError if the token may not see the object
 */
export async function believeGone(task: Task, id: string, state: KernelState): Promise<void> {
    const { session, kind } = task;
    const { absence, rights } = session;
    await absence.believe(kind.name, id, kind.rootOf(id), state.createdBy);
    // An unconfirmed object does not have an id that could be looked up.
    if (state.unconfirmed || absence.allowMissing || (await rights.seesEverything())) return;
    if (await isDeletionReported(task, id, state)) return;
    absence.withdraw(kind.name, id);
    session.note("not visible", state.resource);
    throw new NotVisibleError(
        `${resourceText(state.resource, id)} (${id}) was not found, but the token may not be able to see it, and no audit event reports its deletion. ` +
            `It stays as it is, here and in the state. ${MORE_RIGHTS} If you know that it was deleted, run once with access-governance:allowMissing set to true.`,
    );
}

/**
 * Returns if an object that was looked for and not found does not exist.
 * @param what describes the object, such as `a group with the name "team"`
 * @throws NotVisibleError if the token may not see the object
 */
export async function assertMissing({ session }: Pick<Task, "session">, what: string): Promise<void> {
    if (session.absence.allowMissing || (await session.rights.seesEverything())) return;
    throw new NotVisibleError(`${what} was not found, but the token may not be able to see it. ${MORE_RIGHTS}`);
}

const MORE_RIGHTS = "Use the token of an administrator or an auditor, which sees every object.";

/** Whether an audit event reports the deletion of the object, or of an object in its key, with which it was deleted. */
async function isDeletionReported(
    { session, kind }: Task,
    id: string,
    state: Pick<KernelState, "written" | "createdBy" | "outputs">,
): Promise<boolean> {
    const { absence, ownership, visibility } = session;
    if (await visibility.isDeleted(kind, id, state)) return true;
    for (const one of referencesIn(kind.fields, kind.keyOf(id))) {
        if (absence.has(one.to, one.id) || ownership.isReleased(one.to, one.id)) return true;
        const other = session.kindNamed(one.to);
        if (other && (await visibility.isDeleted(other, one.id, { written: state.written }))) return true;
    }
    return false;
}

/** Reports that an object was deleted outside Pulumi, and by which user. */
export async function tellMissing(
    { session, kind }: Task,
    resource: Declarer,
    id: string,
    state: KernelState,
): Promise<void> {
    const end = knownEnd(kind, state);
    const { risk, text: access } = recreation(kind, state);
    const changed = lossOf(kind, id, state);
    // Without an event, nobody can tell whether the object was deleted or somebody changed when it expires.
    const isSure = !kind.ends || (await session.visibility.isDeleted(kind, id, state));
    const what = isSure ? "was deleted outside Pulumi" : "was deleted outside Pulumi or ended early";
    const before = end === undefined ? "" : `, before its expiration (${end.slice(0, 16)}Z)`;
    const text = ` ${what}${before}; \`pulumi up\` recreates it${access}`;
    await session.tellChange(resource, "deleted outside", changed, { full: () => [text], short: text }, risk);
}

/** The effect on access if the next `pulumi up` creates an object of the state again, and its description. */
export function recreation(kind: Kind, { declared = {} }: Pick<KernelState, "declared">): { risk: Risk; text: string } {
    const risk = riskOfCreation(kind.fields, kind.access.created, declared);
    return { risk, text: accessText(risk, declared[kind.ends?.duration ?? ""]) };
}

/** Reports that an object expired. `fate` describes what the next `pulumi up` does, and `risk` its effect on access. */
export async function tellExpired(
    { session, kind }: Task,
    resource: Declarer,
    id: string,
    state: KernelState,
    { end, isEarly }: Expired,
    fate: string,
    risk?: Risk,
): Promise<void> {
    if (!isEarly) {
        session.note(undefined, resource, risk);
        return session.tell(resource, ` expired on ${end}; ${fate}`, id);
    }
    const planned = knownEnd(kind, state);
    const before = planned === undefined ? "" : `, before ${planned}`;
    const text = ` expired early${before}, after it was changed outside Pulumi; ${fate}`;
    const texts = { full: () => [text], short: text };
    await session.tellChange(resource, undefined, lossOf(kind, id, state), texts, risk);
}

/**
 * Looks again for an object that was written recently and was not found, until a read finds it or an audit event reports its deletion. Only
 * entities are looked up again, because recreating an entity would create a second object. Writing a membership again is harmless, so a
 * membership is only no longer recorded as missing.
 * @throws NotVisibleError if neither happens in time
 */
export async function lookAgain(
    { session, kind }: Task,
    id: string,
    state: Pick<KernelState, "written" | "createdBy" | "resource" | "outputs">,
    again: () => Promise<Properties | undefined>,
): Promise<Properties | undefined> {
    const { absence, visibility, scope } = session;
    const { written, resource } = state;
    const due = await dueOf({ session, kind }, id, state);
    if (due === undefined) return undefined;
    absence.withdraw(kind.name, id);
    if (kind.shape !== "entity" && !kind.issues) return undefined;
    do {
        kind.forget(scope.live, id);
        const found = await again();
        if (found) return found;
    } while (await visibility.pause());
    const writtenAt = minuteText(Date.parse(written ?? ""));
    throw new NotVisibleError(
        `${resourceText(resource, id)} (${id}) was written at ${writtenAt} but was not found. No audit event reports its deletion, so the service ` +
            `may not show it yet. Run again later; from ${minuteText(due)} on, it is treated as deleted. ` +
            "If you know that it was deleted, run once with access-governance:lagSeconds set to 0.",
    );
}

/**
 * Returns the time at which an object that was not found must be visible, in milliseconds since 1970. Undefined if the object is treated as
 * deleted: it was not written recently, or an audit event reports its deletion.
 */
export async function dueOf(
    { session, kind }: Task,
    id: string,
    state: Pick<KernelState, "written" | "createdBy" | "outputs">,
): Promise<number | undefined> {
    // A subresource is missing only if its object is missing. That object either has its own check, or was not written recently. A
    // membership is deleted together with the object that it belongs to.
    const parent = "of" in kind.discovery ? kind.discovery.of.name : undefined;
    const isDeletedWith = parent !== undefined && session.ownership.isReleased(parent, kind.rootOf(id));
    const isSubresource = kind.shape === "subresource";
    const due = isSubresource || isDeletedWith ? undefined : session.visibility.dueAfter(state.written);
    return due === undefined || (await isDeletionReported({ session, kind }, id, state)) ? undefined : due;
}

/**
 * Returns the expiration of a missing object that was to exist for longer, if the last audit event about it is a change that this program
 * did not make: somebody set an earlier end, and it has passed. Undefined if an event reports a deletion, or there is no such event.
 */
export async function endedEarly(
    { session, kind }: Task,
    id: string,
    state: KernelState,
): Promise<Expired | undefined> {
    if (!kind.ends) return undefined;
    const lost = lossOf(kind, id, state);
    const change = await session.authors.evidence(lost);
    if (!change?.isOther) return undefined;
    const written = Date.parse(state.written ?? "");
    const mayBeOwn = change.mayBeOwn || (change.token !== undefined && change.userId === (await session.createdBy()));
    // The event of the program's own write may have a slightly later time than the write.
    const isOutside = mayBeOwn ? change.at > written + CLOCK_MS : !(change.at < written - CLOCK_MS);
    if (!isOutside) return undefined;
    const rewrite = setsOf(kind).length > 0 ? await session.authors.evidence({ ...lost, ofSet: true }) : undefined;
    if (rewrite && rewrite.at > change.at) return undefined;
    return new Expired(new Date(session.scope.now()).toISOString(), true);
}
