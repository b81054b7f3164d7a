import { firstOf, type Phrase, prose } from "../../common/phrase.js";
import type { Change } from "../model/facts/change.js";
import type { Facts, Governed, RequestRule, Target } from "../model/facts/facts.js";
import { PrincipalSet } from "../model/facts/principals.js";
import { unknownText } from "../model/facts/records.js";
import { AccessModel } from "../model/model.js";
import type { ChangeReach } from "./change-reach.js";
import type { Details } from "./reads/details.js";
import type { OrganizationReads } from "./reads/organization.js";

/** Maximum number of calls to read the visibility of targets that require approval. More calls would make a review too slow. */
const MAX_CALLS = 100;

/** Number of calls needed to read a bundle: one each for its visibility, its groups and its resources. */
const CALLS_PER_BUNDLE = 3;

/**
 * Targets that become visible to users when they join a group. Finding them is expensive, because the API cannot list the targets that are
 * visible to a group, and cannot return the visibility of several targets in one call.
 */
export interface NewlyVisible {
    /** Targets that become visible to users, and everything that these targets grant. */
    readonly targets: readonly Target[];
    /** Clauses about targets that were not read, but that users may also be able to see and request. */
    readonly notRead: readonly Phrase[];
    /** Clauses about targets that could not be read, but that users may be able to get without approval. */
    readonly notReadable: readonly Phrase[];
}

/**
 * Reads the visibility of all targets that users may be able to get without approval once they can see them. Reads the visibility of other
 * targets only if there are few, or if `isWhole` is set.
 */
export async function readNewlyVisible(
    organization: OrganizationReads,
    details: Details,
    reach: ChangeReach,
    facts: () => Promise<Facts>,
    changes: (facts: Facts) => readonly Change[],
    isWhole: boolean,
): Promise<NewlyVisible> {
    const modelled = async () => {
        const known = await facts();
        const before = AccessModel.of(known);
        return newcomersOf(before, before.with(changes(known)));
    };
    const first = await modelled();
    if (first.groupIds.size + first.resourceIds.size === 0) return { targets: [], notRead: [], notReadable: [] };
    // For users who only gain a resource, the only objects that become visible are bundles that contain the resource.
    const isUnread = (target: Target): boolean =>
        !details.isVisibilityRead(target) && (first.groupIds.size > 0 || target.type === "bundle");
    const suspects = organization.targets.filter((one) => isUnread(one) && isSuspect(first, one));
    await Promise.all(suspects.flatMap((one) => reviewingOwners(first.after, one)).map((id) => details.owner(id)));
    const newcomers = suspects.length > 0 ? await modelled() : first;
    const critical = suspects.filter((one) => isUnread(one) && getsAlone(newcomers, one));
    const rest = organization.targets.filter((one) => isUnread(one) && !critical.includes(one));
    const cost = rest.reduce((sum, { type }) => sum + (type === "bundle" ? CALLS_PER_BUNDLE : 1), 0);
    const asked = isWhole || cost <= MAX_CALLS ? [...critical, ...rest] : critical;
    await Promise.all(asked.map((one) => details.visibility(one)));
    const bundles = asked.filter(({ type }) => type === "bundle");
    await Promise.all(bundles.map(({ id }) => details.items(id)));

    const shown = asked.filter((one) => isShownTo(newcomers, organization, one));
    const sources = shown.flatMap(({ id }) => newcomers.after.records.sources.get(id) ?? []);
    const refused = critical.filter(({ type, id }) => organization.tables[type].get(id)?.visibility === undefined);
    const who =
        newcomers.groupIds.size > 0
            ? prose`new members of ${visibleNames(newcomers.groupIds, organization.groups)}`
            : prose`new holders of ${visibleNames(newcomers.resourceIds, organization.resources)}`;
    return {
        targets: await reach.withWhatTheyGive([...shown, ...sources.map((id): Target => ({ type: "group", id }))]),
        notRead:
            asked.length < critical.length + rest.length
                ? [
                      prose`${who} may also be able to see and request ${things(rest)}, whose visibility was not read; these all require approval`,
                  ]
                : [],
        notReadable:
            refused.length > 0
                ? [prose`${who} may get ${things(refused)} without approval, because the visibility could not be read`]
                : [],
    };
}

/** Users who join groups or gain resources because of a change. */
interface Newcomers {
    /** Access model of the organization after the change. */
    readonly after: AccessModel;
    /** Ids of groups that gain members, or may gain members. */
    readonly groupIds: ReadonlySet<string>;
    /** Ids of resources that gain holders, or may gain holders. Holders can see the bundles that contain the resource. */
    readonly resourceIds: ReadonlySet<string>;
    readonly users: PrincipalSet;
    /** Newcomers who are delegates of other users. */
    readonly delegates: PrincipalSet;
}

function newcomersOf(before: AccessModel, after: AccessModel): Newcomers {
    const numbers = new Set<number>();
    let isAnybody = false;
    const gains = (was: PrincipalSet, is: PrincipalSet): boolean => {
        const gained = is.members.filter((number) => after.records.users.has(number) && !was.has(number));
        for (const number of gained) numbers.add(number);
        const reasons = new Set([...was.unknowns].map(unknownText));
        const isOpen = [...is.unknowns].some((unknown) => !reasons.has(unknownText(unknown)));
        isAnybody ||= isOpen;
        return isOpen || gained.length > 0;
    };
    const { groups, targets } = after.reachFrom(before);
    const groupIds = [...groups].filter(
        (id) => !isNew(id) && gains(before.memberships.of(id), after.memberships.of(id)),
    );
    const resourceIds = targets
        .filter((one) => one.type === "resource" && !isNew(one.id) && gains(before.holders(one), after.holders(one)))
        .map(({ id }) => id);
    const users = isAnybody ? after.people.everybody : PrincipalSet.of(numbers);
    const delegates = PrincipalSet.of([...after.people.delegates.members].filter((number) => users.has(number)));
    return { after, groupIds: new Set(groupIds), resourceIds: new Set(resourceIds), users, delegates };
}

/**
 * Whether newcomers may be able to get a target without approval once they can see it. An estimate that does not require reading the users
 * of owners.
 */
function isSuspect({ after, delegates }: Newcomers, target: Target): boolean {
    const governed = requested(after, target);
    return rulesOf(governed).some(
        (rule) => rule.autoApproval || delegates.size > 0 || !needsAdministrator(rule, governed?.adminOwnerId),
    );
}

/** Whether newcomers can get a target without approval by others, or may be able to. Requires that the users of owners have been read. */
function getsAlone({ after, users, delegates }: Newcomers, target: Target): boolean {
    const governed = requested(after, target);
    if (!governed) return false;
    return rulesOf(governed).some((rule) => {
        const who = needsAdministrator(rule, governed.adminOwnerId) && !rule.autoApproval ? delegates : users;
        const level = after.records.levels.number("");
        const { size, unknowns } = after.requests.unreviewed({ level, rule, governed, who });
        return size + unknowns.size > 0;
    });
}

/**
 * Whether any stage can only be approved by users of the admin owner or their delegates. Users of the admin owner can already see the
 * target, so it does not become visible to them. Not certain if an unknown field may decide.
 */
function needsAdministrator({ stages, unknownFields }: RequestRule, adminOwnerId: string | undefined): boolean {
    if (unknownFields) return false;
    return stages.some(
        ({ ownerIds, serviceUserIds, scriptIds = [], requireManagerApproval, escalation }) =>
            !requireManagerApproval &&
            serviceUserIds.length + scriptIds.length + (escalation?.userIds ?? []).length === 0 &&
            [...ownerIds, ...(escalation?.ownerIds ?? [])].every((id) => id === adminOwnerId),
    );
}

/** Ids of the owners whose users review requests for a target. */
function reviewingOwners(after: AccessModel, target: Target): string[] {
    const governed = requested(after, target);
    const stages = rulesOf(governed).flatMap((rule) => (rule.autoApproval ? [] : rule.stages));
    return stages.flatMap(({ ownerIds, escalation, requireAdminApproval }) => [
        ...ownerIds,
        ...(escalation?.ownerIds ?? []),
        ...(requireAdminApproval && governed?.adminOwnerId !== undefined ? [governed.adminOwnerId] : []),
    ]);
}

/** The object that users request when they can see a target. For a linked group, this is its source group. */
function requested({ records }: AccessModel, { type, id }: Target): Governed | undefined {
    if (type === "bundle") return undefined;
    return type === "group" ? records.groups.get(records.sources.get(id) ?? id) : records.resources.get(id);
}

function rulesOf(governed: Governed | undefined): RequestRule[] {
    return (governed?.requestRules ?? []).filter(({ allowRequests }) => allowRequests);
}

function isShownTo(
    { groupIds, resourceIds }: Newcomers,
    organization: OrganizationReads,
    { type, id }: Target,
): boolean {
    const visibility = organization.tables[type].get(id)?.visibility;
    if (visibility?.type !== "LIMITED") return false;
    const bundle = type === "bundle" ? organization.bundles.get(id) : undefined;
    return (
        [...visibility.groupIds, ...(bundle?.groupIds ?? [])].some((one) => groupIds.has(one)) ||
        (bundle?.resourceIds ?? []).some((one) => resourceIds.has(one))
    );
}

/** Whether the change creates the object. Until then, its URN is used as its id. */
export function isNew(id: string): boolean {
    return id.startsWith("urn:");
}

function visibleNames(ids: ReadonlySet<string>, table: ReadonlyMap<string, { readonly name: string }>): Phrase {
    return firstOf(
        [...ids].map((id) => prose`"${table.get(id)?.name || id}"`),
        MAX_NAMES,
    );
}

const MAX_NAMES = 3;

function things(targets: readonly Target[]): Phrase {
    const { length } = targets;
    const isBundles = targets.every(({ type }) => type === "bundle");
    if (length === 1) return isBundles ? prose`1 other bundle` : prose`1 other group or resource`;
    return prose`some of ${length} other ${isBundles ? prose`bundles` : prose`groups, resources and bundles`}`;
}
