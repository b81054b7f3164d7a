import { BundleResource } from "../../../../src/resources/kinds/bundles/bundle-resource.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Link {
    resource_id: string;
    access_level_remote_id: string;
}

export const bundleResource: Subject = {
    kind: BundleResource.kind,
    waived: { 3: "a membership has nothing beside its key: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const bundleId = await world.newBundle("Starter");
        const otherBundle = await world.newBundle("Other");
        const newResource = async (name: string): Promise<string> => {
            const resourceId = await world.newResource(name);
            for (const level of ["reader", "writer"]) {
                world.service.store.resourceAccessLevels.set({
                    resource_id: resourceId,
                    access_level_remote_id: level,
                    access_level_name: level,
                });
            }
            return resourceId;
        };
        const resourceId = await newResource("Ledger");
        const otherResource = await newResource("Archive");
        const links = async (id: string) => {
            const [bundle, resource] = id.split("/");
            const path = `/bundles/${bundle}/resources`;
            const { bundle_resources } = await world
                .api<{ bundle_resources: Link[] }>("GET", path)
                .catch(() => ({ bundle_resources: [] }));
            return bundle_resources.filter((link) => link.resource_id === resource);
        };
        const args = { bundleId, resourceId, accessLevelRemoteId: "reader" };
        return {
            args,
            least: args,
            edits: { bundleId: otherBundle, resourceId: otherResource, accessLevelRemoteId: "writer" },
            read: async (id) => {
                const [link] = await links(id);
                return {
                    bundleId: id.split("/")[0],
                    resourceId: link?.resource_id,
                    accessLevelRemoteId: link?.access_level_remote_id,
                };
            },
            outside: {},
            vanish: (id) => {
                const [bundle, resource, level] = id.split("/");
                return world.api("DELETE", `/bundles/${bundle}/resources/${resource}?access_level_remote_id=${level}`);
            },
            exists: async (id) => (await links(id)).length > 0,
            count: async () => (await links(`${bundleId}/${resourceId}`)).length,
            afterDestroy: "nothing",
            bad: {
                bundleId: { resourceId },
                resourceId: { bundleId, resourceId: "Ledger" },
                accessLevelRemoteId: { bundleId, resourceId, accessLevelRemoteId: 1 },
            },
            sibling: async (number) => ({ ...args, resourceId: await newResource(`Resource ${number}`) }),
        };
    },
};
