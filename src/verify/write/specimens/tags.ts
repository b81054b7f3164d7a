import { fromWire } from "../../../provider/schema/wire.js";
import type { Specimens } from "../specimen.js";
import type { TrialStage } from "../stage.js";
import { linkScene } from "./scenes.js";

export const tagSpecimens = {
    Tag: {
        creates: "a tag",
        needs: [],
        arrange: async (stage) => ({
            args: await stage.args("Tag", stage.naming.name("tag")),
            edit: { value: "created-by-verify-write-updated" },
            outside: { because: "the API cannot change a tag" },
            read: async (tag_id) => fromWire(await stage.client.call("getTag", { path: { tag_id } })),
        }),
    },
    GroupTag: {
        creates: "a tag on a group",
        needs: ["Group", "Owner", "Tag"],
        arrange: async (stage) =>
            tagOn(stage, "groupId", await stage.id("Group"), (group_id) =>
                stage.client.call("getGroupTags", { path: { group_id } }),
            ),
    },
    ResourceTag: {
        creates: "a tag on a resource",
        needs: ["Owner", "Resource", "Tag"],
        arrange: async (stage) =>
            tagOn(stage, "resourceId", await stage.id("Resource"), (resource_id) =>
                stage.client.call("getResourceTags", { path: { resource_id } }),
            ),
    },
    UserTag: {
        creates: "a test tag on your user",
        needs: ["Tag"],
        arrange: (stage) =>
            tagOn(stage, "userId", stage.surroundings.userId, (user_id) =>
                stage.client.call("getUserTags", { path: { user_id } }),
            ),
    },
} satisfies Specimens;

async function tagOn(
    stage: TrialStage,
    parent: string,
    id: string,
    get: (id: string) => Promise<{ readonly tags: readonly { readonly tag_id: string }[] }>,
) {
    const tagIds = ["tagId", await stage.id("Tag", 1), await stage.id("Tag", 2)] as const;
    return linkScene([parent, id], tagIds, async () => (await get(id)).tags.map(({ tag_id }) => tag_id));
}
