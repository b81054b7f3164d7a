import type { Dice } from "./dice.js";
import type { Declaration, Program, Value } from "./program.js";

/** Names of objects. Only a few, so that they collide. */
export const NAMES = ["Alpha", "Bravo", "Carol", "Delta"];
const RULES = ["Rule one", "Rule two"];
export const USERS = ["@user:0", "@user:1", "@user:2", "@user:3", "@user:4"];
export const RESOURCES = ["@resource:0", "@resource:1"];
export const TAGS = ["@tag:0", "@tag:1"];
/** Only one channel, since the other one is the reviewers' channel of the default owner, and the API does not return whether it is an audit channel too. */
export const CHANNEL = "@channel:0";
/** An undeclared group, for resources that belong to a group. */
export const GROUPS = ["@group:0"];

/** References to the resources of a kind. */
export const those = (program: Program, kind: string) =>
    program.filter((one) => one.kind === kind).map((one) => `@=${one.name}`);

const maybe = (dice: Dice, args: Declaration["args"]): Declaration["args"] => (dice.chance(0.5) ? args : {});

export function drawArgs(dice: Dice, program: Program, kind: string): Declaration["args"] | undefined {
    // Groups of the program are drawn more often, since their subresources fail most often.
    const group = dice.maybe([...those(program, "Group"), ...those(program, "Group"), ...GROUPS]) ?? "";
    const resource = dice.pick([...those(program, "Resource"), ...RESOURCES]);
    const bundle = dice.maybe(those(program, "Bundle"));
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
                ...maybe(dice, { messageChannelIds: dice.some([CHANNEL], dice.below(3)) }),
                ...(dice.chance(0.4) ? { requestConfigurations: drawConfigurations(dice) } : {}),
            };
        case "GroupVisibility":
            return { groupId: group, ...drawVisibility(dice) };
        case "ResourceVisibility":
            return { resourceId: resource, ...drawVisibility(dice) };
        case "BundleVisibility":
            return bundle === undefined ? undefined : { bundleId: bundle, ...drawVisibility(dice) };
        case "Bundle":
            return {
                name: dice.pick(NAMES),
                adminOwnerId: dice.pick(["@owner:0", ...those(program, "Owner")]),
                ...maybe(dice, { description: dice.pick(["one", "two"]) }),
                ...maybe(dice, { visibility: drawVisibility(dice) }),
            };
        case "BundleGroup":
            return bundle === undefined ? undefined : { bundleId: bundle, groupId: group };
        case "BundleResource":
            return bundle === undefined ? undefined : { bundleId: bundle, resourceId: resource };
        case "ContainingGroup": {
            const inner = dice.maybe(those(program, "Group"));
            return inner === undefined
                ? undefined
                : { groupId: inner, containingGroupId: dice.pick(["@group:0", "@group:1"]) };
        }
        case "ResourceTag":
            return { resourceId: resource, tagId: dice.pick([...those(program, "Tag"), ...TAGS]) };
        case "UserTag":
            return { userId: dice.pick(USERS), tagId: dice.pick([...those(program, "Tag"), ...TAGS]) };
        case "GroupMessageChannels":
            return { groupId: group, messageChannelIds: dice.some([CHANNEL], dice.below(3)) };
        case "ResourceMessageChannels":
            return { resourceId: resource, messageChannelIds: dice.some([CHANNEL], dice.below(3)) };
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
                ...maybe(dice, { visibility: drawVisibility(dice) }),
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

/** Request configurations: the default one, and some for groups in random order. */
function drawConfigurations(dice: Dice): Value {
    const rules = () => ({
        allowRequests: dice.chance(0.7),
        autoApproval: dice.chance(0.2),
        ...maybe(dice, { requireMfaToRequest: dice.chance(0.7) }),
    });
    const groups = dice.some(["@group:0", "@group:1"], dice.below(3));
    if (dice.chance(0.5)) groups.reverse();
    return [
        { priority: 0, ...rules() },
        ...groups.map((group, index) => ({ priority: index + 1, condition: { groupIds: [group] }, ...rules() })),
    ];
}

/** Changes, removes, or moves one of the request configurations. */
function tweaked(dice: Dice, rules: readonly Value[]): Value {
    const [everybody = null, ...others] = rules as readonly { readonly [key: string]: Value }[];
    const ranked = (all: readonly Value[]) => all.map((one, priority) => ({ ...(one as object), priority }));
    const condition = { groupIds: [dice.pick(["@group:0", "@group:1"])] };
    const isThere = others.some((one) => JSON.stringify(one.condition) === JSON.stringify(condition));
    switch (dice.pick(["change", "insert", "remove", "turn"] as const)) {
        case "change":
            return ranked(
                rules.map((one) => (dice.chance(0.5) ? { ...(one as object), allowRequests: dice.chance(0.5) } : one)),
            );
        case "insert":
            return isThere
                ? rules
                : ranked([everybody, { condition, allowRequests: true, autoApproval: false }, ...others]);
        case "remove":
            return ranked([everybody, ...others.slice(1)]);
        case "turn":
            return ranked([everybody, ...[...others].reverse()]);
    }
}

const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

function drawVisibility(dice: Dice): Declaration["args"] {
    return dice.chance(0.3)
        ? { visibility: "GLOBAL" }
        : { visibility: "LIMITED", visibilityGroupIds: dice.some(["@group:0", "@group:1"], 1) };
}

function drawDuration(dice: Dice): Declaration["args"] {
    return dice.chance(0.4) ? { durationMinutes: dice.pick([60, 600]) } : {};
}

/** Required properties. */
const NEEDED = new Set(
    "name appId groupType resourceType groupId resourceId userId ownerId bundleId containingGroupId tagId key users resources status ruleClauses".split(
        " ",
    ),
);

const parentOf = (args: Declaration["args"]): Declaration["args"] =>
    Object.fromEntries(Object.entries(args).filter(([name]) => name.endsWith("Id")));

/** Draws a new value for one property, or removes it. */
export function drawChange(dice: Dice, program: Program, { kind, args }: Declaration): Declaration["args"] {
    const drawn = drawArgs(dice, program, kind) ?? {};
    const names = [...new Set([...Object.keys(args), ...Object.keys(drawn)])];
    const name = dice.pick(names);
    const { requestConfigurations } = args;
    if (name === "requestConfigurations" && isList(requestConfigurations) && dice.chance(0.6))
        return { requestConfigurations: tweaked(dice, requestConfigurations) };
    const isFixed =
        NEEDED.has(name) ||
        ["AccessRule", "OwnerUsers"].includes(kind) ||
        /Channels$|Visibility$/.test(kind) ||
        (kind === "Bundle" && name === "adminOwnerId");
    if (isFixed && drawn[name] === undefined) return {};
    if (/Visibility$/.test(kind)) return { visibilityGroupIds: null, ...drawn, ...parentOf(args) };
    return { [name]: drawn[name] ?? null };
}
