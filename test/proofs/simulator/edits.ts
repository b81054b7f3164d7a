import { drawArgs, drawChange } from "./arguments.js";
import type { Dice } from "./dice.js";
import type { Declaration, Edit, Program, Value } from "./program.js";

/** Documents that can be declared inline in an object or as a separate resource. */
const PARTS = [
    { kind: "OwnerUsers", parent: "ownerId", of: "Owner", inline: "userIds" },
    { kind: "GroupMessageChannels", parent: "groupId", of: "Group", inline: "messageChannelIds" },
    { kind: "GroupVisibility", parent: "groupId", of: "Group", inline: "visibility" },
    { kind: "ResourceVisibility", parent: "resourceId", of: "Resource", inline: "visibility" },
    { kind: "BundleVisibility", parent: "bundleId", of: "Bundle", inline: "visibility" },
];

/** Kinds and how often each is declared. */
const KINDS = {
    Owner: 2,
    OwnerUsers: 2,
    Group: 5,
    GroupVisibility: 1,
    GroupMessageChannels: 1,
    GroupUsers: 2,
    GroupUser: 4,
    GroupResources: 1,
    GroupResource: 2,
    GroupTag: 1,
    Resource: 2,
    ResourceUser: 3,
    ResourceVisibility: 0.7,
    ResourceMessageChannels: 0.5,
    ResourceTag: 0.5,
    UserTag: 0.5,
    ContainingGroup: 0.7,
    Bundle: 1,
    BundleVisibility: 0.5,
    BundleGroup: 0.8,
    BundleResource: 0.8,
    Tag: 1,
    AccessRule: 1,
} as const;

/** Maximum resources of a program. A few are enough to cause failures. */
const MOST = 9;

/** Draws edits of the program. `number` is the index of the step, used for unique names. */
export function drawEdits(dice: Dice, program: Program, number: number): Edit[] {
    const fresh = `r${number}`;
    const one = dice.maybe(program);
    if (!one || (program.length < MOST && dice.chance(0.45))) {
        const declaration = drawDeclaration(dice, program, fresh);
        return declaration ? [{ edit: "declare", declaration }] : [];
    }
    const { name } = one;
    const alias = dice.chance(0.5);
    switch (
        dice.weighted({ set: 6, remove: 3, prune: 0.7, rename: 1.5, move: 1, option: 2, swap: 0.7, reshape: 2.5 })
    ) {
        case "set":
            return [{ edit: "set", name, args: drawChange(dice, program, one) }];
        case "remove":
            return [{ edit: "remove", name }];
        case "prune":
            return pruned(program, one);
        case "rename":
            return [{ edit: "rename", name, to: fresh, alias }];
        case "move":
            return [{ edit: "move", name, alias, ...(one.parent ? {} : { parent: "component" }) }];
        case "option":
            return [{ edit: "option", name, options: drawOptions(dice, one) }];
        case "swap":
            return swapped(dice, program, one);
        case "reshape":
            return reshaped(dice, program, one, number);
    }
}

/** Removes all resources of one kind that belong to one object. */
function pruned(program: Program, { kind, args }: Declaration): Edit[] {
    const parent = args.groupId ?? args.resourceId ?? args.bundleId;
    const all = program.filter((one) => one.kind === kind && Object.values(one.args)[0] === parent);
    return all.map(({ name }): Edit => ({ edit: "remove", name }));
}

/** Swaps the names of two objects of one kind. */
function swapped(dice: Dice, program: Program, one: Declaration): Edit[] {
    const other = dice.maybe(program.filter(({ kind, name }) => kind === one.kind && name !== one.name));
    if (!other || one.args.name === undefined || other.args.name === undefined) return [];
    return [
        { edit: "set", name: one.name, args: { name: other.args.name } },
        { edit: "set", name: other.name, args: { name: one.args.name } },
    ];
}

/** Converts a set to individual members, or an inline document to a separate resource, and back. */
function reshaped(dice: Dice, program: Program, one: Declaration, number: number): Edit[] {
    const { name, kind, args } = one;
    const remove: Edit = { edit: "remove", name };
    const declare = (declaration: Declaration): Edit => ({ edit: "declare", declaration });
    const only = dice.chance(0.4);
    const member = (item: Value, index: number, kind: string, more: object) =>
        declare({ name: `r${number}m${index}`, kind, args: { ...more, ...(item as Declaration["args"]) } });
    if (kind === "GroupUsers" || kind === "GroupResources") {
        const items = (kind === "GroupUsers" ? args.users : args.resources) as readonly Value[];
        const kept = only ? items.slice(0, 1) : items;
        const to = kind === "GroupUsers" ? "GroupUser" : "GroupResource";
        return [remove, ...kept.map((item, index) => member(item, index, to, { groupId: args.groupId }))];
    }
    if (kind === "GroupUser" || kind === "GroupResource") {
        const field = kind === "GroupUser" ? "userId" : "resourceId";
        const all = program.filter((other) => other.kind === kind && other.args.groupId === args.groupId);
        const items = all.map((other) => ({ [field]: other.args[field] ?? null }));
        const to =
            kind === "GroupUser" ? { kind: "GroupUsers", set: "users" } : { kind: "GroupResources", set: "resources" };
        return [
            ...all.map((other): Edit => ({ edit: "remove", name: other.name })),
            declare({ name: `r${number}`, kind: to.kind, args: { groupId: args.groupId ?? "", [to.set]: items } }),
        ];
    }
    const part = PARTS.find((one) => one.kind === kind);
    if (part) {
        const parent = String(args[part.parent] ?? "");
        if (!parent.startsWith("@=")) return [];
        const { [part.parent]: _, ...rest } = args;
        const inline = part.inline === "visibility" ? rest : (rest[part.inline] ?? null);
        return [remove, { edit: "set", name: parent.slice(2), args: { [part.inline]: inline } }];
    }
    const inline = PARTS.find((one) => one.of === kind && args[one.inline] !== undefined);
    if (inline) {
        const value = args[inline.inline] ?? null;
        // A list becomes the property of the same name, an object becomes all properties.
        const own = Array.isArray(value) ? { [inline.inline]: value } : (value as Declaration["args"]);
        return [
            { edit: "set", name, args: { [inline.inline]: null } },
            declare({ name: `r${number}`, kind: inline.kind, args: { [inline.parent]: `@=${name}`, ...own } }),
        ];
    }
    return [];
}

function drawDeclaration(dice: Dice, program: Program, name: string): Declaration | undefined {
    const kind = dice.weighted(KINDS);
    const args = drawArgs(dice, program, kind);
    if (!args) return undefined;
    // Imports by name, whether or not an object of that name exists.
    const takesOver = typeof args.name === "string" && dice.chance(0.18);
    const [minor] = Object.keys(args).filter((one) => MINOR.includes(one));
    const taken = takesOver
        ? {
              import: String(args.name),
              ...(dice.chance(0.5) ? { adopt: true } : {}),
              ...(minor && dice.chance(0.4) ? { ignoreChanges: [minor] } : {}),
          }
        : {};
    const options = { ...taken, ...(dice.chance(0.06) ? { retainOnDelete: true } : {}) };
    return { name, kind, args, ...(Object.keys(options).length > 0 ? { options } : {}) };
}

function drawOptions(dice: Dice, { kind, args, options = {} }: Declaration): { [key: string]: Value } {
    const flag = (name: "protect" | "retainOnDelete" | "deleteBeforeReplace") => ({
        [name]: options[name] === undefined ? true : null,
    });
    switch (
        dice.weighted({
            protect: 2,
            ignoreChanges: 2,
            ignoreAll: 0.4,
            replaceOnChanges: 1.2,
            deleteBeforeReplace: 0.6,
            retainOnDelete: 0.5,
            adopt: 0.4,
            clean: 1.5,
        })
    ) {
        case "protect":
            return flag("protect");
        case "ignoreChanges": {
            if (options.ignoreChanges) return { ignoreChanges: null };
            const names = Object.keys(args).filter((name) => MINOR.includes(name));
            const name = dice.maybe(/Visibility$/.test(kind) ? [] : names);
            return name ? { ignoreChanges: [name] } : {};
        }
        case "ignoreAll":
            return { ignoreChanges: options.ignoreChanges ? null : ["*"] };
        case "replaceOnChanges": {
            if (options.replaceOnChanges) return { replaceOnChanges: null };
            const name = dice.maybe(Object.keys(args).filter((name) => MINOR.includes(name)));
            return name ? { replaceOnChanges: [name] } : {};
        }
        case "deleteBeforeReplace":
            return flag("deleteBeforeReplace");
        case "retainOnDelete":
            return flag("retainOnDelete");
        case "adopt":
            return { adopt: true };
        case "clean":
            return { import: null, adopt: null, aliases: null, retainOnDelete: null, dependsOn: null };
    }
}

/** Properties that do not identify an object. */
const MINOR = ["description", "requireMfaToApprove", "visibility"];
