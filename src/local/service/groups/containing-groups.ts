import type { GroupContainingGroup } from "../../../api/generated/types.gen.js";
import { isWithin } from "../access/access.js";
import { addGrant, grantTerms, linkAt } from "../access/grants.js";
import { visible } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

type Link = Records["groupContainingGroups"];
type NestingKey = Pick<Link, "group_id" | "containing_group_id">;

/** Operations on nested groups. The group in the path is nested in the containing group. */
export const containingGroupRoutes = {
    getGroupContainingGroups(call) {
        const { store, path, query } = call;
        const level = query.access_level_remote_id;
        const links = visible(
            call,
            store.groupContainingGroups.where("group_id", path.group_id),
            "containing_group_id",
        );
        const found = links.filter((link) => level === undefined || level === link.access_level_remote_id);
        return { containing_groups: found.map(containingGroupAnswer) };
    },

    /** The API does not document this; we assume that an existing link gets the new duration, and that cycles are refused. */
    addGroupContainingGroup({ store, now, path, body }) {
        const { group_id } = path;
        const { containing_group_id } = body;
        store.groups.mustKnow("containing_group_id", containing_group_id);
        if (isWithin(store, containing_group_id, group_id)) {
            throw new BadRequest("containing_group_id must not be the group itself or a group nested in it.");
        }
        const link = { group_id, containing_group_id, ...grantTerms(now, body) };
        return containingGroupAnswer(addGrant(store, store.groupContainingGroups, "group", containing_group_id, link));
    },

    /** This operation has no parameter for the access level, so it returns the link at the default level. */
    getGroupContainingGroup: ({ store, path }) => containingGroupAnswer(find(store, path)),

    removeGroupContainingGroup: ({ store, path, query }) =>
        store.groupContainingGroups.delete(find(store, path, query.access_level_remote_id)),
} satisfies Routes;

function find(store: Store, { group_id, containing_group_id }: NestingKey, level?: string): Link {
    const missing = `The group ${group_id} is not nested in the group ${containing_group_id}`;
    return linkAt(store.groupContainingGroups, [group_id, containing_group_id], level, missing);
}

/** Returns a link as it appears in responses, which do not contain the duration. */
function containingGroupAnswer({ containing_group_id, access_level_remote_id }: Link): GroupContainingGroup {
    return { containing_group_id, access_level_remote_id };
}
