import { fromWire } from "../../../schema/wire.js";
import type { Specimen, Unavailable } from "../specimen.js";

export const tag: Specimen = {
    creates: "a tag",
    needs: [],
    arrange: async ({ client, naming }) => ({
        args: { key: naming.name("tag"), value: "created-by-verify-write" },
        edit: { value: "created-by-verify-write-updated" },
        outside: { because: "no call changes a tag" },
        read: async (tag_id) => fromWire(await client.call("getTag", { path: { tag_id } })),
    }),
};

export const groupTag: Specimen = {
    creates: "a tag on a group",
    needs: ["Group", "Owner", "Tag"],
    arrange: async (stage) => {
        const { client } = stage;
        const [groupId, tagId, otherTag] = [await stage.group(), await stage.tag(1), await stage.tag(2)];
        return {
            args: { groupId, tagId },
            edit: { tagId: otherTag },
            outside: ONLY_KEY,
            read: async (id) => {
                const { tags } = await client.call("getGroupTags", { path: { group_id: groupId } });
                const tag = tags.find(({ tag_id }) => id.endsWith(tag_id));
                return tag && { groupId, tagId: tag.tag_id };
            },
        };
    },
};

export const resourceTag: Specimen = {
    creates: "a tag on a resource",
    needs: ["Owner", "Resource", "Tag"],
    arrange: async (stage) => {
        const { client } = stage;
        const [resourceId, tagId, otherTag] = [await stage.resource(), await stage.tag(1), await stage.tag(2)];
        return {
            args: { resourceId, tagId },
            edit: { tagId: otherTag },
            outside: ONLY_KEY,
            read: async (id) => {
                const { tags } = await client.call("getResourceTags", { path: { resource_id: resourceId } });
                const tag = tags.find(({ tag_id }) => id.endsWith(tag_id));
                return tag && { resourceId, tagId: tag.tag_id };
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
        const [tagId, otherTag] = [await stage.tag(1), await stage.tag(2)];
        return {
            args: { userId, tagId },
            edit: { tagId: otherTag },
            outside: ONLY_KEY,
            read: async (id) => {
                const { tags } = await client.call("getUserTags", { path: { user_id: userId } });
                const tag = tags.find(({ tag_id }) => id.endsWith(tag_id));
                return tag && { userId, tagId: tag.tag_id };
            },
        };
    },
};

const ONLY_KEY: Unavailable = { because: "it has no properties other than its key" };
