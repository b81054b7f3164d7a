import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { irrelevant } from "../../../provider/schema/access.js";
import { entity } from "../../../provider/shapes/entity.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { onCallScheduleSource } from "../../sources.js";

const fields = {
    /** On-call service that hosts the schedule. A change registers another schedule. */
    thirdPartyProvider: irrelevant(z.enum(["OPSGENIE", "PAGER_DUTY"])),
    /** Id of the schedule at its provider. A change registers another schedule. */
    remoteId: irrelevant(z.string()),
};

/**
 * An on-call schedule registered with the service. Use its id in `onCallScheduleIds` of `Group`. The API can neither change nor delete a
 * schedule: every change registers another schedule, and removing the declaration leaves the schedule in place and reports that. Import id:
 * the schedule's id on the service or at its provider. Operations: GET and POST /on-call-schedules, GET
 * /on-call-schedules/{on_call_schedule_id}.
 */
export class OnCallSchedule extends AccessObject<OnCallScheduleArgs> {
    static readonly kind = entity({
        noun: "on-call schedule",
        source: onCallScheduleSource,
        fields,
        access: { created: "none", deleted: "none" },
        results: ["name"],
        key: ["remoteId", "thirdPartyProvider"],
        create: operation("createOnCallSchedule"),
        stays: "the API has no operation that deletes an on-call schedule",
    });

    /** Name of the schedule at its provider. */
    declare readonly name: Output<string | null>;

    /** Id of the schedule; same as `id`. */
    get onCallScheduleId(): Output<ID> {
        return this.id;
    }
}

export interface OnCallSchedule extends OutputsOf<typeof fields> {}
export interface OnCallScheduleArgs extends ArgsOf<typeof fields> {}
