import type { Target } from "../../access/model/facts/facts.js";
import type { PrincipalSet } from "../../access/model/facts/principals.js";
import type { AccessModel } from "../../access/model/model.js";
import { pathOf } from "../../access/model/path.js";
import type { PathStep } from "../../access/model/path-step.js";
import { ruleToDoubt } from "../../access/model/step-rules.js";
import { addTo } from "../../common/collections.js";
import { type Disagreement, disagreementKey, joinedDisagreements } from "./disagreement.js";
import type { HeldAccess, HolderEvidence, HolderReader } from "./evidence.js";
import { nearestRule } from "./nearest-rule.js";

/** Result of comparing one target. */
export interface TargetComparison {
    readonly disagreements: readonly Disagreement[];
    /** Keys of holders that only the service has, for a target whose holders the model cannot fully determine. */
    readonly incomparable: readonly string[];
}

/** Compares the holders of a target in the model with those in the service. `now` is the service's time in milliseconds since 1970. */
export async function compareTarget(
    model: AccessModel,
    target: Target,
    reader: HolderReader,
    now: number,
): Promise<TargetComparison> {
    const evidence = await reader.of(target);
    const probes = target.type === "resource" ? await probed(model, target, reader) : [];
    const parentId = target.type === "resource" ? lazily(() => reader.parentOf(target.id)) : undefined;
    const found: Disagreement[] = [];
    const incomparable: string[] = [];
    for (const one of joinedDisagreements([
        ...evidence.flatMap((each) => disagreementsWith(model, target, each)),
        ...probes,
    ])) {
        if (one.side !== "service") {
            found.push({ ...one, agreeing: agreeing(one, evidence) });
            continue;
        }
        if (isOpen(model, target, one)) {
            incomparable.push(disagreementKey(one));
            continue;
        }
        const held = evidence.flatMap(({ levels }) => levels.get(one.personId) ?? []);
        const hasEnded = held.length > 0 && held.every(({ until }) => until !== null && Date.parse(until) <= now);
        const rule = nearestRule(model, one.personId, target, { hasEnded, parentId: await parentId?.() });
        found.push({ ...one, agreeing: agreeing(one, evidence), ...(rule !== undefined && { rule }) });
    }
    return { disagreements: found, incomparable };
}

type Levels = ReadonlyMap<string, readonly string[]>;

function disagreementsWith(model: AccessModel, target: Target, evidence: HolderEvidence): Disagreement[] {
    const expected = evidence.scope === "all" ? holdersOf(model, target) : directMembers(model, target.id);
    const people = new Set([...expected.keys(), ...evidence.levels.keys()]);
    return [...people].flatMap((personId) => {
        const inModel = expected.get(personId);
        const held = evidence.levels.get(personId);
        const modelLevels = (inModel ?? []).filter((level) => !isHeld(held, level));
        const serviceLevels = (held ?? []).map(({ level }) => level).filter((level) => !inModel?.includes(level));
        const side = inModel && held ? "level" : inModel ? "model" : "service";
        // If the operation does not return levels, only the users are compared.
        if (side === "level" && (!evidence.hasLevels || modelLevels.length + serviceLevels.length === 0)) return [];
        return [disagreement(model, target, side, personId, { modelLevels, serviceLevels }, evidence)];
    });
}

function isHeld(held: readonly HeldAccess[] | undefined, level: string): boolean {
    return held?.some((one) => one.level === level) ?? false;
}

function disagreement(
    model: AccessModel,
    target: Target,
    side: Disagreement["side"],
    personId: string,
    levels: Pick<Disagreement, "modelLevels" | "serviceLevels">,
    { operation, scope }: Pick<HolderEvidence, "operation" | "scope">,
): Disagreement {
    const path = side === "service" ? [] : pathTo(model, personId, target, levels.modelLevels[0]);
    const isOfRule = scope === "direct" && side !== "service" && model.records.groups.get(target.id)?.rule?.isActive;
    const rule = isOfRule ? 8 : ruleToDoubt(path);
    return {
        side,
        target,
        personId,
        ...levels,
        against: [operation],
        agreeing: [],
        path,
        ...(rule !== undefined && { rule }),
    };
}

function pathTo(model: AccessModel, personId: string, target: Target, level: string | undefined): readonly PathStep[] {
    return pathOf(model, personId, "has", target, level) ?? pathOf(model, personId, "has", target) ?? [];
}

/** Returns the levels of each user who has access to the target, directly or indirectly. */
function holdersOf(model: AccessModel, target: Target): Levels {
    const found = new Map<string, string[]>();
    for (const [level, set] of model.holdersByLevel(target)) addUsers(model, set, level, found);
    return found;
}

/** Returns the levels of each expected direct member. The direct members of an access rule are the users who match it. */
function directMembers(model: AccessModel, groupId: string): Levels {
    const { records, memberships } = model;
    const found = new Map<string, string[]>();
    if (records.groups.get(groupId)?.rule?.isActive) {
        addUsers(model, memberships.matching(groupId), "", found);
        return found;
    }
    for (const { member, level, end } of records.memberships.get(groupId)?.entries() ?? []) {
        if (end <= records.at) continue;
        const id = records.principals.id(member);
        addTo(found, id, records.levels.id(level));
    }
    return found;
}

function addUsers({ records }: AccessModel, set: PrincipalSet, level: string, found: Map<string, string[]>): void {
    for (const number of set.members) {
        if (!records.users.has(number)) continue;
        const id = records.principals.id(number);
        addTo(found, id, level);
    }
}

/** Whether the model cannot determine if the user has access to the target. */
function isOpen(model: AccessModel, target: Target, { against, personId }: Disagreement): boolean {
    if (against.every((operation) => operation === "runQuery") && reachesByMachine(model, target, personId))
        return true;
    const isDirect = target.type === "group" && against.every((operation) => operation === "getGroupUsers");
    const set = isDirect ? model.memberships.matching(target.id) : model.holders(target);
    return set.unknowns.size > 0;
}

/** Whether the user can use a non-human identity that has access to the target. Queries count that as access, but the model does not. */
function reachesByMachine(model: AccessModel, target: Target, personId: string): boolean {
    const { records } = model;
    const number = records.principals.find(personId);
    const seen = new Set([target.id]);
    // `seen` grows in the loop. The iteration includes the added elements.
    for (const id of seen)
        for (const { member } of records.grants.get(id)?.entries() ?? []) {
            const machine = records.identities.get(member);
            if (!machine) continue;
            if (number !== undefined && model.holders({ type: "resource", id: machine.id }).has(number)) return true;
            seen.add(machine.id);
        }
    return false;
}

/** Returns the operations that agree with the model on whether the user has access to the target. */
function agreeing(
    { side, personId, against }: Disagreement,
    evidence: readonly HolderEvidence[],
): Disagreement["agreeing"] {
    return evidence
        .filter(({ operation, scope, levels }) => {
            if (scope === "direct" || against.includes(operation)) return false;
            return levels.has(personId) === (side !== "service");
        })
        .map(({ operation }) => operation);
}

/** Number of holders, and also of other users, whose access status is read for each resource. */
const PROBED = 2;

/** Reads the access status of a few holders and of a few other users. */
async function probed(model: AccessModel, target: Target, reader: HolderReader): Promise<Disagreement[]> {
    const holders = holdersOf(model, target);
    const having = [...holders].slice(0, PROBED);
    const others = [...model.records.users.values()].filter(({ id }) => !holders.has(id)).slice(0, PROBED);
    const people = [...having, ...others.map(({ id }) => [id, undefined] as const)];
    const operation = "getResourceUserAccessStatus";
    const found = await Promise.all(
        people.map(async ([personId, levels]) => {
            const level = levels?.[0] ?? "";
            const isAuthorized = await reader.isAuthorized(target.id, personId, level);
            if (isAuthorized === undefined || isAuthorized === (levels !== undefined)) return [];
            const differing = { modelLevels: levels ? [level] : [], serviceLevels: isAuthorized ? [level] : [] };
            const side = isAuthorized ? "service" : "model";
            return [disagreement(model, target, side, personId, differing, { operation, scope: "all" })];
        }),
    );
    return found.flat();
}

function lazily<T>(read: () => Promise<T>): () => Promise<T> {
    let value: Promise<T> | undefined;
    return () => {
        value ??= read();
        return value;
    };
}
