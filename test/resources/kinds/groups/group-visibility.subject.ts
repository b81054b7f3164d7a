import { GroupVisibility } from "../../../../src/resources/kinds/groups/group-visibility.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const groupVisibility: Subject = {
    kind: GroupVisibility.kind,
    stage: async (world) => {
        const [everyone, contractors] = world.groupIds;
        const groupId = await world.newGroup("Engineers");
        const other = await world.newGroup("Analysts");
        const put = (id: string, visibility: string, groups: unknown[]) =>
            world.api("PUT", `/groups/${id}/visibility`, { visibility, visibility_group_ids: groups });
        const args = { groupId, visibility: "LIMITED", visibilityGroupIds: [everyone, contractors] };
        return {
            args,
            least: { groupId, visibility: "LIMITED" },
            edits: { visibilityGroupIds: [everyone], groupId: other },
            read: async (id) => {
                const body = await world.api<{ visibility: string; visibility_group_ids: string[] }>(
                    "GET",
                    `/groups/${id}/visibility`,
                );
                return { groupId: id, visibility: body.visibility, visibilityGroupIds: body.visibility_group_ids };
            },
            outside: {
                visibilityGroupIds: (id) => put(id, "LIMITED", [contractors]),
            },
            shuffle: (id) => put(id, "LIMITED", [contractors, everyone]),
            unmanaged: { property: "visibilityGroupIds", edit: (id) => put(id, "LIMITED", [everyone]) },
            vanish: (id) => world.api("DELETE", `/groups/${id}`),
            exists: (id) => world.has(`/groups/${id}`),
            count: async () => ((await world.has(`/groups/${groupId}`)) ? 1 : 0),
            afterDestroy: "everything",
            bad: {
                groupId: { visibility: "GLOBAL" },
                visibility: { groupId, visibility: "HIDDEN" },
                visibilityGroupIds: { groupId, visibility: "GLOBAL", visibilityGroupIds: [everyone] },
            },
            sibling: async (number) => ({ ...args, groupId: await world.newGroup(`Sibling ${number}`) }),
        };
    },
};
