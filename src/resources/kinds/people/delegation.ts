import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { earlierWidens, evaluated, irrelevant, laterWidens } from "../../../provider/schema/access.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, inOrder, moment } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { delegationSource, userSource } from "../../sources.js";

const fields = {
    /** User whose reviews are delegated. */
    delegatorUserId: evaluated(id(userSource)),
    /** User who reviews instead. */
    delegateUserId: evaluated(id(userSource)),
    /** Start of the delegation, as an ISO date-time with a UTC offset, such as `2027-07-01T00:00:00Z`. */
    startTime: evaluated(moment(), earlierWidens),
    /** End of the delegation, as an ISO date-time with a UTC offset. */
    endTime: evaluated(moment(), laterWidens()),
    /** Reason for the delegation. */
    reason: irrelevant(z.string()),
};

/**
 * Delegates the reviews of a user to another user for a limited time. Every change replaces it. A delegation that has ended is left
 * unchanged. Import id: the delegation's id. Operations: GET and POST /delegations, GET and DELETE /delegations/{delegation_id}.
 */
export class Delegation extends AccessObject<DelegationArgs> {
    static readonly kind = entity({
        noun: "delegation",
        source: delegationSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        rules: [
            [
                "delegateUserId",
                "it must differ from delegatorUserId",
                (given) => given.delegateUserId === undefined || given.delegateUserId !== given.delegatorUserId,
            ],
            ["endTime", "it must be after startTime", ({ startTime, endTime }) => inOrder(startTime, endTime)],
        ],
        results: ["createdAt", "updatedAt"],
        key: ["delegatorUserId", "delegateUserId", "startTime", "endTime"],
        create: operation("createDelegation"),
        remove: operation("deleteDelegation"),
        ends: { date: "endTime" },
    });

    /** Creation date in ISO format. */
    declare readonly createdAt: Output<string | null>;
    /** Date of the last change in ISO format. */
    declare readonly updatedAt: Output<string | null>;

    /** Id of the delegation; same as `id`. */
    get delegationId(): Output<ID> {
        return this.id;
    }
}

export interface Delegation extends OutputsOf<typeof fields> {}
export interface DelegationArgs extends ArgsOf<typeof fields> {}
