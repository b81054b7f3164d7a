import type { GroupUser } from "../../api/generated/types.gen.js";
import { levelOf, levelsOf, linkAt, meantBy, mustBeLevel, noLink } from "../access/access-levels.js";
import { changeGrant, newGrant } from "../access/grants.js";
import { Viewer } from "../access/viewer.js";
import type { Area } from "../http/area.js";
import { page } from "../http/pages.js";
import { mustNotBeRule } from "../rules/members.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { revokeMembership } from "./memberships.js";

type Membership = Records["groupUsers"];
type Ends = Pick<Membership, "group_id" | "user_id">;

/**
 * Who is in which group, at which level: direct memberships alone. An entry of the API cannot say that it comes by a nested group, and no
 * call could remove such an entry. Access, visibility and conditions of requests count nested members, by `groupsOf` and `accessOf`.
 */
export const groupUsers = {
    getGroupUsers(call) {
        const { store, path } = call;
        const found = store.groupUsers.where("group_id", path.group_id);
        const { items, ...rest } = page(call, store.groupUsers, found);
        return { results: items.map((membership) => membershipAnswer(store, membership)), ...rest };
    },

    /** Inferred: who is a member already gets the new duration. */
    addGroupUser(call) {
        const { store, path } = call;
        const { group_id, user_id } = path;
        mustNotBeRule(store, group_id);
        const grant = newGrant(
            call,
            (level) => store.groupUsers.find(group_id, user_id, level) !== undefined,
            (level) => mustBeLevel(store, "group", group_id, level),
        );
        return membershipAnswer(store, store.groupUsers.set({ group_id, user_id, ...grant }));
    },

    /** A negative duration revokes. Inferred: the answer is then the membership as it was last. */
    updateGroupUser(call) {
        const { store, path, body } = call;
        const membership = meantBy(body.access_level_remote_id, membershipsOf(store, path));
        if (!membership) throw noLink(notMember(path), body.access_level_remote_id);
        mustNotBeRule(store, membership.group_id);
        if (body.duration_minutes < 0) {
            const last = membershipAnswer(store, membership);
            revokeMembership(store, membership);
            return last;
        }
        const mustFit = (level: string) => mustBeLevel(store, "group", membership.group_id, level);
        return membershipAnswer(store, changeGrant(call, store.groupUsers, membership, mustFit));
    },

    deleteGroupUser({ store, path, query }) {
        const ends = [path.group_id, path.user_id] as const;
        const membership = linkAt(store.groupUsers, ends, query.access_level_remote_id, notMember(path));
        mustNotBeRule(store, membership.group_id);
        revokeMembership(store, membership);
    },

    getUserGroups(call) {
        const { store, path } = call;
        const viewer = new Viewer(call);
        const found = store.groupUsers
            .where("user_id", path.user_id)
            .filter((membership) => viewer.sees("groups", membership.group_id));
        const { items, ...rest } = page(call, store.groupUsers, found);
        return { results: items.map((membership) => membershipAnswer(store, membership)), ...rest };
    },

    getGroupAccessLevels: ({ store, path }) => ({ results: levelsOf(store, "group", path.group_id) }),
} satisfies Area;

function membershipsOf(store: Store, { group_id, user_id }: Ends): Membership[] {
    return store.groupUsers.where("group_id", group_id).filter((membership) => membership.user_id === user_id);
}

function notMember({ group_id, user_id }: Ends): string {
    return `The user ${user_id} is not in the group ${group_id}`;
}

function membershipAnswer(store: Store, membership: Membership): GroupUser {
    const { group_id, user_id, access_level_remote_id, ...rest } = membership;
    const group = store.groups.get(group_id);
    const { full_name, email } = store.users.get(user_id);
    return {
        group_id,
        group_name: group.name ?? "",
        description: group.description ?? "",
        user_id,
        access_level: levelOf(store, "group", group_id, access_level_remote_id),
        full_name,
        email,
        ...rest,
    };
}
