import type { Tag } from "../../api/generated/types.gen.js";
import type { Area, Call } from "../http/area.js";
import { BadRequest, Conflict, NotFound } from "../http/errors.js";
import { page } from "../http/pages.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";

/** A tag is never changed: it is made, put on things and taken off, and deleted. */
export const tags = {
    getTag: ({ store, path }) => store.tags.get(path.tag_id),
    findTag: find,
    getTags: list,
    createTag: create,
    deleteTag: remove,
    addUserTag: ({ store, path }) => attach(store.userTags, userLink(store, path)),
    removeUserTag: ({ store, path }) => detach(store.userTags, userLink(store, path)),
    addGroupTag: ({ store, path }) => attach(store.groupTags, groupLink(store, path)),
    removeGroupTag: ({ store, path }) => detach(store.groupTags, groupLink(store, path)),
    addResourceTag: ({ store, path }) => attach(store.resourceTags, resourceLink(store, path)),
    removeResourceTag: ({ store, path }) => detach(store.resourceTags, resourceLink(store, path)),
} satisfies Area;

/** Tells of an id whether it carries any of the tags; without tags every id does. */
export function tagged<Link extends { tag_id: string }>(
    links: Table<Link>,
    tagIds: readonly string[] | undefined,
    target: (link: Link) => string,
): (id: string) => boolean {
    if (!tagIds) return () => true;
    const carriers = new Set(tagIds.flatMap((id) => links.where("tag_id", id)).map(target));
    return (id) => carriers.has(id);
}

function find({ store, query }: Call<"findTag">): Tag {
    const found = withPair(store, query.tag_key, query.tag_value);
    if (!found) throw new NotFound(`There is no tag ${pairText(query.tag_key, query.tag_value)}.`);
    return found;
}

function list(call: Call<"getTags">) {
    const { items, ...rest } = page(call, call.store.tags, call.store.tags.all());
    return { results: items, ...rest };
}

/**
 * The pair comes in the body, or in the query as it once did. Inferred: key and value identify a tag, and one without a value has an empty
 * one. An owner is checked and then forgotten, since no answer shows one.
 */
function create({ store, caller, now, query, body }: Call<"createTag">): Tag {
    const { tag_key: key, tag_value: value = "" } = body ?? query;
    if (!key) throw new BadRequest("tag_key: is required.");
    store.owners.mustKnow("admin_owner_id", query.admin_owner_id);
    const known = withPair(store, key, value);
    if (known) throw new Conflict(`tag_key: there is a tag ${pairText(key, value)} already, ${known.tag_id}.`);
    return store.tags.set({
        tag_id: store.newId("tag", pairText(key, value)),
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
        user_creator_id: caller.user_id,
        key,
        value,
    });
}

/** Inferred: a tag is taken off everything that carries it. */
function remove({ store, path }: Call<"deleteTag">): void {
    const tag = store.tags.get(path.tag_id);
    store.userTags.deleteWhere("tag_id", tag.tag_id);
    store.groupTags.deleteWhere("tag_id", tag.tag_id);
    store.resourceTags.deleteWhere("tag_id", tag.tag_id);
    store.tags.delete(tag);
}

function userLink(store: Store, path: { tag_id: string; user_id: string }) {
    return { tag_id: store.tags.get(path.tag_id).tag_id, user_id: store.users.get(path.user_id).user_id };
}

function groupLink(store: Store, path: { tag_id: string; group_id: string }) {
    return { tag_id: store.tags.get(path.tag_id).tag_id, group_id: store.groups.get(path.group_id).group_id };
}

function resourceLink(store: Store, path: { tag_id: string; resource_id: string }) {
    const { resource_id } = store.resources.get(path.resource_id);
    return { tag_id: store.tags.get(path.tag_id).tag_id, resource_id };
}

/** Inferred: what carries the tag already stays as it is. */
function attach<Link extends Record<string, string>>(links: Table<Link>, link: Link): void {
    if (!links.has(...Object.values(link))) links.set(link);
}

/** Inferred: taking off what is not there is told. */
function detach<Link extends Record<string, string>>(links: Table<Link>, link: Link): void {
    links.delete(links.get(...Object.values(link)));
}

function withPair(store: Store, key: string, value = ""): Tag | undefined {
    return store.tags.all().find((tag) => tag.key === key && (tag.value ?? "") === value);
}

function pairText(key: string, value = ""): string {
    return value ? `${key}=${value}` : key;
}
