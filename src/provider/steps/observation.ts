import { counted, minuteText } from "../../common/counts.js";
import { NotVisibleError, WrongOrganizationError } from "../../common/errors.js";
import { type Declarer, resourceText } from "../../common/names.js";
import { messageLine } from "../../common/printable.js";
import type { Properties } from "../../common/properties.js";
import type { KernelState } from "../metadata.js";
import type { ChangedObject } from "../run/authors.js";
import type { Session, Task } from "../run/session.js";
import { setDifference } from "../schema/comparison/members.js";
import { riskOfChange } from "../schema/comparison/value-changes.js";
import { fieldAt } from "../schema/fields.js";
import { type IdReference, referencesIn } from "../schema/references.js";
import { type Risk, riskiest } from "../schema/risk.js";
import { driftText } from "../sentences.js";
import { type Expired, expiryOf, riskOfDuration, withDuration } from "../shapes/expiry.js";
import { writtenBefore } from "../shapes/kind.js";
import type { StateComparison } from "./comparison.js";
import { assertMissing, believeGone, endedEarly, lookAgain } from "./loss.js";

/** Maximum number of properties of one object to report with their values. */
const MOST_LINES = 8;

/** Maximum number of resources to name in an error. */
const MOST_NAMES = 5;

const RUN_PROGRAM = "Without `--run-program`, a refresh and a destroy may use the settings of the last `pulumi up`.";

/** Result of looking up an object of the state: its live properties, or its expiration. Undefined if it was deleted outside Pulumi. */
export type LiveObservation = { readonly live: Properties } | { readonly expired: Expired } | undefined;

/** Looks up an object of the state. `declared` contains the program's values, if the program is known. */
export function look(task: Task, id: string, state: KernelState, declared: Properties = {}): Promise<LiveObservation> {
    const looking = observe(task, id, state, declared);
    task.session.absence.looking(looking);
    return looking;
}

/** @throws WrongOrganizationError if the object was created at a URL that does not belong to this run's service */
export function assertHome(session: Session, id: string, state: KernelState): void {
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

/** Reports drift, with one line per property, and the user who changed the object. */
export async function tellDrift(
    { session, kind }: Task,
    id: string,
    { createdBy }: KernelState,
    { resource, secrets }: Pick<KernelState, "resource" | "secrets">,
    drift: StateComparison["drift"],
): Promise<void> {
    if (drift.length === 0) return;
    await assertMembersSeen({ session, kind }, drift);
    await learnMemberNames({ session, kind }, drift);
    const paths = drift.map(({ path }) => path);
    const risks = drift.map((one) => riskOfRepair({ session, kind }, one, driftedSiblings(one, drift)));
    const gives = (...of: readonly (Risk | undefined)[]) => (of.includes("widens") ? "; `pulumi up` gives access" : "");
    const full = (): string[] => {
        const lines = drift
            .slice(0, MOST_LINES)
            .map((one, at) => ` drifted: ${driftText(kind, { secrets }, one, session.nameOf)}${gives(risks[at])}`);
        const others = paths.slice(MOST_LINES);
        if (others.length === 0) return lines;
        const count = counted(others.length, "more property", "more properties");
        return [...lines, ` drifted in ${count}: ${others.join(", ")}${gives(...risks.slice(MOST_LINES))}`];
    };
    const changed: ChangedObject = { kind, id, event: "change", createdBy };
    const short = ` drifted: ${messageLine(paths.join(", "))}${gives(...risks)}`;
    const risk = risks.includes("widens") ? "widens" : "none";
    await session.tellChange(resource, "drifted", changed, { full, short }, risk);
}

/** Effect on access of undoing an outside change. What the program itself adds at the same time does not count. */
function riskOfRepair({ session, kind }: Task, drift: StateComparison["drift"][number], siblings: Properties): Risk {
    const { path, live, declared, before, isSet } = drift;
    const { fields } = kind;
    const ofDuration = riskOfDuration(kind, drift, session.scope.now());
    if (ofDuration || !isSet || !Array.isArray(before))
        return ofDuration ?? riskOfChange(fields, path, live, declared, siblings);
    const schema = fieldAt(fields, path);
    const { extra, missing, inside } = setDifference(schema, { live, declared: before });
    const dropped = setDifference(schema, { live: declared, declared: before }).missing;
    const left = before.filter((member) => !missing.includes(member));
    const restored = missing.filter((member) => !dropped.includes(member));
    return riskiest([
        riskOfChange(fields, path, [...left, ...extra], [...left, ...restored], siblings),
        ...inside.map((one) => riskOfChange(fields, `${path}${one.path}`, one.live, one.declared)),
    ]);
}

/** Live values of the drifted fields of the same object, which are repaired at the same time. */
function driftedSiblings({ path }: StateComparison["drift"][number], drift: StateComparison["drift"]): Properties {
    const parent = path.slice(0, path.lastIndexOf(".") + 1);
    const names = drift.map((one) => [one.path.slice(parent.length), one] as const);
    const siblings = names.filter(([name, one]) => one.path.startsWith(parent) && !/[.[]/.test(name));
    return Object.fromEntries(siblings.map(([name, { live }]) => [name, live]));
}

/**
 * Returns the ids of objects that an unconfirmed create may have created. Undefined if a resource of this run declares one of them.
 * @throws NotVisibleError if none is found, but the object may not be visible yet
 */
export async function leftBy({ session, kind }: Task, state: KernelState): Promise<readonly string[] | undefined> {
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
export function tellLeft(session: Session, { resource }: KernelState, ids: readonly string[]): void {
    if (ids.length === 0) return;
    session.tell(
        resource,
        ` was created without a response from the service. It may be ${ids.join(" or ")}, ` +
            "which is not deleted, because someone else may have created it. If it is yours, delete it manually",
    );
}

/** Reports objects that were replaced because they were missing, but exist after all. */
export async function tellReturned({ session, kind }: Task, { former, resource }: KernelState): Promise<void> {
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
    state: KernelState,
    declared: Properties,
): Promise<LiveObservation> {
    const { live, now } = session.scope;
    const wanted = Object.keys({ ...state.declared, ...declared });
    const before = writtenBefore(kind, state);
    const end = { ...state.declared, ...declared };
    const seen = (properties: Properties): LiveObservation => {
        session.absence.found();
        const all = { ...properties, ...kind.keyOf(id) };
        return { live: withDuration(kind.ends, all, end, now(), state) };
    };
    // An unconfirmed object does not have an id that could be looked up.
    if (!state.unconfirmed) {
        session.reads(kind, id);
        const found = await kind.observe(live, id, wanted, before, declared);
        if (found) return seen(found);
        const expired = expiryOf(kind, state, now()) ?? (await endedEarly({ session, kind }, id, state));
        if (expired) return { expired };
    }
    await believeGone({ session, kind }, id, state);
    if (state.unconfirmed) return undefined;
    const late = await lookAgain({ session, kind }, id, state, () => kind.observe(live, id, wanted, before, declared));
    return late && seen(late);
}

/** Reads the members that were added or removed outside and whose names no other read of this run returned, so that messages can name them. */
async function learnMemberNames({ session, kind }: Task, drift: StateComparison["drift"]): Promise<void> {
    const moved = drift.flatMap(({ path, live, before, isSet }) => {
        if (!isSet || path.includes("[")) return [];
        const { extra, missing } = setDifference(fieldAt(kind.fields, path), { live, declared: before });
        return [extra, missing].flatMap((members) =>
            referencesIn(kind.fields, nestedAt(path, members.slice(0, MOST_LINES))),
        );
    });
    await learnNames(session, moved);
}

/** Returns an object that has a value at a path. */
function nestedAt(path: string, value: unknown): Properties {
    const nested = path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    return nested as Properties; // A path has at least one name.
}

/** Reads the objects that references name and that no other read of this run returned, so that messages can name them. */
export async function learnNames(session: Session, references: readonly IdReference[]): Promise<void> {
    const { live } = session.scope;
    const unnamed = references.filter(({ id }) => session.nameOf(id) === undefined);
    const sources = unnamed.flatMap(({ id, to }) => {
        const source = session.sources.get(to);
        return source ? [{ id, source }] : [];
    });
    // A name only makes a message clearer, so the message is written without it if the token may not read the object.
    await Promise.all(sources.map(({ id, source }) => live.object(source, id).catch(() => undefined)));
}

/**
 * Checks that the members which are missing from drifted sets were removed. A token that may not see every object does not find existing
 * members that it may not see.
 * @throws NotVisibleError if the token may not see a member
 */
async function assertMembersSeen({ session, kind }: Task, drift: StateComparison["drift"]): Promise<void> {
    for (const { path, property, live, before, isSet } of drift) {
        if (!isSet || path !== property || (await session.rights.seesEverything())) continue;
        const { missing } = setDifference(kind.fields[property], { live, declared: before });
        for (const { id, to } of referencesIn(kind.fields, { [property]: missing })) {
            const source = session.sources.get(to);
            if (source && (await session.scope.live.object(source, id))) continue;
            await assertMissing({ session }, `${property}: the ${to} ${session.nameOf(id) ?? id}`);
        }
    }
}
