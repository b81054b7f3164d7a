import type { Bundle, Group, Resource, Tag, Target } from "../access/facts.js";
import * as records from "../access-reader/records.js";
import type { Properties } from "../schema/fields.js";
import type { Draft } from "./draft.js";

/** A declaration as a preview tells of it: unknown ids of new objects are their URNs. */
export interface Declared {
    readonly id: string;
    /** What the program gives. */
    readonly given: Properties;
    /** When a grant ends, if the declaration leaves that as it is; undefined if it is given anew. */
    readonly until?: string | null;
}

/** What a declaration of a kind does to access. */
export interface Effect {
    /** What it is about. */
    touches(declared: Declared): Touched;
    /** Makes the organization what the declaration says. */
    put(draft: Draft, declared: Declared): void;
    /** What is left without the declaration. */
    remove(draft: Draft, declared: Declared): void;
}

export interface Touched {
    readonly targets?: readonly Target[];
    readonly ownerIds?: readonly string[];
    readonly tags?: readonly Tag[];
    /** Users of whom somebody else decides afterwards. */
    readonly reviewerIds?: readonly string[];
    /** Users may fit other rules than before. */
    readonly hasOtherTags?: boolean;
}

/** By the name of the kind. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
    AccessRule: {
        touches: ({ id, given }) => ({
            targets: [group(id)],
            tags: [...records.accessRuleOf(given).when, ...records.accessRuleOf(given).unless].flatMap(
                ({ tags }) => tags,
            ),
        }),
        put(draft, { id, given }) {
            const base = draft.group(id);
            const rule = records.accessRuleOf(given, base?.rule);
            draft.apply({ put: "group", value: { ...records.groupOf(given, id, base), rule } });
        },
        remove: (draft, { id }) => removeGroup(draft, id),
    },
    Bundle: {
        touches: ({ id }) => ({ targets: [{ type: "bundle", id }] }),
        put: (draft, { id, given }) =>
            draft.apply({ put: "bundle", value: records.bundleOf(given, id, draft.bundle(id)) }),
        remove: (draft, { id }) => draft.apply({ remove: "bundle", id }),
    },
    BundleGroup: bundleItem("groupIds", "groupId"),
    BundleResource: bundleItem("resourceIds", "resourceId"),
    BundleVisibility: visibility("bundleId", "bundle"),
    ContainingGroup: {
        touches: ({ given }) => ({ targets: [group(text(given.groupId)), group(text(given.containingGroupId))] }),
        put: (draft, { given, until }) =>
            draft.apply({
                put: "nesting",
                value: {
                    groupId: text(given.groupId),
                    containingGroupId: text(given.containingGroupId),
                    level: text(given.accessLevelRemoteId),
                    until: endIn(draft, given, until),
                },
            }),
        remove: (draft, { given }) =>
            draft.apply({
                remove: "nesting",
                value: {
                    groupId: text(given.groupId),
                    containingGroupId: text(given.containingGroupId),
                    level: text(given.accessLevelRemoteId),
                },
            }),
    },
    CustomAccessLevel: {
        touches: ({ given }) => ({ targets: [resource(text(given.resourceId))] }),
        put: (draft, { given }) => {
            const found = draft.resource(text(given.resourceId));
            const level = text(given.accessLevelRemoteId);
            if (found)
                draft.apply({
                    put: "resource",
                    value: { ...found, levels: [...new Set([...(found.levels ?? []), level])] },
                });
        },
        remove: (draft, { given }) => {
            const found = draft.resource(text(given.resourceId));
            const level = text(given.accessLevelRemoteId);
            if (found)
                draft.apply({ put: "resource", value: { ...found, levels: without(found.levels ?? [], level) } });
        },
    },
    Delegation: {
        touches: ({ given }) => ({ reviewerIds: [text(given.delegatorUserId)] }),
        put: (draft, { id, given }) => draft.apply({ put: "delegation", value: records.delegationOf(given, id) }),
        remove: (draft, { id }) => draft.apply({ remove: "delegation", id }),
    },
    Group: {
        touches: ({ id }) => ({ targets: [group(id)] }),
        put(draft, { id, given }) {
            const base = draft.group(id);
            draft.apply({ put: "group", value: records.groupOf(given, id, base) });
            if (base === undefined)
                for (const userId of texts(given.initialUserIds))
                    draft.apply({ put: "membership", value: { groupId: id, userId, level: "", until: null } });
        },
        remove: (draft, { id }) => removeGroup(draft, id),
    },
    GroupBinding: {
        touches: ({ given }) => ({
            targets: [text(given.sourceGroupId), ...objects(given.groups).map(({ groupId }) => text(groupId))].map(
                group,
            ),
        }),
        put: (draft, { id, given }) =>
            draft.apply({
                put: "binding",
                value: {
                    id,
                    sourceGroupId: text(given.sourceGroupId),
                    groupIds: objects(given.groups).map(({ groupId }) => text(groupId)),
                },
            }),
        remove: (draft, { id }) => draft.apply({ remove: "binding", id }),
    },
    GroupResource: {
        touches: ({ given }) => ({ targets: [group(text(given.groupId)), resource(text(given.resourceId))] }),
        put: (draft, { given, until }) =>
            draft.apply({ put: "link", value: { ...linkOf(given), until: endIn(draft, given, until) } }),
        remove: (draft, { given }) => draft.apply({ remove: "link", value: linkOf(given) }),
    },
    GroupResources: {
        touches: ({ given }) => ({
            targets: [
                group(text(given.groupId)),
                ...objects(given.resources).map((one) => resource(text(one.resourceId))),
            ],
        }),
        put(draft, { given }) {
            const groupId = text(given.groupId);
            const wanted = objects(given.resources).map((one) => linkOf({ ...one, groupId }));
            const found = draft.links(groupId);
            for (const link of found)
                if (!wanted.some((one) => isSameLink(one, link))) draft.apply({ remove: "link", value: link });
            for (const link of wanted)
                if (!found.some((one) => isSameLink(one, link)))
                    draft.apply({ put: "link", value: { ...link, until: null } });
        },
        remove(draft, { given }) {
            for (const one of objects(given.resources))
                draft.apply({ remove: "link", value: linkOf({ ...one, groupId: given.groupId }) });
        },
    },
    GroupReviewerStages: reviewed("groupId", "group", ({ stages }, rules) => records.withStages(rules, stages)),
    GroupTag: tagged("groupId", "group"),
    GroupUser: {
        touches: ({ given }) => ({ targets: [group(text(given.groupId))] }),
        put: (draft, { given, until }) =>
            draft.apply({ put: "membership", value: { ...memberOf(given), until: endIn(draft, given, until) } }),
        remove: (draft, { given }) => removeMember(draft, memberOf(given)),
    },
    GroupUsers: {
        touches: ({ given }) => ({ targets: [group(text(given.groupId))] }),
        put(draft, { given }) {
            const groupId = text(given.groupId);
            const wanted = objects(given.users).map((one) => memberOf({ ...one, groupId }));
            const found = draft.members(groupId);
            for (const member of found)
                if (!wanted.some((one) => isSameMember(one, member))) removeMember(draft, member);
            for (const member of wanted)
                if (!found.some((one) => isSameMember(one, member)))
                    draft.apply({ put: "membership", value: { ...member, until: null } });
        },
        remove(draft, { given }) {
            for (const one of objects(given.users)) removeMember(draft, memberOf({ ...one, groupId: given.groupId }));
        },
    },
    GroupVisibility: visibility("groupId", "group"),
    Owner: {
        touches: ({ id }) => ({ ownerIds: [id] }),
        put: (draft, { id, given }) =>
            draft.apply({ put: "owner", value: records.ownerOf(given, id, draft.owner(id)) }),
        remove: (draft, { id }) => draft.apply({ remove: "owner", id }),
    },
    OwnerUsers: {
        touches: ({ given }) => ({ ownerIds: [text(given.ownerId)] }),
        put: (draft, { given }) => setOwnerUsers(draft, text(given.ownerId), texts(given.userIds)),
        remove: (draft, { given }) => setOwnerUsers(draft, text(given.ownerId), []),
    },
    Paladin: {
        touches: ({ id }) => ({ reviewerIds: [id] }),
        put: (draft, { id, given }) =>
            draft.apply({
                put: "user",
                value: {
                    ...(draft.user(id) ?? { id, name: text(given.name), tags: [], status: "", managerId: null }),
                    isMonitor: given.monitorMode !== false,
                },
            }),
        remove: (draft, { id }) => draft.apply({ remove: "user", id }),
    },
    Resource: {
        touches: ({ id }) => ({ targets: [resource(id)] }),
        put(draft, { id, given }) {
            const found = records.resourceOf(given, id, draft.resource(id));
            const { reviewerIds } = given;
            const reviewed = reviewerIds !== undefined && {
                requestRules: records.withReviewers(found.requestRules, reviewerIds),
            };
            draft.apply({ put: "resource", value: { ...found, ...reviewed } });
        },
        remove: (draft, { id }) => draft.apply({ remove: "resource", id }),
    },
    ResourceNonHumanIdentity: grant("nonHumanIdentityId"),
    ResourceReviewers: reviewed("resourceId", "resource", ({ reviewerIds }, rules) =>
        records.withReviewers(rules, reviewerIds),
    ),
    ResourceReviewerStages: reviewed("resourceId", "resource", ({ stages }, rules) =>
        records.withStages(rules, stages),
    ),
    ResourceTag: tagged("resourceId", "resource"),
    ResourceUser: grant("userId"),
    ResourceVisibility: visibility("resourceId", "resource"),
    ScopedRolePermissions: {
        touches: ({ given }) => ({
            targets: [
                resource(text(given.resourceId)),
                ...objects(given.permissions).flatMap(({ targetType, targetIds }) =>
                    targetType === "GROUP" || targetType === "RESOURCE" || targetType === "BUNDLE"
                        ? texts(targetIds).map((id) => ({ type: TARGETS[targetType], id }))
                        : [],
                ),
            ],
        }),
        put: (draft, { given: { resourceId, permissions } }) => setPermissions(draft, text(resourceId), permissions),
        remove: (draft, { given: { resourceId } }) => setPermissions(draft, text(resourceId), []),
    },
    User: {
        touches: ({ id }) => ({ reviewerIds: [id], hasOtherTags: true }),
        put: (draft, { id, given }) => {
            const base = draft.user(id) ?? { id, name: "", tags: [], status: "", managerId: null };
            draft.apply({ put: "user", value: records.userOf({ ...given, userId: id }, base) });
        },
        remove: (draft, { id }) => draft.apply({ remove: "user", id }),
    },
    Tag: {
        touches: ({ given }) => ({ tags: [tagOf(given)], hasOtherTags: true }),
        put: (draft, { id, given }) => draft.learn(id, tagOf(given)),
        // Whoever has the tag loses it, and may fit another rule so.
        remove: (draft, { given }) => {
            const gone = tagOf(given);
            for (const user of draft.usersWith(gone))
                draft.apply({
                    put: "user",
                    value: { ...user, tags: (user.tags ?? []).filter((one) => !isSameTag(one, gone)) },
                });
        },
    },
    UserTag: {
        touches: () => ({ hasOtherTags: true }),
        put: (draft, { given }) => retag(draft, given, (tags, tag) => [...tags, tag]),
        remove: (draft, { given }) => retag(draft, given, (tags, tag) => tags.filter((one) => !isSameTag(one, tag))),
    },
};

/** Kinds that change what this model does not evaluate: how long, by what questions, or with what other settings somebody may ask. */
export const NOT_EVALUATED: Readonly<Record<string, string>> = {
    ConfigurationTemplate: "what it governs takes its rules, which the API does not tell",
};

/** Kinds that give nobody access. */
export const WITHOUT_EFFECT: readonly string[] = [
    "Campaign",
    "EventStream",
    "GroupMessageChannels",
    "GroupOnCallSchedules",
    "IdpGroupMapping",
    "IdpGroupMappings",
    "MessageChannel",
    "OnCallSchedule",
    "PaladinContextSource",
    "RequestTemplate",
    "ResourceMessageChannels",
];

const TARGETS = { GROUP: "group", RESOURCE: "resource", BUNDLE: "bundle" } as const;

function group(id: string): Target {
    return { type: "group", id };
}

function resource(id: string): Target {
    return { type: "resource", id };
}

/** Owners whose users were the members of the group keep them. */
function removeGroup(draft: Draft, id: string): void {
    const userIds = [...new Set(draft.members(id).map(({ userId }) => userId))];
    for (const { sourceGroupId, ...owner } of draft.ownersFrom(id))
        draft.apply({ put: "owner", value: { ...owner, userIds } });
    draft.apply({ remove: "group", id });
}

/** Whoever leaves one of the groups of a binding leaves all of them, but for access rules, whose members follow from conditions. */
function removeMember(draft: Draft, { groupId, userId, level }: ReturnType<typeof memberOf>): void {
    for (const id of draft.boundWith(groupId))
        if (id === groupId || !draft.group(id)?.rule)
            draft.apply({ remove: "membership", value: { groupId: id, userId, level } });
}

function grant(principal: "userId" | "nonHumanIdentityId"): Effect {
    const grantOf = (given: Properties) => ({
        resourceId: text(given.resourceId),
        principalId: text(given[principal]),
        level: text(given.accessLevelRemoteId),
    });
    return {
        touches: ({ given }) => ({ targets: [resource(text(given.resourceId))] }),
        put: (draft, { given, until }) =>
            draft.apply({ put: "grant", value: { ...grantOf(given), until: endIn(draft, given, until) } }),
        remove: (draft, { given }) => draft.apply({ remove: "grant", value: grantOf(given) }),
    };
}

function visibility(key: string, type: Target["type"]): Effect {
    return {
        touches: ({ given }) => ({ targets: [{ type, id: text(given[key]) }] }),
        put: (draft, { given }) => change(draft, type, text(given[key]), { visibility: records.visibilityOf(given) }),
        // It stays as it is.
        remove: () => {},
    };
}

function reviewed(
    key: string,
    type: "group" | "resource",
    rulesOf: (given: Properties, rules: Group["requestRules"]) => NonNullable<Group["requestRules"]>,
): Effect {
    const found = (draft: Draft, id: string) => (type === "group" ? draft.group(id) : draft.resource(id));
    return {
        touches: ({ given }) => ({ targets: [{ type, id: text(given[key]) }] }),
        put(draft, { given }) {
            const id = text(given[key]);
            change(draft, type, id, { requestRules: rulesOf(given, found(draft, id)?.requestRules) });
        },
        remove(draft, { given }) {
            const one = found(draft, text(given[key]));
            if (one)
                change(draft, type, one.id, {
                    requestRules: records.administratorsReview(one.requestRules, one.adminOwnerId),
                });
        },
    };
}

/** Rules of a repository may speak of what has a tag. */
function tagged(key: string, type: "group" | "resource"): Effect {
    const retagged = (draft: Draft, given: Properties, tagsOf: (tags: readonly Tag[], tag: Tag) => Tag[]): void => {
        const id = text(given[key]);
        const found = type === "group" ? draft.group(id) : draft.resource(id);
        const tag = draft.tag(text(given.tagId));
        if (found && tag) change(draft, type, id, { tags: tagsOf(found.tags ?? [], tag) });
    };
    return {
        touches: ({ given }) => ({ targets: [{ type, id: text(given[key]) }] }),
        put: (draft, { given }) => retagged(draft, given, (tags, tag) => [...tags, tag]),
        remove: (draft, { given }) => retagged(draft, given, (tags, tag) => tags.filter((one) => !isSameTag(one, tag))),
    };
}

function tagOf({ key, value }: Properties): Tag {
    return { key: text(key), value: text(value) };
}

function isSameTag(one: Tag, other: Tag): boolean {
    return one.key === other.key && one.value === other.value;
}

function bundleItem(list: "groupIds" | "resourceIds", key: string): Effect {
    return {
        touches: ({ given }) => ({ targets: [{ type: "bundle", id: text(given.bundleId) }] }),
        put(draft, { given }) {
            const bundle = draft.bundle(text(given.bundleId));
            const ids = [...new Set([...(bundle?.[list] ?? []), text(given[key])])];
            if (bundle) draft.apply({ put: "bundle", value: { ...bundle, [list]: ids } });
        },
        remove(draft, { given }) {
            const bundle = draft.bundle(text(given.bundleId));
            if (bundle)
                draft.apply({ put: "bundle", value: { ...bundle, [list]: without(bundle[list], text(given[key])) } });
        },
    };
}

function change(draft: Draft, type: Target["type"], id: string, part: Partial<Group & Resource & Bundle>): void {
    const [one, other, third] = [draft.group(id), draft.resource(id), draft.bundle(id)];
    if (type === "group" && one) draft.apply({ put: "group", value: { ...one, ...part } });
    if (type === "resource" && other) draft.apply({ put: "resource", value: { ...other, ...part } });
    if (type === "bundle" && third) draft.apply({ put: "bundle", value: { ...third, ...part } });
}

function setOwnerUsers(draft: Draft, id: string, userIds: readonly string[]): void {
    const owner = draft.owner(id);
    if (owner) draft.apply({ put: "owner", value: { ...owner, userIds } });
}

function setPermissions(draft: Draft, id: string, permissions: unknown): void {
    const found = draft.resource(id);
    if (found) draft.apply({ put: "resource", value: records.resourceOf({ permissions }, id, found) });
}

function retag(draft: Draft, given: Properties, tagsOf: (tags: readonly Tag[], tag: Tag) => Tag[]): void {
    const user = draft.user(text(given.userId));
    const tag = draft.tag(text(given.tagId));
    if (!user) return;
    const { tags = [], ...rest } = user;
    // Which tag it is nobody can say: then nobody knows which rules fit.
    draft.apply({ put: "user", value: tag ? { ...rest, tags: tagsOf(tags, tag) } : rest });
}

function endIn(draft: Draft, { durationMinutes }: Properties, until: string | null | undefined): string | null {
    if (until !== undefined) return until;
    return draft.endOf(typeof durationMinutes === "number" ? durationMinutes : 0);
}

function memberOf({ groupId, userId, accessLevelRemoteId }: Properties) {
    return { groupId: text(groupId), userId: text(userId), level: text(accessLevelRemoteId) };
}

function linkOf({ groupId, resourceId, accessLevelRemoteId }: Properties) {
    return { groupId: text(groupId), resourceId: text(resourceId), level: text(accessLevelRemoteId) };
}

type Ends = ReturnType<typeof memberOf>;
function isSameMember(one: Ends, other: Ends): boolean {
    return one.userId === other.userId && one.level === other.level;
}

function isSameLink(one: ReturnType<typeof linkOf>, other: ReturnType<typeof linkOf>): boolean {
    return one.resourceId === other.resourceId && one.level === other.level;
}

function without(list: readonly string[], gone: string): string[] {
    return list.filter((one) => one !== gone);
}

function text(value: unknown): string {
    return typeof value === "string" ? value : "";
}

function texts(value: unknown): string[] {
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function objects(value: unknown): Properties[] {
    return Array.isArray(value) ? value.filter((one) => one !== null && typeof one === "object") : [];
}
