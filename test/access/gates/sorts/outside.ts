import type { Store } from "../../../../src/local/service/storage/store.js";
import type { Declaration } from "../../../proofs/simulator/program.js";
import { type Edit, objectsIn, type Sorts, textsIn } from "../edit.js";

/** Access is narrowed outside of the program, and `pulumi up` restores the declared access. */
export const OUTSIDE_WIDER: Sorts = {
    "a member was removed outside": [
        2,
        (on) =>
            changed(on.one(["GroupUser"]), (store, { args }) => {
                store.groupUsers.deleteWhere("user_id", on.id(args.userId));
            }),
    ],
    "members of a declared set were removed outside": [
        1,
        (on) =>
            changed(
                on.one(["GroupUsers"], ({ users }) => objectsIn(users).length > 0),
                (store, { args }) => {
                    store.groupUsers.deleteWhere("group_id", on.id(args.groupId));
                },
            ),
    ],
    "a grant was removed outside": [
        1,
        (on) =>
            changed(on.one(["ResourceUser"]), (store, { args }) => {
                store.resourceUsers.deleteWhere("resource_id", on.id(args.resourceId));
            }),
    ],
    "a link was removed outside": [
        2,
        (on) =>
            changed(on.one(["GroupResource"]), (store, { args }) => {
                store.groupResources.deleteWhere("group_id", on.id(args.groupId));
            }),
    ],
    "a nesting was removed outside": [
        1,
        (on) =>
            changed(on.one(["ContainingGroup"]), (store, { args }) => {
                store.groupContainingGroups.deleteWhere("group_id", on.id(args.groupId));
            }),
    ],
    "a tag was removed outside": [
        1,
        (on) =>
            changed(on.one(["UserTag"]), (store, { args }) => {
                store.userTags.deleteWhere("user_id", on.id(args.userId));
            }),
    ],
    "a group was hidden outside": [
        2,
        (on) =>
            changed(
                on.one(["Group"], ({ visibility }) => visibility !== undefined),
                (store, { name }) => {
                    const group_id = on.id(`@=${name}`);
                    store.groupVisibility.set({ group_id, visibility: "LIMITED", visibility_group_ids: [] });
                },
            ),
    ],
    "a resource was hidden outside": [
        1,
        (on) =>
            changed(
                on.one(["Resource"], ({ visibility }) => visibility !== undefined),
                (store, { name }) => {
                    const resource_id = on.id(`@=${name}`);
                    store.resourceVisibility.set({ resource_id, visibility: "LIMITED", visibility_group_ids: [] });
                },
            ),
    ],
    "requests were forbidden outside": [
        2,
        (on) =>
            changed(
                on.one(["Group"], ({ requestConfigurations }) => requestConfigurations !== undefined),
                (store, { name }) => {
                    const group = store.groups.get(on.id(`@=${name}`));
                    const rules = (group.request_configurations ?? []).map((one) => ({
                        ...one,
                        allow_requests: false,
                        auto_approval: false,
                    }));
                    store.groups.set({ ...group, request_configurations: rules });
                },
            ),
    ],
    "the users of an owner were removed outside": [
        2,
        (on) =>
            changed(
                on.one(["Owner"], ({ userIds }) => textsIn(userIds).length > 0),
                (store, { name }) => {
                    store.ownerUsers.set({ owner_id: on.id(`@=${name}`), user_ids: [] });
                },
            ),
    ],
    "the leaders of a group were removed outside": [
        1,
        (on) =>
            changed(
                on.one(["Group"], ({ groupLeaderUserIds }) => groupLeaderUserIds !== undefined),
                (store, { name }) => {
                    store.groups.set({ ...store.groups.get(on.id(`@=${name}`)), group_leader_user_ids: [] });
                },
            ),
    ],
};

/** Access is widened outside of the program and `pulumi up` reverts it, or the outside change does not affect access. */
export const OUTSIDE_NARROWER: Sorts = {
    "members were added to a declared set outside": [
        2,
        (on) =>
            changed(on.one(["GroupUsers"]), (store, { args }) => {
                for (const user_id of on.dice.some(on.users, 3))
                    store.groupUsers.set({
                        group_id: on.id(args.groupId),
                        user_id,
                        access_level_remote_id: "",
                        expiration_date: null,
                        propagation_status: null,
                    });
            }),
    ],
    "a description was changed outside": [
        2,
        (on) =>
            changed(on.one(["Group"]), (store, { name }) => {
                store.groups.set({ ...store.groups.get(on.id(`@=${name}`)), description: "Written outside" });
            }),
    ],
    "an undeclared grant was added outside": [
        2,
        (on) => {
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
    ],
    "users were added to an owner outside": [
        1,
        (on) =>
            changed(
                on.one(["Owner"], ({ userIds }) => userIds !== undefined),
                (store, { name }) => {
                    store.ownerUsers.set({ owner_id: on.id(`@=${name}`), user_ids: [...on.users] });
                },
            ),
    ],
    "a group was made visible to everybody outside": [
        1,
        (on) =>
            changed(
                on.one(["Group"], ({ visibility }) => visibility !== undefined),
                (store, { name }) => {
                    const group_id = on.id(`@=${name}`);
                    store.groupVisibility.set({ group_id, visibility: "GLOBAL", visibility_group_ids: [] });
                },
            ),
    ],
};

function changed(
    declaration: Declaration | undefined,
    change: (store: Store, declaration: Declaration) => void,
): Edit | undefined {
    if (!declaration) return undefined;
    const { name, kind, args } = declaration;
    return {
        words: `behind the back of ${name}, ${kind} ${JSON.stringify(args)}`,
        outside: (store) => change(store, declaration),
    };
}
