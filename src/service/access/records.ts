import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

/** Something at a level, for as long as the date says; null: it does not expire. */
interface Grant {
    access_level_remote_id: string;
    expiration_date: string | null;
}

/** Who has access to a resource, and which groups give it. Members of groups are older records. */
export interface GrantRecords {
    resourceUsers: Grant & { resource_id: string; user_id: string; propagation_status: t.PropagationStatus | null };
    resourceNonHumanIdentities: Grant & { resource_id: string; non_human_identity_id: string };
    groupResources: Grant & { group_id: string; resource_id: string };
    /** The group is the member of the containing group. */
    groupContainingGroups: Grant & { group_id: string; containing_group_id: string };
}

const grant = z.object({
    access_level_remote_id: z.string(),
    expiration_date: z.iso.datetime({ offset: true }).nullable(),
});

export const grantLayouts: Layouts<GrantRecords> = {
    resourceUsers: {
        noun: "access of a user",
        key: ["resource_id", "user_id", "access_level_remote_id"],
        schema: grant.extend({
            resource_id: z.guid(),
            user_id: z.guid(),
            propagation_status: schemas.zPropagationStatus.nullable(),
        }),
    },
    resourceNonHumanIdentities: {
        noun: "access of a non-human identity",
        key: ["resource_id", "non_human_identity_id", "access_level_remote_id"],
        schema: grant.extend({ resource_id: z.guid(), non_human_identity_id: z.guid() }),
    },
    groupResources: {
        noun: "link of group and resource",
        key: ["group_id", "resource_id", "access_level_remote_id"],
        schema: grant.extend({ group_id: z.guid(), resource_id: z.guid() }),
    },
    groupContainingGroups: {
        noun: "link of group and containing group",
        key: ["group_id", "containing_group_id", "access_level_remote_id"],
        schema: grant.extend({ group_id: z.guid(), containing_group_id: z.guid() }),
    },
};
