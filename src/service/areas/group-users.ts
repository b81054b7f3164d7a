import type { GroupUser } from "../../api/generated/types.gen.js";
import type { Area, Call } from "../area.js";
import type { Records } from "../organization.js";
import { page } from "../pages.js";
import type { Store } from "../store.js";

/** Who is in which group, at which level. */
export const groupUsers = {
    getGroupUsers: listUsers,
    getUserGroups: listGroups,
    getGroupAccessLevels: getAccessLevels,
} satisfies Area;

function listUsers(call: Call<"getGroupUsers">) {
    const { store, path } = call;
    const found = store.groupUsers.where("group_id", store.groups.get(path.group_id).group_id);
    const { items, ...rest } = page(call, store.groupUsers, found);
    return { results: items.map((membership) => membershipAnswer(store, membership)), ...rest };
}

function listGroups(call: Call<"getUserGroups">) {
    const { store, path } = call;
    const found = store.groupUsers.where("user_id", store.users.get(path.user_id).user_id);
    const { items, ...rest } = page(call, store.groupUsers, found);
    return { results: items.map((membership) => membershipAnswer(store, membership)), ...rest };
}

function membershipAnswer(store: Store, membership: Records["groupUsers"]): GroupUser {
    const { group_id, user_id, access_level_remote_id, ...rest } = membership;
    const group = store.groups.get(group_id);
    const { full_name, email } = store.users.get(user_id);
    const level = store.groupAccessLevels.find(group_id, access_level_remote_id);
    const access_level = { access_level_name: level?.access_level_name ?? "", access_level_remote_id };
    const group_name = group.name ?? "";
    return {
        group_id,
        group_name,
        description: group.description ?? "",
        user_id,
        access_level,
        full_name,
        email,
        ...rest,
    };
}

function getAccessLevels({ store, path }: Call<"getGroupAccessLevels">) {
    const { group_id } = store.groups.get(path.group_id);
    return { results: store.groupAccessLevels.where("group_id", group_id).map(levelAnswer) };
}

function levelAnswer({ access_level_name, access_level_remote_id }: Records["groupAccessLevels"]) {
    return { access_level_name, access_level_remote_id };
}
