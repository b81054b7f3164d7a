import { ASPECTS } from "../../../../src/access/model/model.js";
import type { AccessRules } from "../../../../src/review/impact/rules.js";
import type { Declaration, Options, Value } from "../../../proofs/simulator/program.js";
import type { Bench, Draw, Edit, Sorts } from "../edit.js";
import type { Args } from "../programs.js";
import { GROUPS_WIDER } from "./groups.js";
import { MEMBERS_WIDER } from "./members.js";
import { OWNERS_WIDER } from "./owners.js";
import { REQUESTS_WIDER } from "./requests.js";

/** Ways to hide the effect of an edit from the preview or from the read of the organization. */
const WAYS: Readonly<Record<string, (on: Bench, edit: Edit) => Edit | undefined>> = {
    "as secrets": (on, edit) =>
        declared(on, edit, ({ args, options }, was = {}) => ({
            options: { ...options, secrets: Object.keys(args).filter((name) => args[name] !== was[name]) },
        })),
    "with ids computed from a new object": (on, edit) => {
        const { program } = declared(on, edit, ({ args }, was = {}) => ({ args: withComputed(on, args, was) })) ?? {};
        const source: Declaration = { name: "new-source", kind: "Tag", args: { key: "new-source" } };
        return program && { words: edit.words, program: [...program, source] };
    },
    "with ids computed from an existing object": (on, edit) => {
        const source = on.dice.pick(on.owners.filter((one) => one.startsWith("@="))).slice(2);
        return declared(on, edit, ({ args }, was = {}) => ({ args: withComputed(on, args, was, source) }));
    },
    "through a second provider": (on, edit) =>
        declared(on, edit, ({ options }, was) => (was ? undefined : { options: { ...options, provider: "second" } })),
    "read with a member's token": (on, edit) => ({ ...edit, reader: on.dice.pick(on.users) }),
};

/** Widening edits, each hidden in each of these ways. */
export const HIDDEN_EDITS: Sorts = Object.fromEntries(
    Object.entries({ ...MEMBERS_WIDER, ...GROUPS_WIDER, ...OWNERS_WIDER, ...REQUESTS_WIDER }).flatMap(([sort, draw]) =>
        Object.entries(WAYS).map(([way, hide]): [string, Sorts[string]] => [
            `${sort}, ${way}`,
            (on) => {
                const edit = draw(on);
                const hidden = edit && hide(on, edit);
                return hidden && { ...hidden, isHidden: true };
            },
        ]),
    ),
);

const GHOST = "0b7f1a52-5a3b-4a4f-8f3a-1f1f1f1f1f1f";

/** Edits of objects that do not exist yet when the preview is judged, and rules whose selector matches no target. */
export const STRAYS: Sorts = {
    "add a member to a group that is created after the preview": (on) => {
        const [group] = on.store.groups.all();
        if (!group) return undefined;
        const userId = on.dice.pick(on.users);
        return {
            ...on.add("new-member", "GroupUser", { groupId: GHOST, userId }),
            isHidden: true,
            between: (store) => {
                store.groups.set({ ...group, group_id: GHOST, name: "Ghost" });
            },
        };
    },
    "grant a resource that is created after the preview": (on) => {
        const [resource] = on.store.resources.all();
        if (!resource) return undefined;
        const userId = on.dice.pick(on.users);
        return {
            ...on.add("new-grant", "ResourceUser", { resourceId: GHOST, userId }),
            isHidden: true,
            between: (store) => {
                store.resources.set({ ...resource, resource_id: GHOST, name: "Ghost" });
            },
        };
    },
    "remove the tag by which a rule selects a group, and add a member": (on) => untagged(on, () => undefined),
    "move the tag by which a rule selects a group, and add a member": (on) =>
        untagged(on, (tagging) => ({
            ...tagging,
            args: {
                ...tagging.args,
                groupId: on.dice.pick(on.groups.filter((one) => one !== tagging.args.groupId)),
            },
        })),
    "a rule selects an owner": stray((on) => on.dice.pick(on.store.owners.all()).name ?? ""),
    "a rule selects a person": stray((on) => on.dice.pick(on.store.users.all()).email),
    "a rule selects an unused tag": stray(() => "tag:nothing=here"),
    "a rule selects a group by the name of a resource": stray(() => "group:Freight tracker"),
};

/** Applies `change` to each declaration that an edit adds or changes. Returns undefined if no declaration was changed. */
function declared(
    on: Bench,
    { program = on.program, ...edit }: Edit,
    change: (declaration: Declaration, was: Args | undefined) => Partial<{ options: Options; args: Args }> | undefined,
): Edit | undefined {
    let isChanged = false;
    const hidden = program.map((one) => {
        const was = on.program.find(({ name }) => name === one.name);
        const more = was === one ? undefined : change(one, was?.args);
        if (more === undefined) return one;
        isChanged = true;
        return { ...one, ...more };
    });
    return isChanged ? { ...edit, program: hidden } : undefined;
}

/** Replaces each id that the edit sets by an output of another object. */
function withComputed(on: Bench, args: Args, was: Args, source = "new-source"): Args {
    const entries = Object.entries(args).map(([name, value]): [string, Value] => {
        const isId = typeof value === "string" && name.endsWith("Id") && value !== was[name] && on.id(value) !== "";
        return [name, isId ? `@~${source}=${on.id(value)}` : value];
    });
    return Object.fromEntries(entries);
}

/** Changes the tag of a group and adds a member to that group. Only a rule that selects targets by the tag judges the edit. */
function untagged(on: Bench, change: (tagging: Declaration) => Declaration | undefined): Edit | undefined {
    const tagging = on.one(["GroupTag"], ({ groupId }) => on.joinable.includes(String(groupId)));
    const { groupId = "", tagId } = tagging?.args ?? {};
    const tag = on.store.tags.find(on.id(tagId));
    const userId = on.dice.pick(on.users);
    if (!tagging || !tag || on.userIn(String(groupId), userId)) return undefined;
    const { words, program = [] } = on.add("new-member", "GroupUser", {
        groupId,
        userId,
        ...on.around.atLevel(String(groupId)),
    });
    return {
        words: `${words}, and change ${tagging.name}`,
        program: program.flatMap((one) => (one === tagging ? (change(one) ?? []) : [one])),
        rules: guarding(`tag:${tag.key}=${tag.value}`),
    };
}

function stray(selectorOf: (on: Bench) => string): Draw {
    return (on) => {
        const [userId, groupId] = [on.dice.pick(on.users), on.dice.pick(on.joinable)];
        if (on.userIn(groupId, userId)) return undefined;
        const edit = on.add("new-member", "GroupUser", { groupId, userId, ...on.around.atLevel(groupId) });
        return { ...edit, rules: guarding(selectorOf(on)), isRisky: true };
    };
}

function guarding(selector: string): AccessRules {
    const rule = { name: "Guarded", owner: "tests", reason: "It is tested.", noNewAccessTo: [selector] };
    return { rules: [{ ...rule, aspects: [...ASPECTS] }], waivers: [] };
}
