import type { Target } from "../../access/model/facts/facts.js";
import { NEVER } from "../../access/model/facts/principals.js";
import { expirationTime } from "../../access/model/facts/records.js";
import { type AccessModel, dateOf } from "../../access/model/model.js";
import { pathOf } from "../../access/model/path.js";
import type { PathStep } from "../../access/model/path-step.js";
import { ruleToDoubt } from "../../access/model/step-rules.js";
import { addTo } from "../../common/collections.js";
import { type Disagreement, disagreementKey, joinedDisagreements } from "./disagreement.js";
import { endRule } from "./end-rule.js";
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
    const machineIds = new Set([...model.records.identities.values()].map(({ id }) => id));
    const evidence = await reader.of(target, machineIds);
    const probes = target.type === "resource" ? await probed(model, target, reader) : [];
    const parentId = target.type === "resource" ? lazily(() => reader.parentOf(target.id)) : undefined;
    const found: Disagreement[] = [];
    const incomparable = evidence.flatMap(({ throughMachines }) =>
        throughMachines.map((personId) => disagreementKey({ side: "service", target, personId, modelLevels: [] })),
    );
    for (const one of joinedDisagreements([
        ...evidence.flatMap((each) => disagreementsWith(model, target, each)),
        ...probes,
    ])) {
        if (isMoreOnService(one) && isOpen(model, target, one)) {
            incomparable.push(disagreementKey(one));
            continue;
        }
        if (one.side !== "service") {
            found.push({ ...one, agreeing: agreeing(one, evidence) });
            continue;
        }
        const held = evidence.flatMap(({ levels }) => levels.get(one.personId) ?? []);
        const hasEnded = held.length > 0 && held.every(({ until }) => until !== null && Date.parse(until) <= now);
        const rule = nearestRule(model, one.personId, target, { hasEnded, parentId: await parentId?.() });
        found.push({ ...one, agreeing: agreeing(one, evidence), ...(rule !== undefined && { rule }) });
    }
    return { disagreements: found, incomparable };
}

/** Access of a user to a target at one level, in the model. */
interface ModelAccess {
    readonly level: string;
    /** In milliseconds since 1970, or NEVER. */
    readonly end: number;
    readonly isDirect: boolean;
}
type ModelHolders = ReadonlyMap<string, readonly ModelAccess[]>;

function disagreementsWith(model: AccessModel, target: Target, evidence: HolderEvidence): Disagreement[] {
    const expected = evidence.scope === "all" ? holdersOf(model, target) : directHolders(model, target);
    const people = new Set([...expected.keys(), ...evidence.levels.keys()]);
    return [...people].flatMap((personId) => {
        const inModel = expected.get(personId);
        const held = evidence.levels.get(personId);
        const levels = (inModel ?? []).map(({ level }) => level);
        const modelLevels = levels.filter((level) => !isHeld(held, level));
        const serviceLevels = (held ?? []).map(({ level }) => level).filter((level) => !levels.includes(level));
        const side = inModel && held ? "level" : inModel ? "model" : "service";
        const isSame = side === "level" && modelLevels.length + serviceLevels.length === 0;
        return [
            ...(isSame ? [] : [disagreement(model, target, side, personId, { modelLevels, serviceLevels }, evidence)]),
            ...(held ?? []).flatMap((one) => {
                const known = inModel?.find(({ level }) => level === one.level);
                return known ? detailDisagreements(model, target, personId, known, one, evidence) : [];
            }),
        ];
    });
}

/** Compares the end of access at one level, and whether it is direct, if the operation considers all ways to the access. */
function detailDisagreements(
    model: AccessModel,
    target: Target,
    personId: string,
    { level, end, isDirect }: ModelAccess,
    held: HeldAccess,
    evidence: HolderEvidence,
): Disagreement[] {
    if (held.isDirect === undefined) return [];
    const levels = { modelLevels: [level], serviceLevels: [level] };
    const found: Disagreement[] = [];
    if (!isSameEnd(end, expirationTime(held.until))) {
        const one = disagreement(model, target, "end", personId, levels, evidence);
        const { rule: _, ...rest } = one;
        const rule = endRule(model, personId, target, level, one.path);
        found.push({ ...rest, ends: { model: dateOf(end), service: held.until }, ...(rule !== undefined && { rule }) });
    }
    if (isDirect !== held.isDirect) {
        const one = disagreement(model, target, "direct", personId, levels, evidence);
        // The model takes direct access from lists, and the longest path may be an inherited one.
        const isOfGrant = isDirect && one.rule !== 8;
        found.push({ ...one, isDirect, ...(isOfGrant && { rule: 1 }) });
    }
    return found;
}

/** Ends are equal if they are less than a second apart, because operations may round them differently. */
function isSameEnd(one: number, other: number): boolean {
    return one === other || Math.abs(one - other) < 1000;
}

/** Whether the service claims more access than the model, which may be access that the model cannot determine. */
function isMoreOnService({ side, modelLevels, ends, isDirect }: Disagreement): boolean {
    switch (side) {
        case "model":
            return false;
        case "service":
            return true;
        case "level":
            return modelLevels.length === 0;
        case "end":
            return ends !== undefined && expirationTime(ends.service) > expirationTime(ends.model);
        case "direct":
            return isDirect === false;
    }
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

/** Returns the access of each user who has the target, directly or indirectly. */
function holdersOf(model: AccessModel, target: Target): ModelHolders {
    const { records } = model;
    const direct = directHolders(model, target);
    const found = new Map<string, ModelAccess[]>();
    for (const [level, set] of model.holdersByLevel(target))
        for (const [place, number] of set.members.entries()) {
            if (!records.users.has(number)) continue;
            const id = records.principals.id(number);
            const isDirect = direct.get(id)?.some((one) => one.level === level) ?? false;
            addTo(found, id, { level, end: set.endAt(place), isDirect });
        }
    return found;
}

/** Returns the direct access of each user to the target. The direct members of an access rule are the users who match it. */
function directHolders({ records, memberships }: AccessModel, { type, id }: Target): ModelHolders {
    const found = new Map<string, ModelAccess[]>();
    const add = (number: number, level: string, end: number): void => {
        if (!records.identities.has(number))
            addTo(found, records.principals.id(number), { level, end, isDirect: true });
    };
    if (type === "group" && records.groups.get(id)?.rule?.isActive) {
        for (const number of memberships.matching(id).members) add(number, "", NEVER);
        return found;
    }
    for (const { member, level, end } of (type === "group" ? records.memberships : records.grants).get(id)?.entries() ??
        [])
        if (end > records.at) add(member, records.levels.id(level), end);
    return found;
}

/** Whether the model cannot determine if the user has access to the target. */
function isOpen(model: AccessModel, target: Target, { against }: Disagreement): boolean {
    const isDirect = target.type === "group" && against.every((operation) => operation === "getGroupUsers");
    const set = isDirect ? model.memberships.matching(target.id) : model.holders(target);
    return set.unknowns.size > 0;
}

/** Returns the operations that agree with the model on whether the user has access to the target. */
function agreeing(
    { side, personId, against }: Disagreement,
    evidence: readonly HolderEvidence[],
): Disagreement["agreeing"] {
    if (side !== "model" && side !== "service") return [];
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
            const level = levels?.[0]?.level ?? "";
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
