import type { Tag, User } from "../../../access/model/facts/facts.js";
import * as records from "../../../access/reader/records/records.js";
import type { Properties } from "../../../common/properties.js";
import type { Draft } from "../draft.js";
import { type Effect, isSameTag, recordEffect, stringValue, stringValues } from "./effect.js";

/** Effects of users, their tags, and their delegates. */
export const PEOPLE: Readonly<Record<string, Effect>> = {
    Delegation: {
        touches: ({ given }) => ({ reviewerIds: [stringValue(given.delegatorUserId)] }),
        put: (draft, { id, given }) => draft.apply({ put: "delegation", value: records.delegationOf(given, id) }),
        remove: (draft, { id }) => draft.apply({ remove: "delegation", id }),
        // If the delegate is unknown, someone unknown may review in place of the delegator.
        concerns: (draft, { given }) =>
            draft.ownersWith(stringValue(given.delegatorUserId)).map(({ id }) => ({ type: "owner", id })),
    },
    Owner: recordEffect("owner", ({ id }) => ({ ownerIds: [id] }), records.ownerOf),
    OwnerUsers: {
        touches: ({ given }) => ({ ownerIds: [stringValue(given.ownerId)] }),
        put: (draft, { given }) => setOwnerUsers(draft, stringValue(given.ownerId), stringValues(given.userIds)),
        remove: (draft, { given }) => setOwnerUsers(draft, stringValue(given.ownerId), []),
    },
    Paladin: recordEffect(
        "user",
        ({ id }) => ({ reviewerIds: [id] }),
        (given, id, base = newUser(id, stringValue(given.name))) => ({
            ...base,
            isPaladin: true,
            isMonitor: given.monitorMode !== false,
        }),
    ),
    Tag: {
        touches: ({ given }) => ({ tags: [tagOf(given)], hasOtherTags: true }),
        put: (draft, { id, given }) => draft.addTag(id, tagOf(given)),
        // Users lose the tag and, as a result, may match different rules.
        remove: (draft, { given }) => {
            const removed = tagOf(given);
            for (const user of draft.usersWith(removed))
                draft.apply({
                    put: "user",
                    value: { ...user, tags: (user.tags ?? []).filter((one) => !isSameTag(one, removed)) },
                });
        },
    },
    User: recordEffect(
        "user",
        ({ id }) => ({ reviewerIds: [id], hasOtherTags: true }),
        (given, id, base = newUser(id), was = {}) => {
            const { role, ...profile } = given;
            // An unchanged role is not a gain. It may be missing from the facts because the API does not return it.
            const declared = was.role === role ? profile : given;
            return records.userOf({ ...declared, userId: id }, base);
        },
    ),
    UserTags: {
        touches: () => ({ hasOtherTags: true }),
        put: (draft, { given, was = {} }) => {
            const [before, after] = [stringValues(was.tagIds), stringValues(given.tagIds)];
            const single = (tagId: string): Properties => ({ userId: given.userId, tagId });
            for (const id of before.filter((one) => !after.includes(one)))
                retag(draft, single(id), (tags, tag) => tags.filter((one) => !isSameTag(one, tag)));
            for (const id of after.filter((one) => !before.includes(one)))
                retag(draft, single(id), (tags, tag) => [...tags, tag]);
        },
        remove: (draft, { given }) => {
            for (const tagId of stringValues(given.tagIds))
                retag(draft, { userId: given.userId, tagId }, (tags, tag) =>
                    tags.filter((one) => !isSameTag(one, tag)),
                );
        },
    },
    UserTag: {
        touches: () => ({ hasOtherTags: true }),
        put: (draft, { given }) => retag(draft, given, (tags, tag) => [...tags, tag]),
        remove: (draft, { given }) => retag(draft, given, (tags, tag) => tags.filter((one) => !isSameTag(one, tag))),
    },
};

function newUser(id: string, name = ""): User {
    return { id, name, tags: [], status: "", managerId: null };
}

function setOwnerUsers(draft: Draft, id: string, userIds: readonly string[]): void {
    const owner = draft.find("owner", id);
    if (owner) draft.apply({ put: "owner", value: { ...owner, userIds } });
}

function retag(draft: Draft, given: Properties, tagsOf: (tags: readonly Tag[], tag: Tag) => Tag[]): void {
    const user = draft.find("user", stringValue(given.userId));
    const tag = draft.tag(stringValue(given.tagId));
    if (!user) return;
    const { tags = [], ...rest } = user;
    // If the tag is unknown, it is also unknown which rules the user matches. This is represented by omitting `tags`.
    draft.apply({ put: "user", value: tag ? { ...rest, tags: tagsOf(tags, tag) } : rest });
}

function tagOf({ key, value }: Properties): Tag {
    return { key: stringValue(key), value: stringValue(value) };
}
