import { CHANNEL, GROUPS, NAMES, RESOURCES, TAGS, those, USERS } from "./arguments.js";
import type { Dice } from "./dice.js";
import type { Outside } from "./outside.js";
import type { Declaration, Program } from "./program.js";

/** Draws a change outside the program. */
export function drawOutside(dice: Dice, program: Program): Outside {
    const group = dice.maybe([...those(program, "Group"), ...those(program, "Group"), ...GROUPS]) ?? "";
    const resource = dice.pick([...those(program, "Resource"), ...RESOURCES]);
    const bundle = dice.maybe(those(program, "Bundle"));
    const owner = dice.maybe(those(program, "Owner"));
    const rule = dice.maybe(those(program, "AccessRule"));
    const user = dice.pick(USERS);
    const name = dice.pick(NAMES);
    const text = dice.pick(["edited", "by hand"]);
    const minutes = dice.pick([0, 0, 60, 100_000, 100_000]);
    const ruled = dice.maybe(
        program.filter(({ args }) => args.requestConfigurations !== undefined).map(({ name }) => `@=${name}`),
    );
    const grant = dice.maybe(program.filter(({ kind }) => kind === "ResourceUser"));
    const member = dice.maybe(program.filter(({ kind }) => kind === "GroupUser"));
    const ends = (one: Declaration | undefined, field: string) =>
        one && { of: String(one.args[field]), with: String(one.args.userId) };
    const all: (Outside | undefined)[] = [
        { change: "add member", of: group, with: user, minutes },
        ends(member, "groupId") && { change: "remove member", of: "", ...ends(member, "groupId") },
        ends(member, "groupId") && { change: "prolong member", ...ends(member, "groupId"), minutes },
        ends(member, "groupId") && { change: "prolong member", ...ends(member, "groupId"), minutes: 100_000 },
        { change: "add access", of: resource, with: user, minutes },
        ends(grant, "resourceId") && { change: "remove access", ...ends(grant, "resourceId") },
        ends(grant, "resourceId") && { change: "prolong access", ...ends(grant, "resourceId"), minutes },
        { change: "add link", of: group, with: resource, minutes },
        { change: "add tag", of: group, with: dice.pick(TAGS) },
        { change: "remove tag", of: group, with: dice.pick(TAGS) },
        bundle ? { change: "add to bundle", of: bundle, with: "@group:0" } : undefined,
        bundle ? { change: dice.pick(["describe bundle", "delete bundle"] as const), of: bundle, text } : undefined,
        bundle ? { change: "open visibility of bundle", of: bundle } : undefined,
        { change: "open visibility of resource", of: resource },
        { change: "insert rules", of: group, with: dice.pick(["@group:0", "@group:1"]) },
        {
            change: dice.pick(["drop mfa of rules", "require mfa of rules", "require mfa of last rules"] as const),
            of: group,
        },
        ruled ? { change: "require mfa of last rules", of: ruled } : undefined,
        ruled ? { change: "require mfa of last rules", of: ruled } : undefined,
        {
            change: dice.pick(["open visibility", "limit visibility", "show to another"] as const),
            of: group,
            with: "@group:1",
        },
        { change: "set channels", of: group, with: CHANNEL },
        {
            change: dice.pick(["describe group", "drop mfa of group", "require mfa of group"] as const),
            of: group,
            text,
        },
        { change: dice.pick(["describe resource", "drop mfa of resource"] as const), of: resource, text },
        owner ? { change: "describe owner", of: owner, text } : undefined,
        owner
            ? { change: dice.pick(["set owner users", "add owner user"] as const), of: owner, with: user }
            : undefined,
        rule ? { change: dice.pick(["widen rule", "pause rule"] as const), of: rule, with: "@app:0" } : undefined,
        group !== "@group:0"
            ? { change: dice.pick(["delete group", "rename group"] as const), of: group, text: name }
            : undefined,
        owner ? { change: dice.pick(["delete owner", "rename owner"] as const), of: owner, text: name } : undefined,
        resource.startsWith("@=") ? { change: "delete resource", of: resource } : undefined,
        { change: "make group", with: "@app:0", text: name },
        dice.chance(0.5)
            ? { change: "make resource", with: "@app:0", text: name }
            : { change: "make owner", with: user, text: name },
    ];
    return dice.pick(all.filter((one) => one !== undefined));
}
