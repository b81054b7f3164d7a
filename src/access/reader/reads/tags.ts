import { listing } from "../../../api/calls.js";
import type { Client } from "../../../api/client.js";
import { ForbiddenError } from "../../../api/errors.js";
import { addTo } from "../../../common/collections.js";
import type { Facts, Tag, User } from "../../model/facts/facts.js";
import { LISTS, usersWith } from "./operations.js";
import type { PartialReads } from "./reads.js";

const groupsWith = listing("getGroups", (tagId: string) => ({ query: { tag_ids: [tagId] } }));
const resourcesWith = listing("getResources", (tagId: string) => ({ query: { tag_ids: [tagId] } }));

/** All tags by id. Empty if the token does not have permission to list them. */
export async function tagsById(client: Client): Promise<ReadonlyMap<string, Tag>> {
    try {
        const found = await LISTS.getTags.all(client);
        return new Map(found.map(({ tag_id, key, value }) => [tag_id, { key: key ?? "", value: value ?? "" }]));
    } catch (error) {
        if (error instanceof ForbiddenError) return new Map();
        throw error;
    }
}

/** Whether a text refers to a tag, by its key, its value, or `key=value`. */
export function isTag({ key, value }: Tag, text: string): boolean {
    return text === key || text === value || text === `${key}=${value}`;
}

/**
 * Adds the tags of groups and resources to the facts. Also adds the tags of users if `ofUsers` is set. Reads two or three lists for each
 * tag.
 * @param texts tags to read, as `key` or `key=value`. Default: all tags
 */
export async function addTags(
    client: Client,
    facts: Facts,
    known: ReadonlyMap<string, Tag>,
    { texts, ofUsers = false }: { readonly texts?: readonly string[]; readonly ofUsers?: boolean },
): Promise<Facts> {
    const wanted = [...known].filter(([, tag]) => texts?.some((text) => isTag(tag, text)) ?? true);
    const tagsOf = new Map<string, Tag[]>();
    await Promise.all(
        wanted.map(async ([id, tag]) => {
            const [groups, resources, users] = await Promise.all([
                groupsWith.all(client, id),
                resourcesWith.all(client, id),
                ofUsers ? usersWith.all(client, id) : [],
            ]);
            const ids = [
                ...groups.map(({ group_id }) => group_id),
                ...resources.map(({ resource_id }) => resource_id),
                ...users.map(({ user_id }) => user_id),
            ];
            for (const one of ids) if (one !== undefined) addTo(tagsOf, one, tag);
        }),
    );
    const withTags = <T extends { readonly id: string; readonly tags?: readonly Tag[] }>(one: T): T => {
        const tags = [...(one.tags ?? []), ...(tagsOf.get(one.id) ?? [])];
        return { ...one, tags: [...new Map(tags.map((tag) => [tagKey(tag), tag])).values()] };
    };
    return {
        ...facts,
        tagIds: Object.fromEntries(known),
        groups: facts.groups.map(withTags),
        resources: facts.resources.map(withTags),
        ...(ofUsers && { users: facts.users.map(withTags) }),
    };
}

/** Reads which users have the tags that rules refer to. Makes one list call per tag, and reads each list only once. */
export class UserTags {
    #all: Promise<readonly TagInList[] | undefined> | undefined;
    /** Ids of the users who have a tag, by the id of the tag. The value is undefined if the token does not have permission to read them. */
    readonly #users = new Map<string, Promise<readonly string[] | undefined>>();

    constructor(
        private readonly client: Client,
        private readonly reads: PartialReads,
    ) {}

    /**
     * Adds the `wanted` tags that each user has. If the token does not have permission to read all of these tags, returns the users
     * unchanged.
     */
    async added(users: readonly User[], wanted: readonly Tag[]): Promise<User[]> {
        const keys = new Set(wanted.map(tagKey));
        if (keys.size > 0) this.#all ??= this.reads.attempt(() => LISTS.getTags.all(this.client));
        const known = keys.size > 0 ? await this.#all : [];
        const tagsOf = new Map<string, Tag[]>();
        let isWhole = known !== undefined;
        await Promise.all(
            (known ?? []).map(async ({ tag_id, key = "", value }) => {
                const tag = { key, value: value ?? "" };
                if (!keys.has(tagKey(tag))) return;
                const ids = await this.#usersWith(tag_id);
                if (!ids) isWhole = false;
                for (const id of ids ?? []) tagsOf.set(id, [...(tagsOf.get(id) ?? []), tag]);
            }),
        );
        return users.map((user) => (isWhole ? { ...user, tags: tagsOf.get(user.id) ?? [] } : user));
    }

    #usersWith(tagId: string): Promise<readonly string[] | undefined> {
        const known = this.#users.get(tagId);
        if (known) return known;
        const reading = this.reads
            .attempt(() => usersWith.all(this.client, tagId))
            .then((found) => found?.map(({ user_id }) => user_id));
        this.#users.set(tagId, reading);
        return reading;
    }
}

type TagInList = Awaited<ReturnType<typeof LISTS.getTags.all>>[number];

function tagKey({ key, value }: Tag): string {
    return JSON.stringify([key, value]);
}
