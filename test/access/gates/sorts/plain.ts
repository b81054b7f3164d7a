import { type Declaration, edited } from "../../../proofs/simulator/program.js";
import { objectsIn, type Sorts, textsIn } from "../edit.js";

/** Edits that do not affect access: names, texts, order and the like. */
export const PLAIN: Sorts = {
    "change nothing": (on) => ({ words: "nothing", program: on.program }),
    "rename an object": (on) => {
        const named = on.one(["Group", "Resource", "Owner", "Bundle", "AccessRule"]);
        return named && on.set(named, { name: `${named.args.name} renamed` });
    },
    "change a description": (on) => {
        const described = on.one(["Group", "Resource", "Owner", "Bundle", "AccessRule"]);
        return described && on.set(described, { description: "Somebody wrote this" });
    },
    "set a message channel": (on) => {
        const declaration = on.one(["Group", "Resource"]);
        const channels = on.store.messageChannels.all().map((one) => one.message_channel_id);
        return declaration && on.set(declaration, { messageChannelIds: channels.slice(0, 1) });
    },
    "require MFA of reviewers": (on) => {
        const group = on.one(["Group"]);
        return group && on.set(group, { requireMfaToApprove: true, customRequestNotification: "Welcome" });
    },
    "mark an object as sensitive": (on) => {
        const group = on.one(["Group"]);
        return group && on.set(group, { riskSensitivityOverride: "CRITICAL" });
    },
    "create a tag that no rule uses": (on) => {
        const made = on.add("new-tag", "Tag", { key: "floor", value: "2" });
        const userTag: Declaration = {
            name: "new-user-tag",
            kind: "UserTag",
            args: { userId: on.dice.pick(on.users), tagId: "@=new-tag" },
        };
        return {
            words: `${made.words}, and tag somebody with it`,
            program: edited(made.program ?? [], [{ edit: "declare", declaration: userTag }]),
        };
    },
    "tag a group or a resource": (on) => {
        const tagId = on.dice.pick(on.around.tags);
        const group = on.one(["Group"]);
        const resource = on.one(["Resource"]);
        if (on.dice.chance(0.5)) return group && on.add("new-tag", "GroupTag", { groupId: `@=${group.name}`, tagId });
        return resource && on.add("new-tag", "ResourceTag", { resourceId: `@=${resource.name}`, tagId });
    },
    "reorder the declarations": (on) => ({ words: "the other way round", program: [...on.program].reverse() }),
    "reorder a list": (on) => {
        const set = on.one(["GroupUsers"], ({ users }) => objectsIn(users).length > 1);
        if (set) return on.set(set, { users: objectsIn(set.args.users).reverse() });
        const group = on.one(["Group"], ({ groupLeaderUserIds }) => textsIn(groupLeaderUserIds).length > 1);
        return group && on.set(group, { groupLeaderUserIds: textsIn(group.args.groupLeaderUserIds).reverse() });
    },
    "rename a declaration": (on) => {
        const { name } = on.dice.pick(on.program);
        return {
            words: `rename ${name} in the program, with an alias`,
            program: edited(on.program, [{ edit: "rename", name, to: `${name}-renamed`, alias: true }]),
        };
    },
    "move a declaration into a component": (on) => {
        const { name } = on.dice.pick(on.program);
        return {
            words: `move ${name} into a component, with an alias`,
            program: edited(on.program, [{ edit: "move", name, parent: "component", alias: true }]),
        };
    },
};
