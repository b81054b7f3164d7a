import { listing } from "../../../live/operation.js";
import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen, Unavailable } from "../specimen.js";
import { LIMITED } from "../stage.js";

export const bundle: Specimen = {
    creates: "an empty bundle that only administrators see",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client, naming } = stage;
        return {
            args: {
                name: naming.name("bundle"),
                description: ORIGIN,
                adminOwnerId: await stage.owner(),
                visibility: LIMITED,
            },
            edit: { description: `${ORIGIN} Updated.` },
            outside: {
                path: "description",
                make: (bundle_id) =>
                    client.call("updateBundle", { path: { bundle_id }, body: { description: `${ORIGIN} Edited.` } }),
            },
            read: async (bundle_id) => {
                const body = await client.call("getBundle", { path: { bundle_id } });
                const visibility = await client.call("getBundleVisibility", { path: { bundle_id } });
                return { ...fromWire(body), visibility: fromWire(visibility) };
            },
        };
    },
};

export const bundleVisibility: Specimen = {
    creates: "the visibility of a bundle: one group of the run",
    needs: ["Bundle", "Group", "Owner"],
    arrange: async (stage) => {
        const { client } = stage;
        const [bundleId, one, two] = [await stage.bundle(), await stage.group(1), await stage.group(2)];
        return {
            args: { bundleId, visibility: "LIMITED", visibilityGroupIds: [one] },
            edit: { visibilityGroupIds: [one, two] },
            outside: {
                path: "visibilityGroupIds",
                make: (bundle_id) =>
                    client.call("setBundleVisibility", {
                        path: { bundle_id },
                        body: { visibility: "LIMITED", visibility_group_ids: [two] },
                    }),
            },
            read: async (bundle_id) => {
                const body = await client.call("getBundleVisibility", { path: { bundle_id } });
                return { bundleId: bundle_id, ...fromWire(body) };
            },
        };
    },
};

export const bundleGroup: Specimen = {
    creates: "a group in a bundle",
    needs: ["Bundle", "Group", "Owner"],
    arrange: async (stage) => {
        const [bundleId, groupId, other] = [await stage.bundle(), await stage.group(1), await stage.group(2)];
        return {
            args: { bundleId, groupId },
            edit: { groupId: other },
            outside: ONLY_KEY,
            read: async (id) => {
                const found = await listing("getBundleGroups").all(stage.client, bundleId);
                const link = found.find(({ group_id }) => id.endsWith(`/${group_id}`));
                return link && { bundleId, groupId: link.group_id };
            },
        };
    },
};

export const bundleResource: Specimen = {
    creates: "a resource in a bundle",
    needs: ["Bundle", "Owner", "Resource"],
    arrange: async (stage) => {
        const [bundleId, resourceId, other] = [await stage.bundle(), await stage.resource(1), await stage.resource(2)];
        return {
            args: { bundleId, resourceId },
            edit: { resourceId: other },
            outside: ONLY_KEY,
            read: async (id) => {
                const found = await listing("getBundleResources").all(stage.client, bundleId);
                const link = found.find(({ resource_id }) => id.endsWith(`/${resource_id}`));
                return link && { bundleId, resourceId: link.resource_id };
            },
        };
    },
};

const ONLY_KEY: Unavailable = { because: "it has no properties other than its key" };
