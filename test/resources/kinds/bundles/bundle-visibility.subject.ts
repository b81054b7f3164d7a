import { BundleVisibility } from "../../../../src/resources/kinds/bundles/bundle-visibility.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const bundleVisibility: Subject = {
    kind: BundleVisibility.kind,
    stage: async (world) => {
        const [everyone, contractors] = world.groupIds;
        const bundleId = await world.newBundle("Engineers");
        const other = await world.newBundle("Analysts");
        const put = (id: string, visibility: string, groups: unknown[]) =>
            world.api("PUT", `/bundles/${id}/visibility`, { visibility, visibility_group_ids: groups });
        const args = { bundleId, visibility: "LIMITED", visibilityGroupIds: [everyone, contractors] };
        return {
            args,
            least: { bundleId, visibility: "LIMITED" },
            edits: { visibilityGroupIds: [everyone], bundleId: other },
            read: async (id) => {
                const body = await world.api<{ visibility: string; visibility_group_ids: string[] }>(
                    "GET",
                    `/bundles/${id}/visibility`,
                );
                return { bundleId: id, visibility: body.visibility, visibilityGroupIds: body.visibility_group_ids };
            },
            outside: {
                visibilityGroupIds: (id) => put(id, "LIMITED", [contractors]),
            },
            shuffle: (id) => put(id, "LIMITED", [contractors, everyone]),
            unmanaged: { property: "visibilityGroupIds", edit: (id) => put(id, "LIMITED", [everyone]) },
            vanish: (id) => world.api("DELETE", `/bundles/${id}`),
            exists: (id) => world.has(`/bundles/${id}`),
            count: async () => ((await world.has(`/bundles/${bundleId}`)) ? 1 : 0),
            afterDestroy: "everything",
            bad: {
                bundleId: { visibility: "GLOBAL" },
                visibility: { bundleId, visibility: "HIDDEN" },
                visibilityGroupIds: { bundleId, visibility: "GLOBAL", visibilityGroupIds: [everyone] },
            },
            sibling: async (number) => ({ ...args, bundleId: await world.newBundle(`Sibling ${number}`) }),
        };
    },
};
