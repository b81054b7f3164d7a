import { listing } from "../../../provider/live/operation.js";
import { fromWire } from "../../../provider/schema/wire.js";
import type { Specimens } from "../specimen.js";
import { linkScene, textEdits, visibilityScene } from "./scenes.js";

export const bundleSpecimens = {
    Bundle: {
        creates: "an empty bundle that only administrators see",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client, naming } = stage;
            return {
                args: await stage.args("Bundle", naming.name("bundle")),
                ...textEdits("description", (bundle_id, description) =>
                    client.call("updateBundle", { path: { bundle_id }, body: { description } }),
                ),
                read: async (bundle_id) => {
                    const body = await client.call("getBundle", { path: { bundle_id } });
                    const visibility = await client.call("getBundleVisibility", { path: { bundle_id } });
                    return { ...fromWire(body), visibility: fromWire(visibility) };
                },
            };
        },
    },
    BundleVisibility: {
        creates: "the visibility of a bundle, limited to one test group",
        needs: ["Bundle", "Group", "Owner"],
        arrange: async (stage) =>
            visibilityScene(
                ["bundleId", await stage.id("Bundle")],
                [await stage.id("Group", 1), await stage.id("Group", 2)],
                (bundle_id, body) => stage.client.call("setBundleVisibility", { path: { bundle_id }, body }),
                (bundle_id) => stage.client.call("getBundleVisibility", { path: { bundle_id } }),
            ),
    },
    BundleGroup: {
        creates: "a group in a bundle",
        needs: ["Bundle", "Group", "Owner"],
        arrange: async (stage) => {
            const bundleId = await stage.id("Bundle");
            const groupIds = ["groupId", await stage.id("Group", 1), await stage.id("Group", 2)] as const;
            return linkScene(["bundleId", bundleId], groupIds, async () => {
                const found = await listing("getBundleGroups").all(stage.client, bundleId);
                return found.map(({ group_id }) => group_id);
            });
        },
    },
    BundleResource: {
        creates: "a resource in a bundle",
        needs: ["Bundle", "Owner", "Resource"],
        arrange: async (stage) => {
            const bundleId = await stage.id("Bundle");
            const resourceIds = ["resourceId", await stage.id("Resource", 1), await stage.id("Resource", 2)] as const;
            return linkScene(["bundleId", bundleId], resourceIds, async () => {
                const found = await listing("getBundleResources").all(stage.client, bundleId);
                return found.map(({ resource_id }) => resource_id);
            });
        },
    },
} satisfies Specimens;
