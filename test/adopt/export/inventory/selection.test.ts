import { describe, expect, test } from "vitest";
import { type ExportSelection, kindsOf, selectedObjects } from "../../../../src/adopt/export/inventory/selection.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { declarable } from "../objects.js";

const all = [
    declarable("Owner", "payments", { name: "Payments" }),
    declarable("Owner", "search", { name: "Search" }),
    declarable("Owner", "twin", { name: "Search" }),
    declarable("App", "okta", { name: "Okta" }),
    declarable("Group", "cashiers", { name: "Payments", adminOwnerId: "payments", appId: "okta" }),
    declarable("Group", "finders", { name: "Finders", adminOwnerId: "search" }),
    declarable("Group", "seekers", { name: "Seekers", adminOwnerId: "twin" }),
    declarable("Paladin", "guard", { name: "Guard", ownerId: "payments" }),
    declarable("Tag", "eu", { key: "region" }),
];
const things = new Map(all.map((one) => [one.id, one]));
const chosen = (selection: ExportSelection) => all.filter(selectedObjects(selection, things)).map(({ id }) => id);

describe("selected objects", () => {
    test("an empty selection contains all objects", () => {
        expect(chosen({})).toEqual(all.map(({ id }) => id));
    });

    test("a team is its owner and the objects it administers, and exceptTeam excludes both", () => {
        expect(chosen({ team: ["Payments"] })).toEqual(["payments", "cashiers", "guard"]);
        expect(chosen({ exceptTeam: ["Payments"] })).toEqual(["search", "twin", "okta", "finders", "seekers", "eu"]);
        expect(chosen({ owners: ["Payments"] })).toEqual(["cashiers", "guard"]);
        expect(chosen({ apps: ["Okta"] })).toEqual(["cashiers"]);
    });

    test("a team name that several owners have selects the objects of all of them", () => {
        expect(chosen({ team: ["Search"] })).toEqual(["search", "twin", "finders", "seekers"]);
    });

    test("an unknown owner or app is refused, with the nearest name", () => {
        expect(() => chosen({ team: ["Paymants"] })).toThrow(/Unknown owner "Paymants".*"?Payments/);
        expect(() => chosen({ team: ["payments"] })).toThrow(/Unknown owner "payments"/);
        expect(() => chosen({ apps: ["Payments"] })).toThrow(/Unknown app "Payments"/);
        expect(() => chosen({ exceptTeam: [""] })).toThrow(/Unknown owner ""/);
    });
});

describe("selected kinds", () => {
    const named = (selection: ExportSelection) => kinds.filter(kindsOf(selection, kinds)).map(({ name }) => name);

    test("included kinds are selected, except excluded ones", () => {
        expect(named({ include: ["Tag", "Group"] })).toEqual(["Group", "Tag"]);
        expect(named({ include: ["Tag", "Group"], exclude: ["Tag"] })).toEqual(["Group"]);
        expect(named({ exclude: ["Tag"] })).toHaveLength(kinds.length - 1);
    });

    test("an unknown kind is refused, with the nearest name or the list of all kinds", () => {
        expect(() => named({ include: ["Gruop"] })).toThrow(/Unknown kind "Gruop".*Group/);
        expect(() => named({ exclude: ["Nothing at all"] })).toThrow(/The kinds are AccessRule, /);
    });
});
