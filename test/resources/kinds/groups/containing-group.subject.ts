import { ContainingGroup } from "../../../../src/resources/kinds/groups/containing-group.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const containingGroup: Subject = {
    kind: ContainingGroup.kind,
    stage: async (world) => {
        const groupId = await world.newGroup("Engineers");
        const otherGroup = await world.newGroup("Analysts");
        const containingGroupId = await world.newGroup("Staff");
        const otherContaining = await world.newGroup("Everybody");
        const pathOf = (id: string) => `/groups/${id.split("/").join("/containing-groups/")}`;
        // The API does not return the end of a nesting, so it is read from the records of the local service.
        const end = (id: string) =>
            world.service
                .snapshot()
                .groupContainingGroups.find((link) => `${link.group_id}/${link.containing_group_id}` === id)
                ?.expiration_date;
        const args = { groupId, containingGroupId, durationMinutes: 0 };
        return {
            args,
            least: { groupId, containingGroupId },
            edits: { groupId: otherGroup, containingGroupId: otherContaining, durationMinutes: 600 },
            read: async (id) => {
                const found = await world.api<{ containing_group_id: string }>("GET", pathOf(id));
                const date = end(id);
                return {
                    groupId: id.split("/")[0],
                    containingGroupId: found.containing_group_id,
                    durationMinutes: date ? Math.round((Date.parse(date) - world.now()) / 60_000) : 0,
                };
            },
            outside: {},
            unmanaged: {
                property: "durationMinutes",
                edit: (id) => {
                    const [group, containing] = id.split("/");
                    const body = { containing_group_id: containing, duration_minutes: 60 };
                    return world.api("POST", `/groups/${group}/containing-groups`, body);
                },
            },
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: (id) => world.has(pathOf(id)),
            count: async () => ((await world.has(pathOf(`${groupId}/${containingGroupId}`))) ? 1 : 0),
            afterDestroy: "nothing",
            bad: {
                groupId: { containingGroupId },
                containingGroupId: { groupId, containingGroupId: "Staff" },
                durationMinutes: { ...args, durationMinutes: 153_722_868 },
                renew: { ...args, renew: "always" },
            },
            sibling: async (number) => ({ groupId: await world.newGroup(`Group ${number}`), containingGroupId }),
        };
    },
};
