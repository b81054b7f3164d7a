import type { Facts, Tag } from "../access/facts.js";
import type { Client } from "../api/client.js";
import { ForbiddenError } from "../api/errors.js";
import { listing } from "../live/operation.js";

const tags = listing("getTags");
const groupsWith = listing("getGroups", (tagId: string) => ({ query: { tag_ids: [tagId] } }));
const resourcesWith = listing("getResources", (tagId: string) => ({ query: { tag_ids: [tagId] } }));

/** All tags by id; none if the token may not list them. */
export async function tagsById(client: Client): Promise<ReadonlyMap<string, Tag>> {
    try {
        const found = await tags.all(client);
        return new Map(found.map(({ tag_id, key, value }) => [tag_id, { key: key ?? "", value: value ?? "" }]));
    } catch (error) {
        if (error instanceof ForbiddenError) return new Map();
        throw error;
    }
}

/** Whether a tag is meant by `key` or by `key=value`. A key alone means a tag of any value, and a value of any key. */
export function isTag({ key, value }: Tag, text: string): boolean {
    return text === key || text === value || text === `${key}=${value}`;
}

/** The facts, with the tags on groups and resources that are meant by one of these texts: two lists for each. */
export async function tagged(
    client: Client,
    facts: Facts,
    known: ReadonlyMap<string, Tag>,
    texts: readonly string[],
): Promise<Facts> {
    const meant = [...known].filter(([, tag]) => texts.some((text) => isTag(tag, text)));
    const tagsOf = new Map<string, Tag[]>();
    const put = (id: string | undefined, tag: Tag): void => {
        if (id !== undefined) tagsOf.set(id, [...(tagsOf.get(id) ?? []), tag]);
    };
    await Promise.all(
        meant.map(async ([id, tag]) => {
            const [groups, resources] = await Promise.all([groupsWith.all(client, id), resourcesWith.all(client, id)]);
            for (const { group_id } of groups) put(group_id, tag);
            for (const { resource_id } of resources) put(resource_id, tag);
        }),
    );
    const withTags = <T extends { readonly id: string; readonly tags?: readonly Tag[] }>(one: T): T => ({
        ...one,
        tags: [...(one.tags ?? []), ...(tagsOf.get(one.id) ?? [])],
    });
    return { ...facts, groups: facts.groups.map(withTags), resources: facts.resources.map(withTags) };
}
