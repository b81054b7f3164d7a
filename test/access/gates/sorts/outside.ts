import type { Store } from "../../../../src/local/service/storage/store.js";
import type { Declaration } from "../../../proofs/simulator/program.js";
import { type Bench, type Draw, objectsIn, type Sorts, textsIn } from "../edit.js";
import type { Args } from "../programs.js";

/** Access is narrowed outside of the program, and `pulumi up` restores the declared access. */
export const OUTSIDE_WIDER: Sorts = {
    "a member was removed outside": changed("GroupUser", (store, { args }, on) => {
        store.groupUsers.deleteWhere("user_id", on.id(args.userId));
    }),
    "members of a declared set were removed outside": changed(
        "GroupUsers",
        (store, { args }, on) => {
            store.groupUsers.deleteWhere("group_id", on.id(args.groupId));
        },
        ({ users }) => objectsIn(users).length > 0,
    ),
    "a grant was removed outside": changed("ResourceUser", (store, { args }, on) => {
        store.resourceUsers.deleteWhere("resource_id", on.id(args.resourceId));
    }),
    "a link was removed outside": changed("GroupResource", (store, { args }, on) => {
        store.groupResources.deleteWhere("group_id", on.id(args.groupId));
    }),
    "a nesting was removed outside": changed("ContainingGroup", (store, { args }, on) => {
        store.groupContainingGroups.deleteWhere("group_id", on.id(args.groupId));
    }),
    "a tag was removed outside": changed("UserTag", (store, { args }, on) => {
        store.userTags.deleteWhere("user_id", on.id(args.userId));
    }),
    "a group was hidden outside": changed(
        "Group",
        (store, { name }, on) => {
            const group_id = on.id(`@=${name}`);
            store.groupVisibility.set({ group_id, visibility: "LIMITED", visibility_group_ids: [] });
        },
        ({ visibility }) => visibility !== undefined,
    ),
    "a resource was hidden outside": changed(
        "Resource",
        (store, { name }, on) => {
            const resource_id = on.id(`@=${name}`);
            store.resourceVisibility.set({ resource_id, visibility: "LIMITED", visibility_group_ids: [] });
        },
        ({ visibility }) => visibility !== undefined,
    ),
    "requests were forbidden outside": changed(
        "Group",
        (store, { name }, on) => {
            const group = store.groups.get(on.id(`@=${name}`));
            const rules = (group.request_configurations ?? []).map((one) => ({
                ...one,
                allow_requests: false,
                auto_approval: false,
            }));
            store.groups.set({ ...group, request_configurations: rules });
        },
        ({ requestConfigurations }) => requestConfigurations !== undefined,
    ),
    "the users of an owner were removed outside": changed(
        "Owner",
        (store, { name }, on) => {
            store.ownerUsers.set({ owner_id: on.id(`@=${name}`), user_ids: [] });
        },
        ({ userIds }) => textsIn(userIds).length > 0,
    ),
    "the leaders of a group were removed outside": changed(
        "Group",
        (store, { name }, on) => {
            store.groups.set({ ...store.groups.get(on.id(`@=${name}`)), group_leader_user_ids: [] });
        },
        ({ groupLeaderUserIds }) => groupLeaderUserIds !== undefined,
    ),
};

/** Access is widened outside of the program and `pulumi up` reverts it, or the outside change does not affect access. */
export const OUTSIDE_NARROWER: Sorts = {
    "members were added to a declared set outside": changed("GroupUsers", (store, { args }, on) => {
        for (const user_id of on.dice.some(on.users, 3))
            store.groupUsers.set({
                group_id: on.id(args.groupId),
                user_id,
                access_level_remote_id: "",
                expiration_date: null,
                propagation_status: null,
            });
    }),
    "a description was changed outside": changed("Group", (store, { name }, on) => {
        store.groups.set({ ...store.groups.get(on.id(`@=${name}`)), description: "Written outside" });
    }),
    "an undeclared grant was added outside": (on) => {
        const [resource_id = "", user_id = ""] = [on.dice.pick(on.resources), on.dice.pick(on.users)];
        return {
            words: `somebody granted ${resource_id} to ${user_id} outside`,
            outside: (store) => {
                store.resourceUsers.set({
                    resource_id: on.id(resource_id),
                    user_id,
                    access_level_remote_id: on.around.levelOf(on.id(resource_id)),
                    expiration_date: null,
                    propagation_status: null,
                });
            },
        };
    },
    "users were added to an owner outside": changed(
        "Owner",
        (store, { name }, on) => {
            store.ownerUsers.set({ owner_id: on.id(`@=${name}`), user_ids: [...on.users] });
        },
        ({ userIds }) => userIds !== undefined,
    ),
    "a group was made visible to everybody outside": changed(
        "Group",
        (store, { name }, on) => {
            const group_id = on.id(`@=${name}`);
            store.groupVisibility.set({ group_id, visibility: "GLOBAL", visibility_group_ids: [] });
        },
        ({ visibility }) => visibility !== undefined,
    ),
};

/** Changes the object of a random declaration that satisfies the predicate. */
function changed(
    kind: string,
    change: (store: Store, declaration: Declaration, on: Bench) => void,
    fits?: (args: Args) => boolean,
): Draw {
    return (on) => {
        const declaration = on.one([kind], fits);
        if (!declaration) return undefined;
        const { name, args } = declaration;
        return {
            words: `behind the back of ${name}, ${kind} ${JSON.stringify(args)}`,
            outside: (store) => change(store, declaration, on),
        };
    };
}
