/** The draft includes each applied change, so that later declarations see it. */
import { expect, test } from "vitest";
import type { Change } from "../../../src/access/model/facts/change.js";
import { Draft } from "../../../src/review/impact/draft.js";
import { factsWith } from "../../access/empty-facts.js";

const facts = factsWith({
    groups: [
        { id: "one", name: "One", templateId: "strict" },
        { id: "two", name: "Two" },
    ],
    memberships: ["ada", "bob"].map((userId) => ({ groupId: "one", userId, level: "", until: null })),
});
const named = (id: string) => ({ id, name: id });
const PUTS: readonly (Change & { readonly put: string; readonly value: { readonly id: string } })[] = [
    { put: "user", value: named("x") },
    { put: "group", value: named("x") },
    { put: "resource", value: named("x") },
    { put: "bundle", value: { ...named("x"), groupIds: [], resourceIds: [] } },
    { put: "owner", value: { ...named("x"), userIds: [], escalationMinutes: 0 } },
    { put: "template", value: { ...named("x"), breakGlassUserIds: [] } },
    { put: "binding", value: { id: "x", sourceGroupId: "one", groupIds: ["two"] } },
];
const TYPES = ["user", "group", "resource", "bundle", "owner", "template", "binding"] as const;

/** Types that have an object `x`. */
function typesIn(draft: Draft): string[] {
    return TYPES.filter((type) => draft.find(type, "x") !== undefined);
}

test.each(PUTS)("a new $put can be found until it is removed", (change) => {
    const draft = new Draft(facts, new Map());
    expect(typesIn(draft)).toEqual([]);
    draft.apply(change);
    expect(typesIn(draft)).toEqual([change.put]);
    for (const type of TYPES.filter((one) => one !== change.put)) draft.apply({ remove: type, id: "x" });
    expect(typesIn(draft)).toEqual([change.put]);
    draft.apply({ remove: "membership", value: { groupId: "x", userId: "x", level: "" } });
    draft.apply({ remove: TYPES.find((one) => one === change.put) ?? "user", id: "x" });
    expect(typesIn(draft)).toEqual([]);
    expect(draft.changes).toHaveLength(9);
});

test("finds groups by template and members by group, and a group that is not linked is linked only to itself", () => {
    const draft = new Draft(facts, new Map());
    expect(draft.governedBy("strict").map(({ id }) => id)).toEqual(["one"]);
    expect(draft.members("one").map(({ userId }) => userId)).toEqual(["ada", "bob"]);
    expect(draft.members("two")).toEqual([]);
    expect(draft.links({ groupId: "two" })).toEqual([]);
    expect(draft.linkedWith("one")).toEqual(["one"]);
});

test("finds users by the key and value of a tag, and all groups that are linked with a group", () => {
    const tagged = (id: string, ...tags: [string, string][]) => ({
        ...named(id),
        tags: tags.map(([key, value]) => ({ key, value })),
    });
    const binding = (id: string, sourceGroupId: string, ...groupIds: string[]) => ({ id, sourceGroupId, groupIds });
    const draft = new Draft(
        factsWith({
            users: [
                tagged("ada", ["team", "data"], ["floor", "2"]),
                tagged("bob", ["team", "billing"]),
                tagged("eve", ["floor", "data"]),
                named("zoe"),
            ],
            bindings: [binding("b1", "one", "two", "three"), binding("b2", "four", "five")],
        }),
        new Map(),
    );
    expect(draft.usersWith({ key: "team", value: "data" }).map(({ id }) => id)).toEqual(["ada"]);
    expect(draft.linkedWith("five").sort()).toEqual(["five", "four"]);
    expect(draft.linkedWith("four").sort()).toEqual(["five", "four"]);
    expect(draft.linkedWith("two").sort()).toEqual(["one", "three", "two"]);
    expect(draft.linkedWith("six")).toEqual(["six"]);
});
