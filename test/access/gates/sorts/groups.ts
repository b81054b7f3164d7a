import { edited } from "../../../proofs/simulator/program.js";
import { type Bench, objectsIn, type Sorts, textsIn, without } from "../edit.js";
import { type Args, those } from "../programs.js";

/** Edits of groups, access rules, roles and bundles, and of their visibility. */
export const GROUPS_WIDER: Sorts = {
    "link a resource to a group": (on) => {
        const [groupId, resourceId] = [on.dice.pick(on.givers), on.dice.pick(on.resources)];
        if (linked(on, groupId, resourceId)) return undefined;
        return on.add("new-link", "GroupResource", {
            groupId,
            resourceId,
            ...on.around.atLevel(resourceId),
            ...on.around.duration(),
        });
    },
    "nest a group": (on) => {
        const groupId = on.dice.pick(those(on.program, "Group", "AccessRule"));
        const containingGroupId = on.dice.pick(on.around.groups);
        const isThere = on.store.groupContainingGroups
            .where("group_id", on.id(groupId))
            .some(({ containing_group_id }) => containing_group_id === containingGroupId);
        if (isThere) return undefined;
        return on.add("new-nesting", "ContainingGroup", {
            groupId,
            containingGroupId,
            ...on.around.atLevel(containingGroupId),
        });
    },
    "link groups": (on) => {
        const free = those(on.program, "Group").filter(
            (group) => !on.store.groups.find(on.id(group))?.group_binding_id,
        );
        const [sourceGroupId, groupId] = on.dice.some(free, 2);
        if (!sourceGroupId || !groupId) return undefined;
        return on.add("new-binding", "GroupBinding", { sourceGroupId, groups: [{ groupId }] });
    },
    "swap the source of linked groups": (on) => {
        const binding = on.one(["GroupBinding"]);
        const [groupId = ""] = objectsIn(binding?.args.groups).map((one) => String(one.groupId));
        if (!binding) return undefined;
        return on.set(binding, { sourceGroupId: groupId, groups: [{ groupId: binding.args.sourceGroupId ?? "" }] });
    },
    "create a group with members": (on) => {
        const made = on.add("new-group", "Group", {
            name: "New group",
            appId: on.around.app,
            groupType: "SVC_GROUP",
            ...(on.dice.chance(0.5) && { adminOwnerId: on.dice.pick(on.owners) }),
            visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
            ...(on.dice.chance(0.5) && {
                requestConfigurations: on.around.configurations(on.groups, on.owners),
            }),
        });
        const users = on.dice.some(on.users, 2).map((userId) => ({ userId }));
        const members = { name: "new-members", kind: "GroupUsers", args: { groupId: "@=new-group", users } };
        const resourceId = on.dice.pick(on.resources);
        const args: Args = { groupId: "@=new-group", resourceId, ...on.around.atLevel(resourceId) };
        const link = { name: "new-group-link", kind: "GroupResource", args };
        return {
            words: `${made.words} with members and a link`,
            program: edited(made.program ?? [], [
                { edit: "declare", declaration: members },
                { edit: "declare", declaration: link },
            ]),
        };
    },
    "add a group to a bundle": (on) => {
        const groupId = on.dice.pick(on.groups);
        const [bundle] = on.store.bundles.all();
        const isIn = on.store.bundleGroups
            .where("bundle_id", bundle?.bundle_id ?? "")
            .some(({ group_id }) => group_id === on.id(groupId));
        if (isIn) return undefined;
        return on.add("new-item", "BundleGroup", { bundleId: "@=bundle", groupId, ...on.around.atLevel(groupId) });
    },
    "add a resource to a bundle": (on) => {
        const resourceId = on.dice.pick(on.resources);
        return on.add("new-item", "BundleResource", {
            bundleId: "@=bundle",
            resourceId,
            ...on.around.atLevel(resourceId),
        });
    },
    "merge the clauses of a rule, so that one match is enough": (on) => {
        const rule = on.one(["AccessRule"], (args) => clausesOf(args, "when").length > 1);
        if (!rule) return undefined;
        const selectors = clausesOf(rule.args, "when").flatMap((clause) => objectsIn(clause.selectors));
        const attributes = clausesOf(rule.args, "when").flatMap((clause) => objectsIn(clause.attributeSelectors));
        const clause = { selectors, ...(attributes.length > 0 && { attributeSelectors: attributes.slice(0, 1) }) };
        return on.set(rule, { ruleClauses: { ...Object(rule.args.ruleClauses), when: { clauses: [clause] } } });
    },
    "remove a condition of a rule": (on) => {
        const rule = on.one(["AccessRule"], (args) => clausesOf(args, "when").length > 1);
        if (!rule) return undefined;
        const clauses = clausesOf(rule.args, "when");
        const left = without(clauses, on.dice.pick(clauses));
        return on.set(rule, { ruleClauses: { ...Object(rule.args.ruleClauses), when: { clauses: left } } });
    },
    "remove the exception of a rule": (on) => {
        const rule = on.one(["AccessRule"], (args) => clausesOf(args, "unless").length > 0);
        return rule && on.set(rule, { ruleClauses: { ...Object(rule.args.ruleClauses), unless: null } });
    },
    "change the condition of a rule": (on) => {
        const rule = on.one(["AccessRule"]);
        const when = { clauses: [on.around.clause()] };
        return rule && on.set(rule, { ruleClauses: { ...Object(rule.args.ruleClauses), when } });
    },
    "activate a rule": (on) => {
        const rule = on.one(["AccessRule"], ({ status }) => status === "PAUSED");
        return rule && on.set(rule, { status: "ACTIVE" });
    },
    "make an object visible to everybody": (on) => {
        const limited = on.one(["Group", "Resource", "Bundle"], ({ visibility }) => isLimited(visibility));
        return limited && on.set(limited, { visibility: { visibility: "GLOBAL" } });
    },
    "make an object visible to another group": (on) => {
        const limited = on.one(["Group", "Resource", "Bundle"], ({ visibility }) => isLimited(visibility));
        if (!limited) return undefined;
        const shown = textsIn(Object(limited.args.visibility).visibilityGroupIds);
        const group = on.dice.maybe(on.groups.filter((one) => !shown.includes(one) && isBefore(on, one, limited.name)));
        if (group === undefined) return undefined;
        return on.set(limited, {
            visibility: { visibility: "LIMITED", visibilityGroupIds: [...shown, group] },
        });
    },
    "make an existing resource visible to everybody": (on) => {
        const document = on.one(["ResourceVisibility"], ({ visibility }) => visibility === "LIMITED");
        return document && on.set(document, { visibility: "GLOBAL", visibilityGroupIds: null });
    },
};

export const GROUPS_NARROWER: Sorts = {
    "make an object visible to fewer groups": (on) => {
        const shown = on.one(["Group", "Resource", "Bundle"], ({ visibility }) => visibility !== undefined);
        return shown && on.set(shown, { visibility: { visibility: "LIMITED", visibilityGroupIds: [] } });
    },
    "pause a rule": (on) => {
        const rule = on.one(["AccessRule"], ({ status }) => status === "ACTIVE");
        return rule && on.set(rule, { status: "PAUSED" });
    },
    "add a condition to a rule": (on) => {
        const rule = on.one(["AccessRule"]);
        if (!rule) return undefined;
        const clauses = [...clausesOf(rule.args, "when"), on.around.clause()];
        return on.set(rule, { ruleClauses: { ...Object(rule.args.ruleClauses), when: { clauses } } });
    },
    "remove an item from a bundle": (on) => {
        const item = on.one(["BundleGroup", "BundleResource"]);
        return item && on.remove(item);
    },
};

/** Returns whether a declaration may refer to a group: only to an earlier one, so that groups never depend on each other. */
function isBefore(on: Bench, reference: string, name: string): boolean {
    const place = (one: string): number => on.program.findIndex((declaration) => declaration.name === one);
    return !reference.startsWith("@=") || place(reference.slice(2)) < place(name);
}

function clausesOf({ ruleClauses }: Args, list: "when" | "unless"): Args[] {
    return objectsIn(Object(Object(ruleClauses)[list]).clauses);
}

function isLimited(visibility: unknown): boolean {
    return Object(visibility).visibility === "LIMITED";
}

function linked(on: Bench, group: string, resource: string): boolean {
    return on.store.groupResources
        .where("group_id", on.id(group))
        .some(({ resource_id }) => resource_id === on.id(resource));
}
