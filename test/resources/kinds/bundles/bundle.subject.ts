import { Bundle } from "../../../../src/resources/kinds/bundles/bundle.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface BundleBody {
    name: string;
    description?: string;
    admin_owner_id: string;
}

export const bundle: Subject = {
    kind: Bundle.kind,
    stage: async (world) => {
        const [everyone, contractors] = world.groupIds;
        const owner = await world.newOwner("Bundle owner");
        const put = (id: string, change: object) => world.api("PUT", `/bundles/${id}`, change);
        const putVisibility = (id: string, body: object) => world.api("PUT", `/bundles/${id}/visibility`, body);
        const args = {
            name: "Starter",
            description: "For the first day",
            adminOwnerId: world.ownerId,
            visibility: { visibility: "LIMITED", visibilityGroupIds: [everyone, contractors] },
        };
        return {
            args,
            least: { name: "Starter", adminOwnerId: world.ownerId },
            edits: {
                name: "Starter kit",
                description: "For the first week",
                adminOwnerId: owner,
                visibility: { visibility: "LIMITED", visibilityGroupIds: [everyone] },
            },
            read: async (id) => {
                const body = await world.api<BundleBody>("GET", `/bundles/${id}`);
                const visibility = await world.api<{ visibility: string; visibility_group_ids: string[] }>(
                    "GET",
                    `/bundles/${id}/visibility`,
                );
                return {
                    name: body.name,
                    description: body.description,
                    adminOwnerId: body.admin_owner_id,
                    visibility: {
                        visibility: visibility.visibility,
                        visibilityGroupIds: visibility.visibility_group_ids,
                    },
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                description: (id) => put(id, { description: "edited" }),
                adminOwnerId: (id) => put(id, { admin_owner_id: owner }),
                "visibility.visibilityGroupIds": (id) =>
                    putVisibility(id, { visibility: "LIMITED", visibility_group_ids: [contractors] }),
            },
            shuffle: (id) =>
                putVisibility(id, { visibility: "LIMITED", visibility_group_ids: [contractors, everyone] }),
            unmanaged: { property: "description", edit: (id) => put(id, { description: "by hand" }) },
            vanish: (id) => world.api("DELETE", `/bundles/${id}`),
            exists: (id) => world.has(`/bundles/${id}`),
            count: async () => {
                const { bundles } = await world.api<{ bundles: BundleBody[] }>("GET", "/bundles");
                return bundles.filter(({ name }) => name === args.name).length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: " " },
                adminOwnerId: { name: "Starter" },
                "visibility.visibility": { ...args, visibility: { visibility: "PUBLIC" } },
                "visibility.visibilityGroupIds": {
                    ...args,
                    visibility: { visibility: "GLOBAL", visibilityGroupIds: [everyone] },
                },
            },
            sibling: async (number) => ({ ...args, name: `Starter ${number}` }),
            importName: "Starter",
        };
    },
};
