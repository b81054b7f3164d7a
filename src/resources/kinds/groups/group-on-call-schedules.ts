import { operation } from "../../../api/calls.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id, idSet } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, onCallScheduleSource } from "../../sources.js";

const fields = {
    /** Group that the schedules belong to. */
    groupId: evaluated(id(groupSource)),
    /** On-call schedules whose users are members of the group while they are on call (complete list). */
    onCallScheduleIds: evaluated(idSet(onCallScheduleSource), moreWidens),
};

/**
 * The on-call schedules of a group that is declared elsewhere. If the group is declared in the same program, set `onCallScheduleIds` on
 * `Group` instead; do not use both for the same group. Removing the declaration leaves the group without schedules. Pulumi id and import
 * id: the group's id. Operations: GET and PUT /groups/{group_id}/on-call-schedules.
 */
export class GroupOnCallSchedules extends AccessResource<GroupOnCallSchedulesArgs> {
    static readonly kind = subresource({
        name: "GroupOnCallSchedules",
        noun: "on-call schedule list of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        read: operation("getGroupOnCallSchedules"),
        value: ({ on_call_schedules }) => ({
            onCallScheduleIds: on_call_schedules.map((schedule) => schedule.on_call_schedule_id),
        }),
        write: operation("setGroupOnCallSchedules"),
        ending: { writes: { onCallScheduleIds: [] } },
    });
}

export interface GroupOnCallSchedules extends OutputsOf<typeof fields> {}
export interface GroupOnCallSchedulesArgs extends ArgsOf<typeof fields> {}
