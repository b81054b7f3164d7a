import { ResourceVisibility } from "../../../../src/resources/kinds/resources/resource-visibility.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const resourceVisibility: Subject = {
    kind: ResourceVisibility.kind,
    stage: async (world) => {
        const [everyone, contractors] = world.groupIds;
        const resourceId = await world.newResource("Ledger");
        const other = await world.newResource("Archive");
        const put = (id: string, visibility: string, groups: unknown[]) =>
            world.api("PUT", `/resources/${id}/visibility`, { visibility, visibility_group_ids: groups });
        const args = { resourceId, visibility: "LIMITED", visibilityGroupIds: [everyone, contractors] };
        return {
            args,
            least: { resourceId, visibility: "LIMITED" },
            edits: { visibilityGroupIds: [everyone], resourceId: other },
            read: async (id) => {
                const body = await world.api<{ visibility: string; visibility_group_ids: string[] }>(
                    "GET",
                    `/resources/${id}/visibility`,
                );
                return { resourceId: id, visibility: body.visibility, visibilityGroupIds: body.visibility_group_ids };
            },
            outside: {
                visibilityGroupIds: (id) => put(id, "LIMITED", [contractors]),
            },
            shuffle: (id) => put(id, "LIMITED", [contractors, everyone]),
            unmanaged: { property: "visibilityGroupIds", edit: (id) => put(id, "LIMITED", [everyone]) },
            vanish: (id) => world.api("DELETE", `/resources/${id}`),
            exists: (id) => world.has(`/resources/${id}`),
            count: async () => ((await world.has(`/resources/${resourceId}`)) ? 1 : 0),
            afterDestroy: "everything",
            bad: {
                resourceId: { visibility: "GLOBAL" },
                visibility: { resourceId, visibility: "HIDDEN" },
                visibilityGroupIds: { resourceId, visibility: "GLOBAL", visibilityGroupIds: [everyone] },
            },
            sibling: async (number) => ({ ...args, resourceId: await world.newResource(`Sibling ${number}`) }),
        };
    },
};
