import { joined, type Phrase, prose } from "../../common/phrase.js";
import type { Change, Facts, Governed, RequestRule, Target } from "../model/facts/facts.js";
import { PrincipalSet } from "../model/facts/principals.js";
import { unknownText } from "../model/facts/records.js";
import { AccessModel } from "../model/model.js";
import type { ChangeReach } from "./change-reach.js";
import type { Details } from "./reads/details.js";
import type { Organization } from "./reads/organization.js";

/** Maximum calls for the visibility of targets that require approval. More would exceed a reviewer's patience. */
const MOST_CALLS = 100;

/** Parts of a bundle that need further calls: its visibility, groups and resources. */
const CALLS_PER_BUNDLE = 3;

/** What users come to see when they join a group. The API lists neither what is visible to a group nor the visibility of several targets. */
export interface NewlyVisible {
    /** Targets that users come to see, and what they get with them. */
    readonly targets: readonly Target[];
    /** Why it is unknown what else they come to see and may request, as a clause. */
    readonly notRead: readonly Phrase[];
    /** Why it is unknown what they get without approval, as a clause. */
    readonly notReadable: readonly Phrase[];
}

/**
 * Reads the visibility of whatever users may get without approval as soon as they see it. Reads that of all other targets if there are few, or
 * if `isWhole`.
 */
export async function readNewlyVisible(
    organization: Organization,
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
    // Users who come to have only a resource see no more than the bundles in which it is.
    const isUnread = (target: Target): boolean =>
        !details.isVisibilityRead(target) && (first.groupIds.size > 0 || target.type === "bundle");
    const suspects = organization.targets.filter((one) => isUnread(one) && isSuspect(first, one));
    await Promise.all(suspects.flatMap((one) => reviewingOwners(first.after, one)).map((id) => details.owner(id)));
    const newcomers = suspects.length > 0 ? await modelled() : first;
    const critical = suspects.filter((one) => isUnread(one) && getsAlone(newcomers, one));
    const rest = organization.targets.filter((one) => isUnread(one) && !critical.includes(one));
    const cost = rest.reduce((sum, { type }) => sum + (type === "bundle" ? CALLS_PER_BUNDLE : 1), 0);
    const asked = isWhole || cost <= MOST_CALLS ? [...critical, ...rest] : critical;
    await Promise.all(asked.map((one) => details.visibility(one)));
    const bundles = asked.filter(({ type }) => type === "bundle");
    await Promise.all(bundles.map(({ id }) => details.items(id)));

    const shown = asked.filter((one) => isShownTo(newcomers, organization, one));
    const sources = shown.flatMap(({ id }) => newcomers.after.records.sources.get(id) ?? []);
    const refused = critical.filter(({ type, id }) => organization.tables[type].get(id)?.visibility === undefined);
    const who =
        newcomers.groupIds.size > 0
            ? prose`new members of ${namesOf(newcomers.groupIds, organization.groups)}`
            : prose`new holders of ${namesOf(newcomers.resourceIds, organization.resources)}`;
    return {
        targets: await reach.withWhatTheyGive([...shown, ...sources.map((id): Target => ({ type: "group", id }))]),
        notRead:
            asked.length < critical.length + rest.length
                ? [
                      prose`${who} may also come to see and request some of ${things(rest)}, whose visibility was not read; they get none of these without approval`,
                  ]
                : [],
        notReadable:
            refused.length > 0
                ? [
                      prose`${who} may get some of ${things(refused)} without approval, because their visibility could not be read`,
                  ]
                : [],
    };
}

/** Users who join groups by a change. */
interface Newcomers {
    /** The organization after the change. */
    readonly after: AccessModel;
    /** Groups that gain members, or may. */
    readonly groupIds: ReadonlySet<string>;
    /** Resources that gain holders, or may: their holders see the bundles in which they are. */
    readonly resourceIds: ReadonlySet<string>;
    readonly users: PrincipalSet;
    /** Delegates of reviewers. */
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

/** Whether newcomers may get a target alone once they see it, as far as can be told without the users of owners. */
function isSuspect({ after, delegates }: Newcomers, target: Target): boolean {
    const governed = requested(after, target);
    return rulesOf(governed).some(
        (rule) => rule.autoApproval || delegates.size > 0 || !needsAdministrator(rule, governed?.adminOwnerId),
    );
}

/** Whether newcomers get a target by a request that nobody else approves. The users of owners must have been read. */
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
 * Whether only users of the admin owner, or their delegates, can approve some stage. These users see the target already, so they cannot come
 * to see it.
 */
function needsAdministrator({ stages }: RequestRule, adminOwnerId: string | undefined): boolean {
    return stages.some(
        ({ ownerIds, serviceUserIds, requireManagerApproval, escalation }) =>
            !requireManagerApproval &&
            serviceUserIds.length + (escalation?.userIds ?? []).length === 0 &&
            [...ownerIds, ...(escalation?.ownerIds ?? [])].every((id) => id === adminOwnerId),
    );
}

/** Owners whose users review requests for a target. */
function reviewingOwners(after: AccessModel, target: Target): string[] {
    const governed = requested(after, target);
    const stages = rulesOf(governed).flatMap((rule) => (rule.autoApproval ? [] : rule.stages));
    return stages.flatMap(({ ownerIds, escalation, requireAdminApproval }) => [
        ...ownerIds,
        ...(escalation?.ownerIds ?? []),
        ...(requireAdminApproval && governed?.adminOwnerId !== undefined ? [governed.adminOwnerId] : []),
    ]);
}

/** What users who see a target request: for a linked group, its source. */
function requested({ records }: AccessModel, { type, id }: Target): Governed | undefined {
    if (type === "bundle") return undefined;
    return type === "group" ? records.groups.get(records.sources.get(id) ?? id) : records.resources.get(id);
}

function rulesOf(governed: Governed | undefined): RequestRule[] {
    return (governed?.requestRules ?? []).filter(({ allowRequests }) => allowRequests);
}

function isShownTo({ groupIds, resourceIds }: Newcomers, organization: Organization, { type, id }: Target): boolean {
    const visibility = organization.tables[type].get(id)?.visibility;
    if (visibility?.type !== "LIMITED") return false;
    const bundle = type === "bundle" ? organization.bundles.get(id) : undefined;
    return (
        [...visibility.groupIds, ...(bundle?.groupIds ?? [])].some((one) => groupIds.has(one)) ||
        (bundle?.resourceIds ?? []).some((one) => resourceIds.has(one))
    );
}

/** Whether an object exists only after the change, so that its id is its URN. */
export function isNew(id: string): boolean {
    return id.startsWith("urn:");
}

function namesOf(ids: ReadonlySet<string>, table: ReadonlyMap<string, { readonly name: string }>): Phrase {
    const names = [...ids].map((id) => prose`"${table.get(id)?.name || id}"`);
    const more = names.length - MOST_NAMES;
    return joined([...names.slice(0, MOST_NAMES), ...(more > 0 ? [prose`${more} more`] : [])], prose`, `);
}

const MOST_NAMES = 3;

function things(targets: readonly Target[]): Phrase {
    const isBundles = targets.every(({ type }) => type === "bundle");
    return prose`${targets.length} other ${isBundles ? prose`bundles` : prose`groups, resources and bundles`}`;
}
