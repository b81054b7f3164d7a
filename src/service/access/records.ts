import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { moment, recordsOf } from "../storage/layouts.js";

/** Something at a level, for as long as the date says; null: it does not expire. */
const grant = { access_level_remote_id: z.string(), expiration_date: moment.nullable() };
const propagated = { ...grant, propagation_status: schemas.zPropagationStatus().nullable() };

/** Who has access to a resource or is in a group, and which groups give access. */
export const grantLayouts = {
    groupUsers: recordsOf("membership", ["group_id", "user_id"], propagated),
    resourceUsers: recordsOf("access of a user", ["resource_id", "user_id"], propagated),
    resourceNonHumanIdentities: recordsOf(
        "access of a non-human identity",
        ["resource_id", "non_human_identity_id"],
        grant,
    ),
    groupResources: recordsOf("link of group and resource", ["group_id", "resource_id"], grant),
    /** The group is the member of the containing group. */
    groupContainingGroups: recordsOf("link of group and containing group", ["group_id", "containing_group_id"], grant),
};
