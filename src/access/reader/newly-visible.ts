import { joined, type Phrase, prose } from "../../common/phrase.js";
import type { Change, Facts, Governed, RequestRule, Target } from "../model/facts/facts.js";
import { PrincipalSet } from "../model/facts/principals.js";
import { unknownText } from "../model/facts/records.js";
import { AccessModel } from "../model/model.js";
import type { ChangeReach } from "./change-reach.js";
import type { Details } from "./reads/details.js";
import type { Organization } from "./reads/organization.js";

/** Maximum number of calls for the visibility of targets that require approval. More would make a review too slow. */
const MAX_CALLS = 100;

/** Calls that it takes to read a bundle: one each for its visibility, groups and resources. */
const CALLS_PER_BUNDLE = 3;

/**
 * Targets that users newly see when they join a group. Finding these is expensive: the API can list neither the targets that a group sees nor
 * the visibility of several targets at once.
 */
export interface NewlyVisible {
    /** Targets that users newly see, and everything they get with them. */
    readonly targets: readonly Target[];
    /** Clauses about targets that were not read, and that users may also newly see and request. */
    readonly notRead: readonly Phrase[];
    /** Clauses about targets that could not be read, and that users may get without approval. */
    readonly notReadable: readonly Phrase[];
}

/**
 * Reads the visibility of all targets that users may get without approval as soon as they see them. Reads the visibility of other targets only
 * if there are few, or if `isWhole` is set.
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
    // A user who gains only a resource newly sees nothing but the bundles that contain it.
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

/** Users who join groups because of a change. */
interface Newcomers {
    /** The organization after the change. */
    readonly after: AccessModel;
    /** Groups that gain members, or may gain some. */
    readonly groupIds: ReadonlySet<string>;
    /** Resources that gain holders, or may gain some. Their holders see the bundles that contain them. */
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

/** Whether newcomers may get a target without approval once they see it. An estimate that does not need the users of owners. */
function isSuspect({ after, delegates }: Newcomers, target: Target): boolean {
    const governed = requested(after, target);
    return rulesOf(governed).some(
        (rule) => rule.autoApproval || delegates.size > 0 || !needsAdministrator(rule, governed?.adminOwnerId),
    );
}

/** Whether newcomers get a target without approval by others, or may get it. Requires that the users of owners have been read. */
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
 * Whether there is a stage that only users of the admin owner, or their delegates, can approve. Users of the admin owner already see the target,
 * so they cannot newly see it.
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

/** The object that users request when they see a target. For a linked group, this is its source. */
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

/** Whether the change creates the object. Its URN then serves as its id. */
export function isNew(id: string): boolean {
    return id.startsWith("urn:");
}

function namesOf(ids: ReadonlySet<string>, table: ReadonlyMap<string, { readonly name: string }>): Phrase {
    const names = [...ids].map((id) => prose`"${table.get(id)?.name || id}"`);
    const more = names.length - MAX_NAMES;
    return joined([...names.slice(0, MAX_NAMES), ...(more > 0 ? [prose`${more} more`] : [])], prose`, `);
}

const MAX_NAMES = 3;

function things(targets: readonly Target[]): Phrase {
    const isBundles = targets.every(({ type }) => type === "bundle");
    return prose`${targets.length} other ${isBundles ? prose`bundles` : prose`groups, resources and bundles`}`;
}
