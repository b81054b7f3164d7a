import type { Tag } from "../../api/generated/types.gen.js";
import type { Area, Call } from "../area.js";
import { NotFound } from "../errors.js";
import { page } from "../pages.js";
import type { Table } from "../table.js";

export const tags = {
    getTag: ({ store, path }) => store.tags.get(path.tag_id),
    findTag: find,
    getTags: list,
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
    const value = query.tag_value ?? "";
    const found = store.tags.all().find((tag) => tag.key === query.tag_key && (tag.value ?? "") === value);
    if (!found) throw new NotFound(`There is no tag ${query.tag_key}${value && `=${value}`}.`);
    return found;
}

function list(call: Call<"getTags">) {
    const { items, ...rest } = page(call, call.store.tags, call.store.tags.all());
    return { results: items, ...rest };
}
