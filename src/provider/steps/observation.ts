import { counted } from "../../common/counts.js";
import { NotVisibleError, WrongOrganizationError } from "../../common/errors.js";
import { lineOf } from "../../common/printable.js";
import { minuteText } from "../live/last-change.js";
import type { Live } from "../live/live.js";
import type { Declarer, State } from "../metadata.js";
import { CLOCK_MS, type Changed, lossOf, setsOf } from "../run/authors.js";
import type { Session, Task } from "../run/session.js";
import type { Difference } from "../schema/comparison/differences.js";
import { riskOfChange, riskOfCreation } from "../schema/comparison/value-changes.js";
import type { Properties } from "../schema/fields.js";
import type { Risk } from "../schema/risk.js";
import { accessText, driftText, resourceText } from "../sentences.js";
import { Expired, expiryOf, knownEnd, riskOfDuration, withDuration } from "../shapes/expiry.js";
import type { Kind } from "../shapes/kind.js";
import type { Comparison } from "./comparison.js";

/** Maximum number of properties of one object to report with their values. */
const MOST_LINES = 8;

/** Result of looking up an object of the state: its live properties, or its expiration. Undefined if it was deleted outside Pulumi. */
export type Found = { readonly live: Properties } | { readonly expired: Expired } | undefined;

/** Looks up an object of the state in `live`. `declared` contains the program's values, if the program is known. */
export function look(
    task: Task,
    id: string,
    state: State,
    declared: Properties = {},
    live = task.session.scope.live,
): Promise<Found> {
    const looking = observe(task, id, state, declared, live);
    task.session.absence.looking(looking);
    return looking;
}

/** @throws WrongOrganizationError if the object was created at a URL that does not belong to this run's service */
export function assertHome(session: Session, id: string, state: State): void {
    if (state.url === undefined || session.isHome(state.url)) return;
    throw new WrongOrganizationError(
        `${resourceText(state.resource, id)} was created at ${state.url}, but access-governance:url is ${session.url}. Nothing was changed. ` +
            "Restore the former URL, or use another stack for the other organization. If the service itself moved, set access-governance:formerUrl to the former URL.",
    );
}

/** Reports that an object was deleted outside Pulumi, and by which user. */
export async function tellMissing(
    { session, kind }: Task,
    resource: Declarer,
    id: string,
    state: State,
): Promise<void> {
    const end = knownEnd(kind, state);
    const { risk, text: access } = recreation(kind, state);
    const changed = lossOf(kind, id, state);
    // Without an event, nobody can tell whether the object was deleted or somebody changed when it expires.
    const isSure = !kind.ends || (await session.visibility.isDeleted(kind, id, state));
    const ended = isSure ? "" : " or ended early";
    const before = end === undefined ? "" : `, before its expiration (${end.slice(0, 16)}Z)`;
    const text = ` was deleted outside Pulumi${ended}${before}; \`pulumi up\` recreates it${access}`;
    await session.tellChange(resource, "deleted outside", changed, { full: () => [text], short: text }, risk);
}

/** The effect on access if the next `pulumi up` creates an object of the state again, and its description. */
export function recreation(kind: Kind, { declared = {} }: Pick<State, "declared">): { risk: Risk; text: string } {
    const risk = riskOfCreation(kind.fields, kind.access.created, declared);
    return { risk, text: accessText(risk, declared[kind.ends?.duration ?? ""]) };
}

/** Reports that an object expired. `fate` describes what the next `pulumi up` does, and `risk` its effect on access. */
export async function tellExpired(
    { session, kind }: Task,
    resource: Declarer,
    id: string,
    state: State,
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

/** Reports drift, with one line per property, and the user who changed the object. */
export async function tellDrift(
    { session, kind }: Task,
    id: string,
    { createdBy }: State,
    { resource, secrets }: Pick<State, "resource" | "secrets">,
    drift: Comparison["drift"],
): Promise<void> {
    if (drift.length === 0) return;
    const paths = drift.map(({ path }) => path);
    const riskOf = (one: Difference): Risk =>
        riskOfDuration(kind, one, session.scope.now()) ?? riskOfChange(kind.fields, one.path, one.live, one.declared);
    const risk = drift.some((one) => riskOf(one) === "widens") ? "widens" : "none";
    const gives = "; `pulumi up` gives access";
    const full = (): string[] => {
        const lines = drift
            .slice(0, MOST_LINES)
            .map((one) => {
                const access = riskOf(one) === "widens" ? gives : "";
                return ` drifted: ${driftText(kind, { secrets }, one, session.nameOf)}${access}`;
            });
        const others = paths.slice(MOST_LINES);
        return others.length > 0
            ? [
                  ...lines,
                  ` drifted in ${counted(others.length, "more property", "more properties")}: ${others.join(", ")}`,
              ]
            : lines;
    };
    const changed: Changed = { kind, id, event: "change", createdBy };
    const short = ` drifted: ${lineOf(paths.join(", "))}${risk === "widens" ? gives : ""}`;
    await session.tellChange(resource, "drifted", changed, { full, short }, risk);
}

/**
 * Returns the ids of objects that an unconfirmed create may have created. Undefined if a resource of this run declares one of them.
 * @throws NotVisibleError if none is found, but the object may not be visible yet
 */
export async function leftBy({ session, kind }: Task, state: State): Promise<readonly string[] | undefined> {
    const { ownership, scope, visibility } = session;
    const { declared = {}, unconfirmed, resource, written } = state;
    const due = visibility.dueAfter(written);
    do {
        const found = await kind.find(scope.live, declared, "fresh");
        if (found.some((id) => ownership.holder(kind.name, id))) return undefined;
        const left = found.filter((id) => !unconfirmed?.includes(id));
        if (left.length > 0 || due === undefined) return left;
    } while (await visibility.pause());
    throw new NotVisibleError(
        `${resourceText(resource)} may exist: the service did not respond to its creation at ${minuteText(Date.parse(written ?? ""))}, and may not show it yet. ` +
            `Nothing was changed. Run again later; from ${minuteText(due)} on, it is treated as not created. ` +
            "If you know that it was not created, run once with access-governance:lagSeconds set to 0.",
    );
}

/** Reports which objects an unconfirmed create may have created. The program no longer declares them. */
export function tellLeft(session: Session, { resource }: State, ids: readonly string[]): void {
    if (ids.length === 0) return;
    session.tell(
        resource,
        ` was created without a response from the service. It may be ${ids.join(" or ")}, ` +
            "which is not deleted, because someone else may have created it. If it is yours, delete it manually",
    );
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
    { written, createdBy, resource }: Pick<State, "written" | "createdBy" | "resource">,
    again: () => Promise<Properties | undefined>,
): Promise<Properties | undefined> {
    const { absence, visibility, scope } = session;
    const due = await dueOf({ session, kind }, id, { written, createdBy });
    if (due === undefined) return undefined;
    absence.withdraw(kind.name, id);
    if (kind.shape !== "entity") return undefined;
    do {
        kind.forget(scope.live, id);
        const found = await again();
        if (found) return found;
    } while (await visibility.pause());
    const writtenAt = minuteText(Date.parse(written ?? ""));
    throw new NotVisibleError(
        `${resourceText(resource, id)} (${id}) was written at ${writtenAt} but was not found. No audit event reports its deletion, so the service ` +
            `may not show it yet. Nothing was changed. Run again later; from ${minuteText(due)} on, it is treated as deleted. ` +
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
    { written, createdBy }: Pick<State, "written" | "createdBy">,
): Promise<number | undefined> {
    // A subresource is missing only if its object is missing. That object either has its own check, or was not written recently. A
    // membership is deleted together with the object that it belongs to.
    const parent = "of" in kind.discovery ? kind.discovery.of.name : undefined;
    const isDeletedWith = parent !== undefined && session.ownership.isReleased(parent, kind.rootOf(id));
    const isSubresource = kind.shape === "subresource";
    const due = isSubresource || isDeletedWith ? undefined : session.visibility.dueAfter(written);
    return due === undefined || (await session.visibility.isDeleted(kind, id, { createdBy, written })) ? undefined : due;
}

/** Reports objects that were replaced because they were missing, but exist after all. */
export async function tellReturned({ session, kind }: Task, { former, resource }: State): Promise<void> {
    for (const id of former) {
        if (!(await kind.observe(session.scope.live, id, []))) continue;
        session.tell(
            resource,
            ` replaced ${id}, which was not found at the time but exists now. No stack manages it: delete it manually, or keep it and its access`,
        );
    }
}

async function observe(
    { session, kind }: Task,
    id: string,
    state: State,
    declared: Properties,
    live: Live,
): Promise<Found> {
    const { now } = session.scope;
    const wanted = Object.keys({ ...state.declared, ...declared });
    const end = { ...state.declared, ...declared };
    const seen = (properties: Properties): Found => {
        session.absence.found();
        const all = { ...properties, ...kind.keyOf(id) };
        return { live: withDuration(kind.ends, all, end, now(), state) };
    };
    // An unconfirmed object does not have an id that could be looked up.
    if (!state.unconfirmed) {
        session.reads(kind, id);
        const found = await kind.observe(live, id, wanted, state.declared);
        if (found) return seen(found);
        const expired = expiryOf(kind, state, now()) ?? (await endedEarly({ session, kind }, id, state));
        if (expired) return { expired };
    }
    await session.absence.believe(kind.name, id, kind.rootOf(id), state.createdBy);
    if (state.unconfirmed) return undefined;
    const late = await lookAgain({ session, kind }, id, state, () =>
        kind.observe(session.scope.live, id, wanted, state.declared),
    );
    return late && seen(late);
}

/**
 * Returns the expiration of a missing object that was to exist for longer, if the last audit event about it is a change that this program
 * did not make: somebody set an earlier end, and it has passed. Undefined if an event reports a deletion, or there is no such event.
 */
async function endedEarly({ session, kind }: Task, id: string, state: State): Promise<Expired | undefined> {
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
