import { expect, test } from "vitest";
import { planDeclarations } from "../../../../src/adopt/export/program/plan.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { declarable, inventoryOf } from "../objects.js";

const group = (id: string, more: object = {}) =>
    declarable("Group", id, { name: `Group ${id}`, appId: "app", groupType: "SVC_GROUP", ...more });
const owner = (name: string, more: object = {}) => declarable("Owner", `id of ${name}`, { name, ...more });

test("an owner whose users come from a group that it administers does not create a cycle of files", () => {
    const all = [owner("Platform", { sourceGroupId: "staff" }), group("staff", { adminOwnerId: "id of Platform" })];
    const plan = planDeclarations(inventoryOf(all), kinds);
    expect(plan.map(({ id, file, lookedUp }) => [id, file, [...lookedUp]])).toEqual([
        ["id of Platform", "owners", ["staff"]],
        ["staff", "teams/platform", []],
    ]);
});

test("a team name that ends in a number is kept in the names of its additional files", () => {
    const all = [
        owner("Team 1"),
        owner("Team 2"),
        group("a", { adminOwnerId: "id of Team 1" }),
        group("b", { adminOwnerId: "id of Team 2", visibility: { visibility: "LIMITED", visibilityGroupIds: ["a"] } }),
        group("c", { adminOwnerId: "id of Team 1", visibility: { visibility: "LIMITED", visibilityGroupIds: ["b"] } }),
        group("d", { adminOwnerId: "id of Team 2", visibility: { visibility: "LIMITED", visibilityGroupIds: ["c"] } }),
    ];
    const files = new Map(planDeclarations(inventoryOf(all), kinds).map(({ id, file }) => [id, file]));
    expect(Object.fromEntries(files)).toEqual({
        "id of Team 1": "owners",
        "id of Team 2": "owners",
        a: "teams/team-1",
        b: "teams/team-2-2",
        c: "teams/team-1-3",
        d: "teams/team-2-3",
    });
});

test("no file has a name that is reserved on Windows", () => {
    const all = [
        owner("Con"),
        group("a", { adminOwnerId: "id of Con" }),
        owner("COM1"),
        group("b", { adminOwnerId: "id of COM1" }),
    ];
    const files = planDeclarations(inventoryOf(all), kinds).map(({ file }) => file);
    expect(files.sort()).toEqual(["owners", "owners", "teams/com1-team", "teams/con-team"]);
});

test("a chain of 20,000 parents is put in order", () => {
    const length = 20_000;
    const chain = Array.from({ length }, (_, at) =>
        declarable("Resource", `r${at}`, {
            name: `r${at}`,
            appId: "app",
            resourceType: "CUSTOM",
            ...(at + 1 < length ? { parentResourceId: `r${at + 1}` } : {}),
        }),
    );
    const plan = planDeclarations(inventoryOf(chain), kinds);
    expect(plan.map(({ id }) => id)).toEqual(chain.map(({ id }) => id).reverse());
});
