import type { Dice } from "./dice.js";
import { type Kill, STRIKES, type Strike } from "./network.js";
import type { Outside } from "./outside.js";
import type { Declaration, Edit, Program, Value } from "./program.js";
import type { Step } from "./simulation.js";
import type { Conditions } from "./stack.js";

/** Names of objects: few, so that they meet again. */
const NAMES = ["Alpha", "Bravo", "Carol", "Delta"];
const RULES = ["Rule one", "Rule two"];
const USERS = ["@user:0", "@user:1", "@user:2", "@user:3", "@user:4"];
const RESOURCES = ["@resource:0", "@resource:1"];
const TAGS = ["@tag:0", "@tag:1"];
const CHANNELS = ["@channel:0", "@channel:1"];
/** A group that is nobody's, for whatever is below a group. */
const GROUPS = ["@group:0"];

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
    Tag: 1,
    AccessRule: 1,
} as const;

/** Most resources of a program: what goes wrong goes wrong with a few. */
const MOST = 9;

/** Draws the next step, fitting to the program as it is. `number` counts the steps, so that new names are new. */
export function drawStep(dice: Dice, program: Program, number: number): Step {
    const what = dice.weighted({ edit: 10, run: 6, outside: 3.5, wait: 0.8, settle: 2 });
    switch (what) {
        case "edit":
            return { do: "edit", edits: drawEdits(dice, program, number) };
        case "run":
            return drawRun(dice, program);
        case "outside":
            return { do: "outside", ...drawOutside(dice, program) };
        case "wait":
            return { do: "wait", minutes: dice.pick([1, 30, 61, 300, 3000]) };
        case "settle":
            return { do: "settle" };
    }
}

function drawEdits(dice: Dice, program: Program, number: number): Edit[] {
    const fresh = `r${number}`;
    const one = dice.maybe(program);
    if (!one || (program.length < MOST && dice.chance(0.45))) {
        const declaration = drawDeclaration(dice, program, fresh);
        return declaration ? [{ edit: "declare", declaration }] : [];
    }
    const { name } = one;
    const alias = dice.chance(0.5);
    switch (dice.weighted({ set: 6, remove: 3, rename: 1.5, move: 1, option: 2, swap: 0.7, reshape: 2.5 })) {
        case "set":
            return [{ edit: "set", name, args: drawChange(dice, program, one) }];
        case "remove":
            return [{ edit: "remove", name }];
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

/** Two objects of one kind that exchange their names. */
function swapped(dice: Dice, program: Program, one: Declaration): Edit[] {
    const other = dice.maybe(program.filter(({ kind, name }) => kind === one.kind && name !== one.name));
    if (!other || one.args.name === undefined || other.args.name === undefined) return [];
    return [
        { edit: "set", name: one.name, args: { name: other.args.name } },
        { edit: "set", name: other.name, args: { name: one.args.name } },
    ];
}

/** From the whole set to members and back, from a part of an object to a resource of its own and back. */
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
    const inline: Record<string, readonly [part: string, parent: string]> = {
        OwnerUsers: ["userIds", "ownerId"],
        GroupMessageChannels: ["messageChannelIds", "groupId"],
    };
    const part = inline[kind];
    if (part) {
        const owner = String(args[part[1]] ?? "");
        if (!owner.startsWith("@=")) return [];
        return [remove, { edit: "set", name: owner.slice(2), args: { [part[0]]: args[part[0]] ?? null } }];
    }
    if (kind === "Owner" && args.userIds)
        return [
            { edit: "set", name, args: { userIds: null } },
            declare({ name: `r${number}`, kind: "OwnerUsers", args: { ownerId: `@=${name}`, userIds: args.userIds } }),
        ];
    if (kind === "Group" && args.messageChannelIds)
        return [
            { edit: "set", name, args: { messageChannelIds: null } },
            declare({
                name: `r${number}`,
                kind: "GroupMessageChannels",
                args: { groupId: `@=${name}`, messageChannelIds: args.messageChannelIds },
            }),
        ];
    if (kind === "Group" && args.visibility)
        return [
            { edit: "set", name, args: { visibility: null } },
            declare({
                name: `r${number}`,
                kind: "GroupVisibility",
                args: { groupId: `@=${name}`, ...(args.visibility as Declaration["args"]) },
            }),
        ];
    return [];
}

function drawDeclaration(dice: Dice, program: Program, name: string): Declaration | undefined {
    const kind = dice.weighted(KINDS);
    const args = drawArgs(dice, program, kind);
    return args && { name, kind, args };
}

/** References to the resources of a kind. */
const those = (program: Program, kind: string) =>
    program.filter((one) => one.kind === kind).map((one) => `@=${one.name}`);

const maybe = (dice: Dice, args: Declaration["args"]): Declaration["args"] => (dice.chance(0.5) ? args : {});

function drawArgs(dice: Dice, program: Program, kind: string): Declaration["args"] | undefined {
    // What is below an object of the program is what goes wrong most.
    const group = dice.maybe([...those(program, "Group"), ...those(program, "Group"), ...GROUPS]) ?? "";
    const resource = dice.pick([...those(program, "Resource"), ...RESOURCES]);
    const users = () => dice.some(USERS, 1 + dice.below(3));
    switch (kind) {
        case "Owner":
            return {
                name: dice.pick(NAMES),
                ...maybe(dice, { description: dice.pick(["one", "two"]) }),
                ...maybe(dice, { userIds: users() }),
            };
        case "OwnerUsers": {
            const owner = dice.maybe(those(program, "Owner"));
            return owner ? { ownerId: owner, userIds: users() } : undefined;
        }
        case "Group":
            return {
                name: dice.pick(NAMES),
                appId: "@app:0",
                groupType: "SVC_GROUP",
                ...maybe(dice, { description: dice.pick(["one", "two"]) }),
                ...maybe(dice, { requireMfaToApprove: dice.chance(0.7) }),
                ...maybe(dice, { adminOwnerId: dice.pick(["@owner:0", ...those(program, "Owner")]) }),
                ...maybe(dice, { visibility: drawVisibility(dice) }),
                ...maybe(dice, { messageChannelIds: dice.some(CHANNELS, 1) }),
            };
        case "GroupVisibility":
            return { groupId: group, ...drawVisibility(dice) };
        case "GroupMessageChannels":
            return { groupId: group, messageChannelIds: dice.some(CHANNELS, 1) };
        case "GroupUsers":
            return { groupId: group, users: users().map((userId) => ({ userId })) };
        case "GroupUser":
            return { groupId: group, userId: dice.pick(USERS), ...drawDuration(dice) };
        case "GroupResources":
            return {
                groupId: group,
                resources: dice
                    .some([...those(program, "Resource"), ...RESOURCES], 1 + dice.below(2))
                    .map((resourceId) => ({ resourceId })),
            };
        case "GroupResource":
            return { groupId: group, resourceId: resource, ...drawDuration(dice) };
        case "GroupTag":
            return { groupId: group, tagId: dice.pick([...those(program, "Tag"), ...TAGS]) };
        case "Resource":
            return {
                name: dice.pick(NAMES),
                appId: "@app:0",
                resourceType: "CUSTOM",
                ...maybe(dice, { description: dice.pick(["one", "two"]) }),
                ...maybe(dice, { requireMfaToApprove: dice.chance(0.7) }),
            };
        case "ResourceUser":
            return { resourceId: resource, userId: dice.pick(USERS), ...drawDuration(dice) };
        case "Tag":
            return { key: dice.pick(NAMES), value: dice.pick(["", "x"]) };
        case "AccessRule":
            return {
                name: dice.pick(RULES),
                description: dice.pick(["one", "two"]),
                adminOwnerId: dice.pick(["@owner:0", ...those(program, "Owner")]),
                status: dice.chance(0.8) ? "ACTIVE" : "PAUSED",
                ruleClauses: { when: { clauses: [{ selectors: [selector(dice)] }] } },
            };
    }
    return undefined;
}

const selector = (dice: Dice) => ({ key: "region", value: dice.pick(["eu", "us"]), connectionId: "@app:0" });

function drawVisibility(dice: Dice): Declaration["args"] {
    return dice.chance(0.3)
        ? { visibility: "GLOBAL" }
        : { visibility: "LIMITED", visibilityGroupIds: dice.some(["@group:0", "@group:1"], 1) };
}

function drawDuration(dice: Dice): Declaration["args"] {
    return dice.chance(0.4) ? { durationMinutes: dice.pick([60, 600]) } : {};
}

/** Another value for one property, or none. */
function drawChange(dice: Dice, program: Program, { kind, args }: Declaration): Declaration["args"] {
    const drawn = drawArgs(dice, program, kind) ?? {};
    const names = [...new Set([...Object.keys(args), ...Object.keys(drawn)])];
    const name = dice.pick(names);
    const needed = [
        "name",
        "appId",
        "groupType",
        "resourceType",
        "groupId",
        "resourceId",
        "userId",
        "ownerId",
        "tagId",
        "key",
    ];
    const all = [...needed, "users", "resources", "status", "ruleClauses"];
    const isFixed =
        all.includes(name) ||
        kind === "AccessRule" ||
        kind === "OwnerUsers" ||
        kind === "GroupMessageChannels" ||
        kind === "GroupVisibility";
    if (isFixed && drawn[name] === undefined) return {};
    if (kind === "GroupVisibility") {
        const { groupId: _, ...visibility } = drawn;
        return { visibilityGroupIds: null, ...visibility };
    }
    return { [name]: drawn[name] ?? null };
}

function drawOptions(dice: Dice, { kind, args, options = {} }: Declaration): { [key: string]: Value } {
    switch (dice.weighted({ protect: 2, ignoreChanges: 2, retainOnDelete: 0, clean: 1 })) {
        case "protect":
            return { protect: options.protect ? null : true };
        case "ignoreChanges": {
            if (options.ignoreChanges) return { ignoreChanges: null };
            const names = Object.keys(args).filter((name) =>
                ["description", "requireMfaToApprove", "visibility"].includes(name),
            );
            const name = dice.maybe(kind === "GroupVisibility" ? [] : names);
            return name ? { ignoreChanges: [name] } : {};
        }
        case "retainOnDelete":
            return { retainOnDelete: options.retainOnDelete ? null : true };
        case "clean":
            return { import: null, adopt: null, aliases: null };
    }
}

function drawRun(dice: Dice, program: Program): Step {
    const operation = dice.weighted({ preview: 2, up: 8, refresh: 1.5, destroy: 0.4 });
    const names = program.map(({ name }) => name);
    const runsProgram = operation === "up" || operation === "preview";
    return {
        do: "run",
        operation,
        ...(runsProgram && dice.chance(0.2) ? { refresh: true } : {}),
        ...(operation === "up" && dice.chance(0.3) ? { previewFirst: true } : {}),
        ...(operation === "up" && names.length > 1 && dice.chance(0.12)
            ? { targets: dice.some(names, 1 + dice.below(2)) }
            : {}),
        ...(dice.chance(0.4) ? { parallel: true } : {}),
        ...(dice.chance(0.3) ? { jitter: Array.from({ length: 5 }, () => dice.below(20)) } : {}),
        ...drawConditions(dice, program),
    };
}

function drawConditions(dice: Dice, program: Program): Conditions {
    switch (dice.weighted({ calm: 5, strikes: 5, kill: 1.5, interruption: 1.5, elsewhere: 0.4 })) {
        case "calm":
            return {};
        case "strikes":
            return { strikes: Array.from({ length: dice.chance(0.3) ? 2 : 1 }, () => drawStrike(dice)) };
        case "kill":
            return { kill: drawKill(dice) };
        case "interruption":
            return { interruption: { at: dice.below(15), outside: drawOutside(dice, program) } };
        case "elsewhere":
            return { elsewhere: true };
    }
}

function drawStrike(dice: Dice): Strike {
    const of = dice.weighted({ any: 2, read: 2, list: 2, write: 3, create: 3 });
    return { what: dice.pick(STRIKES), of, at: dice.below(of === "create" ? 3 : 8), times: dice.pick([1, 1, 1, 2, 9]) };
}

function drawKill(dice: Dice): Kill {
    return { what: dice.chance(0.5) ? "run" : "provider", at: dice.below(25), effect: dice.chance(0.6) };
}

function drawOutside(dice: Dice, program: Program): Outside {
    const group = dice.maybe([...those(program, "Group"), ...those(program, "Group"), ...GROUPS]) ?? "";
    const resource = dice.pick([...those(program, "Resource"), ...RESOURCES]);
    const owner = dice.maybe(those(program, "Owner"));
    const rule = dice.maybe(those(program, "AccessRule"));
    const user = dice.pick(USERS);
    const name = dice.pick(NAMES);
    const text = dice.pick(["edited", "by hand"]);
    const minutes = dice.pick([0, 0, 60, 100_000]);
    const grant = dice.maybe(program.filter(({ kind }) => kind === "ResourceUser"));
    const member = dice.maybe(program.filter(({ kind }) => kind === "GroupUser"));
    const ends = (one: Declaration | undefined, field: string) =>
        one && { of: String(one.args[field]), with: String(one.args.userId) };
    const all: (Outside | undefined)[] = [
        { change: "add member", of: group, with: user, minutes },
        ends(member, "groupId") && { change: "remove member", of: "", ...ends(member, "groupId") },
        ends(member, "groupId") && { change: "prolong member", ...ends(member, "groupId"), minutes },
        { change: "add access", of: resource, with: user, minutes },
        ends(grant, "resourceId") && { change: "remove access", ...ends(grant, "resourceId") },
        ends(grant, "resourceId") && { change: "prolong access", ...ends(grant, "resourceId"), minutes },
        { change: "add link", of: group, with: resource, minutes },
        { change: "add tag", of: group, with: dice.pick(TAGS) },
        { change: "remove tag", of: group, with: dice.pick(TAGS) },
        { change: dice.pick(["open visibility", "limit visibility"] as const), of: group, with: "@group:1" },
        { change: "set channels", of: group, with: dice.pick(CHANNELS) },
        {
            change: dice.pick(["describe group", "drop mfa of group", "require mfa of group"] as const),
            of: group,
            text,
        },
        { change: dice.pick(["describe resource", "drop mfa of resource"] as const), of: resource, text },
        owner ? { change: "describe owner", of: owner, text } : undefined,
        owner ? { change: "set owner users", of: owner, with: user } : undefined,
        rule ? { change: dice.pick(["widen rule", "pause rule"] as const), of: rule, with: "@app:0" } : undefined,
        group !== "@group:0"
            ? { change: dice.pick(["delete group", "rename group"] as const), of: group, text: name }
            : undefined,
        owner ? { change: dice.pick(["delete owner", "rename owner"] as const), of: owner, text: name } : undefined,
        resource.startsWith("@=") ? { change: "delete resource", of: resource } : undefined,
        dice.chance(0.5)
            ? { change: "make group", with: "@app:0", text: name }
            : { change: "make owner", with: user, text: name },
    ];
    return dice.pick(all.filter((one) => one !== undefined));
}
