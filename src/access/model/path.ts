import type { Target } from "./facts/facts.js";
import { type AccessModel, type Aspect, dateOf } from "./model.js";
import type { PathStep } from "./path-step.js";
import type { Ground } from "./rules/grounds.js";
import type { Offer } from "./rules/stages.js";

/**
 * Returns a path that explains why an aspect applies to a person and a target: the shortest of the paths that last longest. Returns
 * undefined if the aspect does not apply, or if this is unknown.
 * @param level id of the level at which the person has the target. Default: any level. Only used for the aspect `has`.
 */
export function pathOf(
    model: AccessModel,
    userId: string,
    aspect: Aspect,
    target: Target,
    level?: string,
): PathStep[] | undefined {
    const number = model.records.principals.find(userId);
    if (number === undefined) return undefined;
    // The search determines whether they have the target at this level. This is faster than `who`, which unites all levels.
    if (aspect === "has" && level !== undefined) return holdingPath(model, number, target, level);
    if (!model.who(aspect, target).has(number)) return undefined;
    switch (aspect) {
        case "has":
            return holdingPath(model, number, target);
        case "administers":
            return groundPath(model, number, target, model.administration.grounds.administering(target));
        case "sees":
            return groundPath(model, number, target, model.administration.grounds.seeing(target));
        default:
            return requestOrApprovalPath(model, number, aspect, target);
    }
}

/** Finds the nearest position from which the person has direct access that lasts as long as their access to the target. */
function holdingPath(model: AccessModel, number: number, target: Target, level?: string): PathStep[] | undefined {
    const until = accessEnd(model, number, target, level);
    if (until === undefined) return undefined;
    const wanted = level === undefined ? undefined : model.records.levels.number(level);
    for (const { at, level, rest } of positionsBefore(model, target, until, wanted)) {
        const own = direct(model, number, at, until, level);
        if (own) return [own, ...rest];
    }
    return undefined;
}

/** A position in the backward search from a target. */
interface SearchPosition {
    readonly at: Target;
    /** Number of the level that the path requires at this position. Undefined if any level is sufficient. */
    readonly level: number | undefined;
    /** Steps from this position to the target. */
    readonly rest: readonly PathStep[];
}

/**
 * Searches backwards from a target, nearest groups first, and yields each position once, beginning with the target.
 * @param until skips edges that expire before this time
 * @param level number of the level at which the path must lead to the target. Default: any level.
 */
function* positionsBefore(
    { records, memberships }: AccessModel,
    target: Target,
    until = Number.NEGATIVE_INFINITY,
    level?: number,
): Generator<SearchPosition> {
    const open: SearchPosition[] = [{ at: target, level, rest: [] }];
    const seen = new Set<string>();
    for (const position of open) {
        const { at, level, rest } = position;
        const key = `${at.type} ${at.id} ${level}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield position;
        const by = at.type === "group" ? "nesting" : "link";
        for (const edge of (by === "nesting" ? records.nestings : records.links).get(at.id) ?? []) {
            if (edge.end < until || !isAt(level, edge.level)) continue;
            const step: PathStep = { by, target: at, level: records.levels.id(edge.level), until: dateOf(edge.end) };
            // The edge determines the level. The levels of memberships further back do not matter.
            open.push({ at: { type: "group", id: edge.groupId }, level: undefined, rest: [step, ...rest] });
        }
        const parent = at.type === "resource" ? memberships.givingAbove(at.id)[0] : undefined;
        if (parent !== undefined)
            open.push({ at: { type: "resource", id: parent }, level, rest: [{ by: "parent", target: at }, ...rest] });
    }
}

function isAt(wanted: number | undefined, level: number): boolean {
    return wanted === undefined || wanted === level;
}

/** Finds the step that makes a person a direct member of a group, or grants them a resource directly. */
function direct(
    { records, memberships }: AccessModel,
    number: number,
    at: Target,
    until: number,
    level: number | undefined,
): PathStep | undefined {
    const isGroup = at.type === "group";
    if (isGroup && records.groups.get(at.id)?.rule?.isActive) {
        const fits = isAt(level, DEFAULT_LEVEL) && memberships.matching(at.id).has(number);
        return fits ? { by: "rule", target: at } : undefined;
    }
    const row = (isGroup ? records.memberships : records.grants).get(at.id);
    const entry = row?.find(number).find((one) => one.end >= until && isAt(level, one.level));
    if (!entry) return undefined;
    const [id, end] = [records.levels.id(entry.level), dateOf(entry.end)];
    return { by: isGroup ? "member" : "grant", target: at, level: id, until: end };
}

/** The level at which users who match an access rule are members. */
const DEFAULT_LEVEL = 0;

/** Finds the first ground that applies to a person, and returns the steps that explain it. */
function groundPath(
    model: AccessModel,
    number: number,
    target: Target,
    grounds: readonly Ground[],
): PathStep[] | undefined {
    for (const ground of grounds) {
        const path = stepsOfGround(model, number, target, ground);
        if (path) return path;
    }
    return undefined;
}

function stepsOfGround(model: AccessModel, number: number, target: Target, ground: Ground): PathStep[] | undefined {
    const { records, people, administration } = model;
    const holding = (one: Target): PathStep[] | undefined => holdingPath(model, number, one);
    switch (ground.by) {
        case "everybody":
            return [{ ...ground, target }];
        case "administrator":
            return people.ownersUsers(ground.ownerId).has(number) ? [{ ...ground, target }] : undefined;
        case "leader":
            return people.users(ground.userIds).has(number) ? [{ by: "leader", target }] : undefined;
        case "role": {
            const path = holding({ type: "resource", id: ground.roleId });
            return path && [...path, { ...ground, target }];
        }
        case "organizationRole": {
            const { role } = ground;
            const isInvited = role === "admin" && records.users.get(number)?.role === "ADMIN";
            if (isInvited) return [{ by: "organizationRole", target, role }];
            for (const roleId of administration.grounds.organizationRoles(role)) {
                const path = holding({ type: "resource", id: roleId });
                if (path) return [...path, { by: "organizationRole", target, roleId, role }];
            }
            return undefined;
        }
        case "shownTo": {
            const path = holding({ type: "group", id: ground.groupId });
            return path && [...path, { ...ground, target }];
        }
        case "holder":
            return holding(ground.target);
        case "unknown":
            return undefined;
    }
}

/** Searches the target first, then everything that grants it, nearest first. */
function requestOrApprovalPath(
    model: AccessModel,
    number: number,
    aspect: "mayRequest" | "mayApprove" | "getsWithoutApproval",
    target: Target,
): PathStep[] | undefined {
    for (const one of [target, ...model.memberships.giving(target)]) {
        const steps =
            aspect === "mayApprove" ? approvalPath(model, number, one) : requestPath(model, number, aspect, one);
        if (steps) return one === target ? steps : [...steps, ...stepsBetween(model, one, target)];
    }
    return undefined;
}

function requestPath(model: AccessModel, number: number, aspect: Aspect, target: Target): PathStep[] | undefined {
    const { requests, administration } = model;
    const isAlone = aspect === "getsWithoutApproval";
    const offer = requests
        .offers(target)
        .filter((one) => (isAlone ? requests.unreviewed(one) : one.who).has(number))
        .sort((a, b) => Number(b.rule.autoApproval) - Number(a.rule.autoApproval))[0];
    if (offer) {
        const asked = requestStep(model, number, offer, target);
        return isAlone ? [asked, { by: offer.rule.autoApproval ? "autoApproval" : "ownApproval", target }] : [asked];
    }
    if (!isAlone) return undefined;
    const assigning = groundPath(model, number, target, administration.grounds.assigning(target));
    if (assigning) return [...assigning, { by: "selfGrant", target }];
    return administration.breakGlassUsers(target).has(number) ? [{ by: "breakGlass", target }] : undefined;
}

/** Returns the step for a request under an offer. */
export function requestStep(model: AccessModel, number: number, { rule, level }: Offer, target: Target): PathStep {
    const [groupId] = rule.condition?.groupIds ?? [];
    const linkedId = model.viewers(target).has(number)
        ? undefined
        : model.requests.linkedTo(target.id).find((id) => model.viewers({ type: "group", id }).has(number));
    return {
        by: "request",
        target,
        level: model.records.levels.id(level),
        ...(groupId !== undefined && { groupId }),
        ...(linkedId !== undefined && { linkedId }),
    };
}

function approvalPath(model: AccessModel, number: number, target: Target): PathStep[] | undefined {
    const { requests, people, administration } = model;
    const reviewed = requests.offers(target).filter(({ rule }) => !rule.autoApproval);
    for (const offer of reviewed) {
        for (const [index, stage] of offer.rule.stages.entries()) {
            if (!requests.stages.reviewers(stage, offer).has(number)) continue;
            const owners = [...stage.ownerIds, ...(stage.escalation?.ownerIds ?? [])];
            const ownerId = owners.find((id) => people.ownersUsers(id).has(number));
            const standsInFor = ownerId === undefined ? people.delegatorsOf(number)[0] : undefined;
            return [
                {
                    by: "reviewer",
                    target,
                    stage: index + 1,
                    ...(ownerId !== undefined && { ownerId }),
                    ...(standsInFor !== undefined && { standsInFor }),
                },
            ];
        }
    }
    if (reviewed.length === 0) return undefined;
    const path = groundPath(model, number, target, administration.grounds.approving(target));
    return path && [...path, { by: "decision", target }];
}

/** Finds the steps from a group or resource to a target that it grants. */
export function stepsBetween(model: AccessModel, from: Target, target: Target): PathStep[] {
    for (const { at, rest } of positionsBefore(model, target))
        if (at.type === from.type && at.id === from.id) return [...rest];
    return [];
}

/** Returns when a person's access to the target expires. Undefined if they do not have access at that level. */
function accessEnd(model: AccessModel, number: number, target: Target, level?: string): number | undefined {
    const set = level === undefined ? model.holders(target) : model.holdersByLevel(target).get(level);
    const place = set?.members.indexOf(number) ?? -1;
    return place < 0 ? undefined : set?.endAt(place);
}
