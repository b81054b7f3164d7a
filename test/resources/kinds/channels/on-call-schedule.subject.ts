import { OnCallSchedule } from "../../../../src/resources/kinds/channels/on-call-schedule.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Schedule {
    third_party_provider: string;
    remote_id: string;
}

export const onCallSchedule: Subject = {
    kind: OnCallSchedule.kind,
    waived: { 3: "a schedule has nothing beside its key: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const args = { thirdPartyProvider: "PAGER_DUTY", remoteId: "PNIGHT" };
        const { onCallSchedules } = world.service.store;
        return {
            args,
            least: args,
            edits: { remoteId: "PDAY", thirdPartyProvider: "OPSGENIE" },
            read: async (id) => {
                const schedule = await world.api<Schedule>("GET", `/on-call-schedules/${id}`);
                return { thirdPartyProvider: schedule.third_party_provider, remoteId: schedule.remote_id };
            },
            outside: {},
            // The API does not have an operation for this, but a schedule disappears if its provider deletes it.
            vanish: async (id) => {
                onCallSchedules.delete(onCallSchedules.get(id));
                world.recordDeletion("ON_CALL_SCHEDULE", id);
            },
            exists: (id) => world.has(`/on-call-schedules/${id}`),
            count: async () => {
                const all = await world.api<{ on_call_schedules: Schedule[] }>("GET", "/on-call-schedules");
                return all.on_call_schedules.filter(({ remote_id }) => remote_id === args.remoteId).length;
            },
            afterDestroy: "everything",
            bad: {
                thirdPartyProvider: { ...args, thirdPartyProvider: "WALL_CALENDAR" },
                remoteId: { thirdPartyProvider: "OPSGENIE" },
                name: { ...args, name: "Nights" },
            },
            sibling: async (number) => ({ ...args, remoteId: `PNIGHT${number}` }),
            importName: "PNIGHT",
        };
    },
};
