import type { Tag } from "../../../api/generated/types.gen.js";
import type { Routes } from "../http/area.js";
import { BadRequest, Conflict, NotFound } from "../http/errors.js";
import { listed } from "../http/pages.js";
import { deleteAllOf } from "../removal.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";

/** Operations on tags. Tags cannot be changed, but they can be created and deleted, and added to or removed from objects. */
export const tagRoutes = {
    getTag: ({ store, path }) => store.tags.get(path.tag_id),

    findTag({ store, query }) {
        const found = withPair(store, query.tag_key, query.tag_value);
        if (!found) throw new NotFound(`The tag ${pairText(query.tag_key, query.tag_value)} does not exist.`);
        return found;
    },

    getTags: (call) => listed(call, call.store.tags),

    /**
     * The key and value are in the body or, in deprecated calls, in the query. We assume that they identify a tag, and that an omitted
     * value is the same as an empty value (not documented by the API). The owner is checked but not stored, because responses do not
     * contain it.
     */
    createTag({ store, caller, now, query, body }) {
        const { tag_key: key, tag_value: value = "" } = body ?? query;
        if (!key) throw new BadRequest("tag_key is required.");
        store.owners.mustKnow("admin_owner_id", query.admin_owner_id);
        const known = withPair(store, key, value);
        if (known)
            throw new Conflict(`tag_key: the tag ${pairText(key, value)} already exists with the id ${known.tag_id}.`);
        return store.tags.set({
            tag_id: store.newId("tag", pairText(key, value)),
            created_at: now.toISOString(),
            updated_at: now.toISOString(),
            user_creator_id: caller.user_id,
            key,
            value,
        });
    },

    // The API does not document this; we assume that a deleted tag is removed from all objects.
    deleteTag: ({ store, path }) => deleteAllOf(store, path.tag_id, "tag_id"),
    getUserTags: ({ store, path }) => tagsAnswer(store, store.userTags.where("user_id", path.user_id)),
    addUserTag: ({ store, path }) => attach(store.userTags, path),
    removeUserTag: ({ store, path }) => detach(store.userTags, path),
    getGroupTags: ({ store, path }) => tagsAnswer(store, store.groupTags.where("group_id", path.group_id)),
    addGroupTag: ({ store, path }) => attach(store.groupTags, path),
    removeGroupTag: ({ store, path }) => detach(store.groupTags, path),
    getResourceTags: ({ store, path }) => tagsAnswer(store, store.resourceTags.where("resource_id", path.resource_id)),
    addResourceTag: ({ store, path }) => attach(store.resourceTags, path),
    removeResourceTag: ({ store, path }) => detach(store.resourceTags, path),
} satisfies Routes;

/** Returns a predicate for ids of objects that have at least one of the tags. If no tags are specified, it always returns true. */
export function tagFilter<Link extends { tag_id: string }>(
    links: Table<Link>,
    tagIds: readonly string[] | undefined,
    target: (link: Link) => string,
): (id: string) => boolean {
    if (!tagIds) return () => true;
    const targets = new Set(tagIds.flatMap((id) => links.where("tag_id", id)).map(target));
    return (id) => targets.has(id);
}

function tagsAnswer(store: Store, links: readonly { readonly tag_id: string }[]): { tags: Tag[] } {
    return { tags: links.map(({ tag_id }) => store.tags.get(tag_id)) };
}

/** Adds a tag to an object. We assume that the call has no effect if the object already has the tag (not documented by the API). */
function attach<Link extends Record<string, string>>(links: Table<Link>, link: Link): void {
    if (!links.has(...Object.values(link))) links.set({ ...link });
}

/** Removes a tag from an object. We assume that the call fails if the object does not have the tag (not documented by the API). */
function detach<Link extends Record<string, string>>(links: Table<Link>, link: Link): void {
    links.delete(links.get(...Object.values(link)));
}

function withPair(store: Store, key: string, value = ""): Tag | undefined {
    return store.tags.all().find((tag) => tag.key === key && (tag.value ?? "") === value);
}

function pairText(key: string, value = ""): string {
    return value ? `${key}=${value}` : key;
}
