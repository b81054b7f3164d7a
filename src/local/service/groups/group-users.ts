import type { GroupUser } from "../../../api/generated/types.gen.js";
import { levelOf, levelsOf } from "../access/access-levels.js";
import { addGrant, changeGrant, grantTerms, grantToUpdate, linkAt, PROPAGATED } from "../access/grants.js";
import { visible } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { listedAs } from "../http/pages.js";
import { mustNotBeRule } from "../rules/members.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { revokeMembership } from "./memberships.js";

type MembershipRecord = Records["groupUsers"];
type MembershipKey = Pick<MembershipRecord, "group_id" | "user_id">;

/**
 * Operations on direct group memberships. Memberships through nested groups are not listed, because API responses cannot show where a
 * membership comes from, and no operation can remove an indirect membership. They still count for access, visibility, owners and request
 * conditions: see `groupsOf`, `membersIn` and `accessOf`.
 */
export const groupUserRoutes = {
    getGroupUsers(call) {
        const { store, path } = call;
        const found = store.groupUsers.where("group_id", path.group_id);
        return listedAs(call, store.groupUsers, found, (membership) => groupUserAnswer(store, membership));
    },

    /** The API does not document this; we assume that an existing membership gets the new duration. */
    addGroupUser({ store, now, path, query, body }) {
        const { group_id, user_id } = path;
        mustNotBeRule(store, group_id);
        const membership = { group_id, user_id, ...grantTerms(now, body ?? query), ...PROPAGATED };
        return groupUserAnswer(store, addGrant(store, store.groupUsers, "group", group_id, membership));
    },

    /**
     * A negative duration revokes the membership. We assume that the response is then the last state of the membership (not documented by
     * the API).
     */
    updateGroupUser(call) {
        const { store, path, body } = call;
        const all = store.groupUsers.where("group_id", path.group_id).filter(({ user_id }) => user_id === path.user_id);
        const membership = grantToUpdate(body.access_level_remote_id, all, notMember(path));
        const { group_id } = membership;
        mustNotBeRule(store, group_id);
        if (body.duration_minutes < 0) {
            const last = groupUserAnswer(store, membership);
            revokeMembership(store, membership);
            return last;
        }
        return groupUserAnswer(store, changeGrant(call, store.groupUsers, "group", group_id, membership, body));
    },

    deleteGroupUser({ store, path, query }) {
        const ends = [path.group_id, path.user_id] as const;
        const membership = linkAt(store.groupUsers, ends, query.access_level_remote_id, notMember(path));
        mustNotBeRule(store, membership.group_id);
        revokeMembership(store, membership);
    },

    getUserGroups(call) {
        const { store, path } = call;
        const found = visible(call, store.groupUsers.where("user_id", path.user_id), "group_id");
        return listedAs(call, store.groupUsers, found, (membership) => groupUserAnswer(store, membership));
    },

    getGroupAccessLevels: ({ store, path }) => ({ results: levelsOf(store, "group", path.group_id) }),
} satisfies Routes;

function notMember({ group_id, user_id }: MembershipKey): string {
    return `The user ${user_id} is not in the group ${group_id}`;
}

function groupUserAnswer(
    store: Store,
    { group_id, user_id, access_level_remote_id, ...rest }: MembershipRecord,
): GroupUser {
    const { name: group_name = "", description = "" } = store.groups.get(group_id);
    const { full_name, email } = store.users.get(user_id);
    const access_level = levelOf(store, "group", group_id, access_level_remote_id);
    return { group_id, group_name, description, user_id, access_level, full_name, email, ...rest };
}
