import { orAbsent } from "../../../live/live.js";
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
                const body = await orAbsent(client.call("getBundle", { path: { bundle_id } }));
                if (!body) return undefined;
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
                const body = await orAbsent(client.call("getBundleVisibility", { path: { bundle_id } }));
                return body && { bundleId: bundle_id, ...fromWire(body) };
            },
        };
    },
};

export const bundleGroup: Specimen = {
    creates: "a group in a bundle",
    needs: ["Bundle", "Group", "Owner"],
    arrange: async (stage) => {
        const [bundleId, groupId] = [await stage.bundle(), await stage.group()];
        return {
            args: { bundleId, groupId },
            edit: REPLACES,
            outside: REPLACES,
            read: async () => {
                const found = await listing("getBundleGroups").all(stage.client, bundleId);
                return found.some(({ group_id }) => group_id === groupId) ? { bundleId, groupId } : undefined;
            },
        };
    },
};

export const bundleResource: Specimen = {
    creates: "a resource in a bundle",
    needs: ["Bundle", "Owner", "Resource"],
    arrange: async (stage) => {
        const [bundleId, resourceId] = [await stage.bundle(), await stage.resource()];
        return {
            args: { bundleId, resourceId },
            edit: REPLACES,
            outside: REPLACES,
            read: async () => {
                const found = await listing("getBundleResources").all(stage.client, bundleId);
                return found.some(({ resource_id }) => resource_id === resourceId)
                    ? { bundleId, resourceId }
                    : undefined;
            },
        };
    },
};

const REPLACES: Unavailable = { because: "it has nothing but its key" };
