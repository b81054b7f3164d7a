import type { Facts, Tag, User } from "../access/facts.js";
import type { Client } from "../api/client.js";
import { ForbiddenError } from "../api/errors.js";
import { listing } from "../live/operation.js";
import { LISTS, usersWith } from "./operations.js";
import type { Reads } from "./reads.js";

const groupsWith = listing("getGroups", (tagId: string) => ({ query: { tag_ids: [tagId] } }));
const resourcesWith = listing("getResources", (tagId: string) => ({ query: { tag_ids: [tagId] } }));

/** All tags by id; none if the token may not list them. */
export async function tagsById(client: Client): Promise<ReadonlyMap<string, Tag>> {
    try {
        const found = await LISTS.getTags.all(client);
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

/** Users, each with those of their tags that are spoken of: a list for each such tag. Without them, if the tags may not be read. */
export async function usersWithTags(
    client: Client,
    reads: Reads,
    users: readonly User[],
    spoken: readonly Tag[],
): Promise<User[]> {
    const wanted = new Set(spoken.map(keyOf));
    const known = wanted.size > 0 ? await reads.attempt(() => LISTS.getTags.all(client)) : [];
    const tagsOf = new Map<string, Tag[]>();
    let isWhole = known !== undefined;
    await Promise.all(
        (known ?? []).map(async ({ tag_id, key = "", value }) => {
            const tag = { key, value: value ?? "" };
            if (!wanted.has(keyOf(tag))) return;
            const tagged = await reads.attempt(() => usersWith.all(client, tag_id));
            if (!tagged) isWhole = false;
            for (const { user_id } of tagged ?? []) tagsOf.set(user_id, [...(tagsOf.get(user_id) ?? []), tag]);
        }),
    );
    return users.map((user) => (isWhole ? { ...user, tags: tagsOf.get(user.id) ?? [] } : user));
}

function keyOf({ key, value }: Tag): string {
    return JSON.stringify([key, value]);
}
