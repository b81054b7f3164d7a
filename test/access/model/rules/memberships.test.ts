/** Rules about members of groups and holders of resources, one at a time. The oracle compares all of them together with the local service. */
import { expect, test } from "vitest";
import { impactOf } from "../../../../src/access/model/change/impact.js";
import type { Facts, Target } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import { pathOf } from "../../../../src/access/model/path.js";
import { factsWith } from "../../empty-facts.js";

const nothing = factsWith({
    users: ["ada", "bob"].map((id) => ({ id, name: id, tags: [], status: "", managerId: null })),
    groups: ["inner", "outer", "bound"].map((id) => ({ id, name: id })),
    resources: [{ id: "database", name: "database" }],
    memberships: [{ groupId: "inner", userId: "ada", level: "", until: null }],
    links: [{ groupId: "outer", resourceId: "database", level: "admin", until: "2026-06-01T00:00:00.000Z" }],
    nestings: [{ groupId: "inner", containingGroupId: "outer", level: "", until: "2026-05-01T00:00:00.000Z" }],
});
const database = { type: "resource", id: "database" } as const;

test("access through groups has the level of the link and the earliest end on the path", () => {
    const path = pathOf(AccessModel.of(nothing), "ada", "has", database);
    expect(path?.map(({ by }) => by)).toEqual(["member", "nesting", "link"]);
    const [set] = AccessModel.of(nothing).holdersByLevel(database).values();
    expect([...AccessModel.of(nothing).holdersByLevel(database).keys()]).toEqual(["admin"]);
    expect(set && new Date(set.endAt(0)).toISOString()).toBe("2026-05-01T00:00:00.000Z");
});

test("a second path with a later end is reported as longer access", () => {
    const before = AccessModel.of(nothing);
    const value = { groupId: "outer", userId: "ada", level: "", until: null };
    const [one] = impactOf(before, before.with([{ put: "membership", value }])).targets.filter(
        ({ target }) => target.id === "database",
    );
    expect(one?.shifts.map(({ aspect, fate, level }) => [aspect, fate, level])).toEqual([["has", "longer", "admin"]]);
    expect(one?.shifts[0]?.people()).toEqual([
        { id: "ada", from: "2026-05-01T00:00:00.000Z", to: "2026-06-01T00:00:00.000Z" },
    ]);
});

test("linked groups do not share members, in either direction", () => {
    const model = AccessModel.of({ ...nothing, bindings: [{ id: "b", sourceGroupId: "inner", groupIds: ["bound"] }] });
    expect(namesIn(model, "bound")).toEqual([]);
    const other = model.with([
        { put: "membership", value: { groupId: "bound", userId: "bob", level: "", until: null } },
    ]);
    expect(namesIn(other, "inner")).toEqual(["ada"]);
});

test("groups that are nested in each other have the same members", () => {
    const model = AccessModel.of(nothing).with([
        { put: "nesting", value: { groupId: "outer", containingGroupId: "inner", level: "", until: null } },
    ]);
    expect([namesIn(model, "inner"), namesIn(model, "outer")]).toEqual([["ada"], ["ada"]]);
});

test("possible unknown members turn a gain into a possible gain, and the unknown is reported", () => {
    const because = "the API does not return who is on call";
    const before = AccessModel.of({ ...nothing, unknowns: [{ type: "group", id: "inner", because }] });
    const after = before.with([
        { put: "membership", value: { groupId: "inner", userId: "bob", level: "", until: null } },
        { put: "link", value: { groupId: "inner", resourceId: "database", level: "reader", until: null } },
    ]);
    const shifts = impactOf(before, after).targets.flatMap((one) =>
        one.shifts.map(({ fate, level, count }) => `${one.target.id} ${fate} ${level} ${count}`),
    );
    expect(shifts).toContain("inner maybeGained  1");
    expect(shifts).toContain("database gained reader 2");
    expect(shifts).toContain("database unknown reader 0");
});

function namesIn(model: AccessModel, id: string): string[] {
    return [...model.holders({ type: "group", id }).members]
        .map((number) => model.records.principals.id(number))
        .sort();
}

test("the path for a level ends at that level, even through a parent resource", () => {
    const facts: Facts = {
        ...nothing,
        resources: [...nothing.resources, { id: "table", name: "Table", parentId: "database" }],
        memberships: [
            { groupId: "inner", userId: "ada", level: "admin", until: null },
            { groupId: "bound", userId: "ada", level: "", until: null },
        ],
        nestings: [],
        links: [
            { groupId: "bound", resourceId: "database", level: "read", until: null },
            { groupId: "inner", resourceId: "database", level: "write", until: null },
        ],
    };
    const model = AccessModel.of(facts);
    const table = { type: "resource", id: "table" } as const;
    const steps = (target: Target, level?: string) =>
        pathOf(model, "ada", "has", target, level)?.map(({ by, target: { id } }) => `${by} ${id}`);
    expect(steps(table, "write")).toEqual(["member inner", "link database", "parent table"]);
    expect(steps(table, "admin")).toBeUndefined();
    expect(steps(database, "read")).toEqual(["member bound", "link database"]);
    expect(steps(database, "write")).toEqual(["member inner", "link database"]);
    expect(steps(database, "admin")).toBeUndefined();
});
