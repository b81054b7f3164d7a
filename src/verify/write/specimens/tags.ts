import { orAbsent } from "../../../live/live.js";
import { fromWire } from "../../../schema/wire.js";
import type { Specimen, Unavailable } from "../specimen.js";

export const tag: Specimen = {
    creates: "a tag",
    needs: [],
    arrange: async ({ client, naming }) => ({
        args: { key: naming.name("tag"), value: "created-by-verify-write" },
        edit: { value: "created-by-verify-write-updated" },
        outside: { because: "no call changes a tag" },
        read: async (tag_id) => {
            const body = await orAbsent(client.call("getTag", { path: { tag_id } }));
            return body && fromWire(body);
        },
    }),
};

export const groupTag: Specimen = {
    creates: "a tag on a group",
    needs: ["Group", "Owner", "Tag"],
    arrange: async (stage) => {
        const { client } = stage;
        const [groupId, tagId] = [await stage.group(), await stage.tag()];
        return {
            args: { groupId, tagId },
            edit: ONLY_KEY,
            outside: ONLY_KEY,
            read: async () => {
                const { tags } = await client.call("getGroupTags", { path: { group_id: groupId } });
                return tags.some(({ tag_id }) => tag_id === tagId) ? { groupId, tagId } : undefined;
            },
        };
    },
};

export const resourceTag: Specimen = {
    creates: "a tag on a resource",
    needs: ["Owner", "Resource", "Tag"],
    arrange: async (stage) => {
        const { client } = stage;
        const [resourceId, tagId] = [await stage.resource(), await stage.tag()];
        return {
            args: { resourceId, tagId },
            edit: ONLY_KEY,
            outside: ONLY_KEY,
            read: async () => {
                const { tags } = await client.call("getResourceTags", { path: { resource_id: resourceId } });
                return tags.some(({ tag_id }) => tag_id === tagId) ? { resourceId, tagId } : undefined;
            },
        };
    },
};

export const userTag: Specimen = {
    creates: "a tag of the run on your user",
    needs: ["Tag"],
    arrange: async (stage) => {
        const { client } = stage;
        const { userId } = stage.surroundings;
        const tagId = await stage.tag();
        return {
            args: { userId, tagId },
            edit: ONLY_KEY,
            outside: ONLY_KEY,
            read: async () => {
                const { tags } = await client.call("getUserTags", { path: { user_id: userId } });
                return tags.some(({ tag_id }) => tag_id === tagId) ? { userId, tagId } : undefined;
            },
        };
    },
};

const ONLY_KEY: Unavailable = { because: "it has nothing but its key" };
