import { describe, expect, test } from "vitest";
import { kindsOf, objectsOf, type Selection } from "../../../../src/adopt/export/inventory/selection.js";
import type { Thing } from "../../../../src/adopt/export/inventory/thing.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { apps, groups, owners, paladins, tags } from "../../../../src/resources/sources.js";

const all: Thing[] = [
    { source: owners, id: "payments", live: { name: "Payments" } },
    { source: owners, id: "search", live: { name: "Search" } },
    { source: owners, id: "twin", live: { name: "Search" } },
    { source: apps, id: "okta", live: { name: "Okta" } },
    { source: groups, id: "cashiers", live: { name: "Payments", adminOwnerId: "payments", appId: "okta" } },
    { source: groups, id: "finders", live: { name: "Finders", adminOwnerId: "search" } },
    { source: groups, id: "seekers", live: { name: "Seekers", adminOwnerId: "twin" } },
    { source: paladins, id: "guard", live: { name: "Guard", ownerId: "payments" } },
    { source: tags, id: "eu", live: { key: "region" } },
];
const things = new Map(all.map((one) => [one.id, one]));
const chosen = (selection: Selection) => all.filter(objectsOf(selection, things)).map(({ id }) => id);

describe("objects", () => {
    test("are all if nothing is asked for", () => {
        expect(chosen({})).toEqual(all.map(({ id }) => id));
    });

    test("of a team are the owner and what it administers; the rest is without the team", () => {
        expect(chosen({ teams: ["Payments"] })).toEqual(["payments", "cashiers", "guard"]);
        expect(chosen({ exceptTeams: ["Payments"] })).toEqual(["search", "twin", "okta", "finders", "seekers", "eu"]);
        expect(chosen({ owners: ["Payments"] })).toEqual(["cashiers", "guard"]);
        expect(chosen({ apps: ["Okta"] })).toEqual(["cashiers"]);
    });

    test("of owners of one name are those of all of them", () => {
        expect(chosen({ teams: ["Search"] })).toEqual(["search", "twin", "finders", "seekers"]);
    });

    test("of nobody are refused, with the nearest name", () => {
        expect(() => chosen({ teams: ["Paymants"] })).toThrow(/Unknown owner "Paymants".*"?Payments/);
        expect(() => chosen({ teams: ["payments"] })).toThrow(/Unknown owner "payments"/);
        expect(() => chosen({ apps: ["Payments"] })).toThrow(/Unknown app "Payments"/);
        expect(() => chosen({ exceptTeams: [""] })).toThrow(/Unknown owner ""/);
    });
});

describe("kinds", () => {
    const named = (selection: Selection) => kinds.filter(kindsOf(selection, kinds)).map(({ name }) => name);

    test("are those that are included, without those that are not", () => {
        expect(named({ include: ["Tag", "Group"] })).toEqual(["Group", "Tag"]);
        expect(named({ include: ["Tag", "Group"], exclude: ["Tag"] })).toEqual(["Group"]);
        expect(named({ exclude: ["Tag"] })).toHaveLength(kinds.length - 1);
    });

    test("that there are not are refused, with the nearest name or all of them", () => {
        expect(() => named({ include: ["Gruop"] })).toThrow(/Unknown kind "Gruop".*Group/);
        expect(() => named({ exclude: ["Nothing at all"] })).toThrow(/The kinds are AccessRule, /);
    });
});
