import { ArgumentError } from "../../common/errors.js";
import type { Declarer } from "../../common/names.js";
import { hasUnknown } from "../../common/unknown.js";
import { isHomeUrl } from "../../common/urls.js";
import type { DeclaredResource, KernelState } from "../metadata.js";
import type { Predecessor } from "../run/ownership.js";
import type { Task } from "../run/session.js";
import { announcedPaths } from "../schema/comparison/undeclared.js";
import { acceptsNull, fieldAt, standInForNull } from "../schema/fields.js";
import { referredAt } from "../schema/references.js";
import type { Risk } from "../schema/risk.js";
import { accessText, differenceText, namesText, strayText } from "../sentences.js";
import { type Expired, expiryOf, withDeclaredDuration, withDuration } from "../shapes/expiry.js";
import { type Kind, keepsKey, keyText } from "../shapes/kind.js";
import { ignoreProblems } from "./check.js";
import { compare, propertiesOf, type StateComparison } from "./comparison.js";
import { dueOf, recreation, tellExpired, tellMissing } from "./loss.js";
import { checkNewKey, tellDeletedLast } from "./moving.js";
import { assertHome, leftBy, look, tellDrift, tellLeft, tellReturned } from "./observation.js";
import { checkRestoredReferences } from "./references.js";
import { tellKeptFields, tellUnknownFields, unknownFieldChanges } from "./unknown-fields.js";
import { dueWrites } from "./writing.js";

/** Result of a diff. */
export interface DiffResult {
    readonly changes: boolean;
    /** Properties whose change requires a replacement. */
    readonly replaces: readonly string[];
    readonly deleteBeforeReplace: boolean;
    /** Paths at which the program and the service differ. Empty if they are unknown, or if the difference is not in a property. */
    readonly paths: readonly string[];
}

/** Compares the program, the state and the service. Reports drift line by line. */
export async function diff(task: Task, id: string, state: KernelState, program: DeclaredResource): Promise<DiffResult> {
    const { session, kind } = task;
    assertHome(session, id, state);
    session.rememberName(kind, id, state);
    // The engine does not pass `ignoreChanges` to the check of a plugin.
    const [problem] = ignoreProblems(kind, program);
    if (problem !== undefined) throw new ArgumentError(problem);
    const { given, resource } = program;
    const plan = planRecorder(task, id, resource);
    const unread = compareUnread(task, state, program);
    if (unread) {
        session.noteUnread(resource);
        plan.keep(program, unread);
        return { changes: false, replaces: [], deleteBeforeReplace: false, paths: [] };
    }
    const found = await look(task, id, state, given);
    if (state.unconfirmed) return diffUnconfirmed(task, id, state, program, state.unconfirmed);
    if (!found) {
        const isDue = kind.shape === "membership" && !kind.issues && (await dueOf(task, id, state)) !== undefined;
        if (isDue) {
            const { risk, text } = recreation(kind, state);
            session.note("not visible", resource, risk);
            session.tell(
                resource,
                ` was not found, but may not be visible yet; \`pulumi up\` writes it again${text}`,
                id,
            );
        } else await tellMissing(task, resource, id, state);
        plan.release({ id, reason: "deleted outside", sameKey: true, former: state.former });
        // Writing a membership again restores the same object. With deleteBeforeReplace, the engine would drop it from the state if the
        // create failed.
        return isDue ? { ...recreate(kind), deleteBeforeReplace: false } : recreate(kind);
    }
    if ("expired" in found) return diffExpired(task, id, state, program, found.expired);
    await tellReturned(task, state);
    const { live } = found;
    const comparison = compare(kind, program, state, live);
    const replacing = [...kind.replacing, ...program.replacing];
    const replaces = propertiesOf(comparison.changes).filter((name) => replacing.includes(name));
    if (comparison.changes.length > 0)
        await checkRestoredReferences(task, id, program, { before: state.declared ?? {}, live: comparison.live });
    const unknownChanges = await unknownFieldChanges(task, id, state);
    await tellUnknownFields(task, id, { ...state, resource }, unknownChanges);
    if (unknownChanges.length === 0) tellKeptFields(task, id, resource, replaces.length > 0);
    await tellComparison(task, id, state, program, comparison, replaces.length > 0);
    const sameKey = keepsKey(kind, live, given);
    // An object that the API cannot delete keeps its key, so the old object stays in the state until the new one exists.
    const deleteBeforeReplace = sameKey && kind.removal.does === "delete";
    if (replaces.length > 0) {
        plan.release({ id, reason: "replaced", sameKey });
        await tellHoldings(task, id, resource);
        if (kind.removal.does === "leave")
            session.tell(resource, ` is replaced, and the old one stays on the service: ${kind.removal.because}`, id);
        return { changes: true, replaces, deleteBeforeReplace, paths: pathsOf(comparison) };
    }
    if (plan.keep(program, comparison)) await checkNewKey(task, id, program, comparison);
    tellDue(task, id, program, comparison);
    return {
        changes:
            comparison.changes.length > 0 ||
            isDue(task, comparison) ||
            comparison.intended ||
            unknownChanges.length > 0 ||
            !isHomeUrl(session, state.url ?? session.url),
        replaces: [],
        // The engine may replace the object anyway, because it does not pass `replaceOnChanges` to a plugin.
        deleteBeforeReplace,
        paths: pathsOf(comparison),
    };
}

function pathsOf({ changes, dropped }: StateComparison): string[] {
    return [...new Set([...changes.map(({ path }) => path), ...dropped])];
}

/**
 * Compares the program with the live properties at the end of the last run, without reading the object. Undefined if the object must be
 * read: the setting `read` requires it, it may not exist, or the program declares something else than the last run wrote.
 */
function compareUnread(
    { session, kind }: Task,
    state: KernelState,
    program: DeclaredResource,
): StateComparison | undefined {
    const now = session.scope.now();
    const mayBeMissing = state.unconfirmed !== undefined || expiryOf(kind, state, now) !== undefined;
    // A refresh found a change that the state does not record yet.
    const isChanged = state.changedFields.length > 0;
    if (!session.leavesUnread || mayBeMissing || isChanged || !isHomeUrl(session, state.url ?? session.url))
        return undefined;
    const declared = { ...state.declared, ...program.given };
    const comparison = compare(kind, program, state, withDuration(kind.ends, state.outputs, declared, now, state));
    const isUnchanged = comparison.changes.length === 0 && !comparison.intended;
    return isUnchanged && !isDue({ session, kind }, comparison) ? comparison : undefined;
}

function isDue({ session, kind }: Task, { live, declared }: StateComparison): boolean {
    return dueWrites(kind, live, declared, session.scope.now()).length > 0;
}

/** Reports what is due for an object, and what waits. */
function tellDue({ session, kind }: Task, id: string, program: DeclaredResource, comparison: StateComparison): void {
    const { live, declared } = comparison;
    for (const { says, repairs } of kind.due?.(live, declared, session.scope.now()) ?? []) {
        if (repairs !== undefined) session.note("deleted outside", program.resource, repairs);
        session.tell(program.resource, `${says}${accessText(repairs ?? "none")}`, id);
    }
}

/**
 * Diff of an unconfirmed object. If the key is unchanged, the create looks up the object. If the key changed, the new object is a different
 * one.
 */
async function diffUnconfirmed(
    task: Task,
    id: string,
    state: KernelState,
    { given, resource }: DeclaredResource,
    known: readonly string[],
): Promise<DiffResult> {
    const { session, kind } = task;
    const plan = planRecorder(task, id, resource);
    const sameKey = keepsKey(kind, state.declared ?? {}, given);
    plan.release({ id, reason: sameKey ? "unconfirmed" : "replaced", sameKey });
    const left = (await leftBy(task, state)) ?? [];
    if (sameKey) {
        for (const one of known) plan.release({ id: one, reason: "replaced", sameKey });
        const { risk, text } = recreation(kind, { declared: given });
        session.note(undefined, resource, risk);
        session.tell(
            resource,
            ` may exist: the service did not respond to its creation. \`pulumi up\` looks for it, and creates it if it does not exist${text}`,
        );
    } else tellLeft(session, state, left);
    // The object stays in the state until the service has responded. With deleteBeforeReplace, the engine would drop it if the create
    // failed.
    return { ...recreate(kind), deleteBeforeReplace: false };
}

/** Diff of an expired object. It stays expired unless the program renews it or changes its declaration. */
async function diffExpired(
    task: Task,
    id: string,
    kept: KernelState,
    program: DeclaredResource,
    expired: Expired,
): Promise<DiffResult> {
    const { kind } = task;
    const { given, resource } = program;
    const plan = planRecorder(task, id, resource);
    const state = withDeclaredDuration(kind, kept, given);
    const comparison = compare(kind, program, state, state.outputs);
    const changed = propertiesOf(comparison.changes);
    const renew = kind.ends?.renew;
    const isRenewed = renew !== undefined && given[renew] === true;
    const replaces = changed.length > 0 || !isRenewed ? changed : kind.key.slice(0, 1);
    const say = (fate: string, risk?: Risk) => tellExpired(task, resource, id, kept, expired, fate, risk);
    if (replaces.length > 0) {
        const { risk, text } = recreation(kind, { declared: given });
        await say(`\`pulumi up\` recreates it${text}`, risk);
        const sameKey = keepsKey(kind, state.outputs, given);
        plan.release({ id, reason: "replaced", sameKey });
        return { changes: true, replaces, deleteBeforeReplace: sameKey, paths: [] };
    }
    const way =
        renew === undefined ? "Declare a later expiration date to recreate it" : `Set ${renew}: true to grant it again`;
    await say(`it stays expired. ${way}`);
    plan.keep(program, comparison);
    return { changes: comparison.intended || state !== kept, replaces: [], deleteBeforeReplace: false, paths: [] };
}

/** Returns functions that record this run's plan for the object. They have no effect if the program does not declare it. */
function planRecorder({ session, kind }: Task, id: string, resource: Declarer) {
    const { ownership, moves } = session;
    const isDeclared = ownership.isDeclared(resource);
    return {
        release: (predecessor: Predecessor): void => {
            if (!isDeclared) return;
            ownership.release(resource, predecessor);
            const isReplaced = predecessor.reason === "replaced";
            if (isReplaced && kind.removal.does !== "delete") return;
            for (const move of moves.released(kind.name, predecessor.id))
                if (isReplaced) tellDeletedLast(session, move.resource);
        },
        /** Returns whether the object changes its natural key. */
        keep: ({ given, ignored }: DeclaredResource, { live, declared }: StateComparison): boolean => {
            if (!isDeclared) return false;
            ownership.claimObject(kind, id, given, resource, ignored);
            const [from, to] = [keyText(kind, live), keyText(kind, { ...live, ...declared })];
            if (from !== to) moves.announce(kind.name, id);
            else moves.keep(kind.name, id, resource);
            return from !== to;
        },
    };
}

/** Returns the diff of a missing object. It requests a replacement, because otherwise the engine would not call create. */
function recreate(kind: Kind): DiffResult {
    return { changes: true, replaces: kind.key.slice(0, 1), deleteBeforeReplace: true, paths: [] };
}

/** Reports the undeclared contents of an object that will be replaced, because they will be lost. */
async function tellHoldings({ session, kind }: Task, id: string, resource: Declarer): Promise<void> {
    const holdings = await kind.holdings?.(session.scope.live, id);
    const full = Object.entries(holdings ?? {}).filter(([, names]) => names.length > 0);
    if (full.length === 0) return;
    const what = full.map(([noun, names]) => `the ${noun} ${namesText(names)}`).join(" and ");
    session.tell(
        resource,
        ` is replaced: the old one has ${what}; the new one gets only those that the program declares`,
        id,
    );
}

async function tellComparison(
    task: Task,
    id: string,
    state: KernelState,
    program: DeclaredResource,
    comparison: StateComparison,
    isReplaced: boolean,
): Promise<void> {
    const { session, kind } = task;
    const tell = (text: string): void => session.tell(program.resource, text, id);
    for (const path of announcedPaths(kind.fields, comparison.declared, comparison.live))
        tell(
            ` has ${path} on the service, which the program does not declare. It decides who gets access, and a write keeps it: declare it, or declare [] to remove it`,
        );
    await tellDrift(task, id, state, program, comparison.drift);
    for (const difference of comparison.unwritten) {
        if (hasUnknown(difference.declared)) continue;
        tell(
            `: ${differenceText(kind, program, difference, session.nameOf)}; the last run failed before it wrote this property`,
        );
    }
    for (const { property, declared } of comparison.tooLate) {
        if (hasUnknown(declared)) continue;
        tell(`: ${property} is used only when the ${kind.noun} is created; this edit is ignored`);
    }
    for (const difference of comparison.stuck) {
        if (hasUnknown(difference.declared)) continue;
        tell(
            `: ${differenceText(kind, program, difference, session.nameOf)}; it cannot be changed: ${difference.because}`,
        );
    }
    for (const path of comparison.dropped) {
        const left = isReplaced
            ? `the new ${kind.noun} gets the service's default`
            : `it stays as it is on the service${removalText(task, path)}`;
        tell(`: ${path} is no longer declared; ${path in comparison.declared ? "it returns to its default" : left}`);
    }
    // Properties that were not declared before are overwritten, possibly with a default that does not appear in the program.
    if (!isReplaced)
        for (const difference of comparison.changes.filter(({ property }) => !(property in (state.declared ?? {}))))
            if (!hasUnknown(difference.declared))
                tell(` updates: ${differenceText(kind, program, difference, session.nameOf)}`);
    for (const stray of comparison.strays) tell(`: ${strayText(stray)}`);
}

/** Explains how the program can remove a value that it no longer declares. */
function removalText({ session, kind }: Task, path: string): string {
    const field = fieldAt(kind.fields, path);
    const nothing = session.isPlugin ? standInForNull(field) : "null";
    const way =
        acceptsNull(field) && nothing !== undefined
            ? `; set it to ${nothing} to remove it`
            : field?.safeParse([]).success
              ? "; set it to [] to empty it"
              : "";
    if (referredAt(kind.fields, path) === undefined) return way;
    return `${way}; until ${way === "" ? "it has another value" : "then"}, the object that it refers to cannot be deleted`;
}
