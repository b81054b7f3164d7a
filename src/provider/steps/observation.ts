import { counted, durationWords } from "../../common/counts.js";
import { NotVisibleError, WrongOrganizationError } from "../../common/errors.js";
import { lineOf } from "../../common/printable.js";
import { minuteText } from "../live/last-change.js";
import type { Live } from "../live/live.js";
import type { Declarer, State } from "../metadata.js";
import type { Changed } from "../run/authors.js";
import type { Session, Task } from "../run/session.js";
import type { Properties } from "../schema/fields.js";
import { driftText, resourceText } from "../sentences.js";
import { type Expired, expiryOf, knownEnd, withDuration } from "../shapes/expiry.js";
import type { Comparison } from "./comparison.js";

/** Maximum number of properties of one object to report with their values. */
const MOST_LINES = 8;

/** Maximum number of resources to name in an error. */
const MOST_NAMES = 5;

const RUN_PROGRAM = "Without `--run-program`, a refresh and a destroy may use the settings of the last `pulumi up`.";

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
    const wrong = `${resourceText(state.resource, id)} was created at ${state.url}, but access-governance:url is ${session.url}`;
    const { creators } = session.ownership;
    if (creators.length === 0) {
        throw new WrongOrganizationError(
            `${wrong}. Nothing was changed there. Restore the former URL, or use another stack for the other organization. ` +
                `If the service itself moved, set access-governance:formerUrl to the former URL. ${RUN_PROGRAM}`,
        );
    }
    const more = creators.length > MOST_NAMES ? ` and ${creators.length - MOST_NAMES} more` : "";
    const named = creators.slice(0, MOST_NAMES);
    throw new WrongOrganizationError(
        `${wrong}, where this run already created ${named.map((one) => resourceText(one)).join(", ")}${more}. Delete what it created with ` +
            `\`pulumi destroy${named.map(targetText).join("")}\`, and then restore the former URL.`,
    );
}

/** Returns the option of a Pulumi command that selects a resource. */
function targetText({ kind, name }: Declarer): string {
    return ` --target '**:${kind}::${name}'`;
}

/** Reports that an object was deleted outside Pulumi, and by which user. */
export async function tellMissing(
    { session, kind }: Task,
    resource: Declarer,
    id: string,
    state: State,
): Promise<void> {
    const { createdBy, declared = {} } = state;
    const end = knownEnd(kind, state);
    const minutes = declared[kind.ends?.duration ?? ""];
    const again = typeof minutes === "number" ? ` for ${durationWords(minutes)}` : "";
    const text =
        end === undefined
            ? "was deleted outside Pulumi; `pulumi up` recreates it"
            : `was deleted outside Pulumi, before its expiration (${end.slice(0, 16)}Z); \`pulumi up\` grants it again${again}`;
    const changed: Changed = { kind, id, event: "deletion", createdBy };
    await session.tellChange(resource, "deleted outside", changed, { full: () => [` ${text}`], short: ` ${text}` });
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
    const full = (): string[] => {
        const lines = drift
            .slice(0, MOST_LINES)
            .map((one) => ` drifted: ${driftText(kind, { secrets }, one, session.nameOf)}`);
        const others = paths.slice(MOST_LINES);
        return others.length > 0
            ? [
                  ...lines,
                  ` drifted in ${counted(others.length, "more property", "more properties")}: ${others.join(", ")}`,
              ]
            : lines;
    };
    const changed: Changed = { kind, id, event: "change", createdBy };
    await session.tellChange(resource, "drifted", changed, { full, short: ` drifted: ${lineOf(paths.join(", "))}` });
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
            `Run again later; from ${minuteText(due)} on, it is treated as not created. ` +
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
    { written, createdBy }: Pick<State, "written" | "createdBy">,
): Promise<number | undefined> {
    // A subresource is missing only if its object is missing. That object either has its own check, or was not written recently. A
    // membership is deleted together with the object that it belongs to.
    const parent = "of" in kind.discovery ? kind.discovery.of.name : undefined;
    const isDeletedWith = parent !== undefined && session.ownership.isReleased(parent, kind.rootOf(id));
    const isSubresource = kind.shape === "subresource";
    const due = isSubresource || isDeletedWith ? undefined : session.visibility.dueAfter(written);
    return due === undefined || (await session.visibility.isDeleted({ kind, id, createdBy }, written))
        ? undefined
        : due;
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
        const expired = expiryOf(kind, state, now());
        if (expired) return { expired };
    }
    await session.absence.believe(kind.name, id, kind.rootOf(id), state.createdBy);
    if (state.unconfirmed) return undefined;
    const late = await lookAgain({ session, kind }, id, state, () =>
        kind.observe(session.scope.live, id, wanted, state.declared),
    );
    return late && seen(late);
}
