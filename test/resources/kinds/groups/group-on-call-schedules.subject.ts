import { GroupOnCallSchedules } from "../../../../src/resources/kinds/groups/group-on-call-schedules.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const groupOnCallSchedules: Subject = {
    kind: GroupOnCallSchedules.kind,
    waived: { 3: "the document is one set, and all of it is declared" },
    stage: async (world) => {
        const [one, two] = world.scheduleIds;
        const groupId = await world.newGroup("Engineers");
        const other = await world.newGroup("Analysts");
        const put = (id: string, ids: unknown[]) =>
            world.api("PUT", `/groups/${id}/on-call-schedules`, { on_call_schedule_ids: ids });
        const read = async (id: string) => {
            const body = await world.api<{ on_call_schedules: { on_call_schedule_id: string }[] }>(
                "GET",
                `/groups/${id}/on-call-schedules`,
            );
            return { groupId: id, onCallScheduleIds: body.on_call_schedules.map((item) => item.on_call_schedule_id) };
        };
        const args = { groupId, onCallScheduleIds: [one, two] };
        return {
            args,
            least: args,
            edits: { onCallScheduleIds: [two], groupId: other },
            read,
            outside: { onCallScheduleIds: (id) => put(id, [one]) },
            shuffle: (id) => put(id, [two, one]),
            vanish: (id) => world.api("DELETE", `/groups/${id}`),
            exists: (id) => world.has(`/groups/${id}`),
            count: async () => ((await world.has(`/groups/${groupId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const left = (await read(id)).onCallScheduleIds;
                if (left.length > 0) throw new Error(`the group still has ${left.length}`);
            },
            bad: {
                groupId: { onCallScheduleIds: [one] },
                "onCallScheduleIds[0]": { groupId, onCallScheduleIds: ["general"] },
            },
            sibling: async (number) => ({ ...args, groupId: await world.newGroup(`Sibling ${number}`) }),
        };
    },
};
