import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

const group_id = z.guid();
const resource_id = z.guid();
const user_id = z.guid();

/** Something at a level, for as long as the date says; null: it does not expire. */
const grant = z.object({
    access_level_remote_id: z.string(),
    expiration_date: z.iso.datetime({ offset: true }).nullable(),
});
const propagated = grant.extend({ propagation_status: schemas.zPropagationStatus.nullable() });

/** Who has access to a resource or is in a group, and which groups give access. */
export const grantLayouts = {
    groupUsers: records(
        "membership",
        ["group_id", "user_id", "access_level_remote_id"],
        propagated.extend({ group_id, user_id }),
    ),
    resourceUsers: records(
        "access of a user",
        ["resource_id", "user_id", "access_level_remote_id"],
        propagated.extend({ resource_id, user_id }),
    ),
    resourceNonHumanIdentities: records(
        "access of a non-human identity",
        ["resource_id", "non_human_identity_id", "access_level_remote_id"],
        grant.extend({ resource_id, non_human_identity_id: z.guid() }),
    ),
    groupResources: records(
        "link of group and resource",
        ["group_id", "resource_id", "access_level_remote_id"],
        grant.extend({ group_id, resource_id }),
    ),
    /** The group is the member of the containing group. */
    groupContainingGroups: records(
        "link of group and containing group",
        ["group_id", "containing_group_id", "access_level_remote_id"],
        grant.extend({ group_id, containing_group_id: z.guid() }),
    ),
};
