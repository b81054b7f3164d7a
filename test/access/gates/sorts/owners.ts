import { type Bench, type Edit, objectsIn, type Sorts, textsIn, without } from "../edit.js";
import { those } from "../programs.js";

/** Edits of reviewers and administrators. */
export const OWNERS_WIDER: Sorts = {
    "add a user to an owner": (on) => {
        const owner = on.one(["Owner"], ({ userIds }) => userIds !== undefined);
        const users = textsIn(owner?.args.userIds);
        const user = on.dice.maybe(on.users.filter((id) => !users.includes(id)));
        return owner && user ? on.set(owner, { userIds: [...users, user] }) : undefined;
    },
    "change the source group of an owner": (on) => {
        const owner = on.one(["Owner"], ({ sourceGroupId }) => sourceGroupId !== undefined);
        const group =
            owner && on.dice.maybe(those(on.program, "Group").filter((one) => one !== owner.args.sourceGroupId));
        return owner && group ? on.set(owner, { sourceGroupId: group }) : undefined;
    },
    "change the administrator of an object": (on) => {
        const governed = on.one(
            ["Group", "Resource", "Bundle", "AccessRule"],
            ({ adminOwnerId }) => adminOwnerId !== undefined,
        );
        // The source group of an owner cannot depend on that owner.
        const owners = on.owners.filter((one) => one !== governed?.args.adminOwnerId && one !== "@=fed");
        const owner = on.dice.maybe(owners);
        return governed && owner ? on.set(governed, { adminOwnerId: owner }) : undefined;
    },
    "add a target to a role": (on) => {
        const group = on.dice.pick(on.groups);
        return permissions(on, ({ targetIds }) =>
            textsIn(targetIds).includes(group) ? undefined : { targetIds: [...textsIn(targetIds), group] },
        );
    },
    "extend a role to all targets of a type": (on) => permissions(on, () => ({ allowAll: true, targetIds: null })),
    "add a permission to a role": (on) => permissions(on, () => ({ permissionName: on.dice.pick(MORE) })),
    "extend a role to all targets of an owner": (on) =>
        permissions(on, () => ({ targetType: "OWNER", targetIds: [on.dice.pick(on.owners)] })),
    "extend a role to an app": (on) =>
        permissions(on, () => ({ targetType: "CONNECTION", targetIds: [on.around.app] })),
    "make a user an administrator of the organization": (on) =>
        on.add("new-admin", "ResourceUser", { resourceId: "@=admin", userId: on.dice.pick(on.users) }),
    "link a group to the role Admin": (on) =>
        on.add("new-admins", "GroupResource", { resourceId: "@=admin", groupId: on.dice.pick(on.givers) }),
    "move a resource below another one": (on) => {
        const [above, below] = those(on.program, "Resource").filter((one) => one.startsWith("@=resource-"));
        const declared = on.one(["Resource"], ({ name }) => `@=resource-${String(name).slice(-1)}` === below);
        if (!above || !declared || declared.args.parentResourceId) return undefined;
        return on.set(declared, { parentResourceId: on.dice.pick([above, ...on.around.resources]) });
    },
    "grant a role to a user": (on) =>
        on.add("new-holder", "ResourceUser", { resourceId: "@=role", userId: on.dice.pick(on.users) }),
};

const MORE = ["EDIT_ASSIGNMENTS", "EDIT_TAGS", "EDIT_SETTINGS"] as const;

export const OWNERS_NARROWER: Sorts = {
    "remove a user from an owner": (on) => {
        const owner = on.one(["Owner"], ({ userIds }) => textsIn(userIds).length > 1);
        const users = textsIn(owner?.args.userIds);
        return owner && on.set(owner, { userIds: without(users, on.dice.pick(users)) });
    },
    "remove the permissions of a role": (on) => {
        const role = on.one(["ScopedRolePermissions"]);
        return role && on.set(role, { permissions: [] });
    },
    "reorder the users of an owner": (on) => {
        const owner = on.one(["Owner"], ({ userIds }) => textsIn(userIds).length > 1);
        return owner && on.set(owner, { userIds: textsIn(owner.args.userIds).reverse() });
    },
};

function permissions(
    on: Bench,
    change: (permission: ReturnType<typeof objectsIn>[number]) => object | undefined,
): Edit | undefined {
    const role = on.one(["ScopedRolePermissions"]);
    const [first, ...others] = objectsIn(role?.args.permissions);
    const changed = first && change(first);
    if (!role || !changed) return undefined;
    const one = Object.entries({ ...first, ...changed }).filter(([, value]) => value !== null);
    return on.set(role, { permissions: [Object.fromEntries(one), ...others] });
}
