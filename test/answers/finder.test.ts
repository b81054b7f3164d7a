import { describe, expect, test } from "vitest";
import type { Facts } from "../../src/access/facts.js";
import { Directory } from "../../src/answers/directory.js";
import { Finder } from "../../src/answers/finder.js";
import { UsageError } from "../../src/errors.js";

const facts: Facts = {
    at: "2026-03-01T00:00:00Z",
    users: [
        { id: "u1", name: "Ada Brandt", email: "ada@tidewater.example" },
        { id: "u2", name: "Gemma Hamada", email: "gemma@tidewater.example" },
        { id: "u3", name: "Bruno Castell", email: "bruno@tidewater.example" },
        { id: "u4", name: "Bruno Olsen", email: "bruno.olsen@tidewater.example" },
    ],
    identities: [{ id: "r3", name: "deploy-bot" }],
    groups: [
        { id: "g1", name: "Production" },
        { id: "g2", name: "Staging" },
    ],
    resources: [
        { id: "r1", name: "Production" },
        { id: "r2", name: "prod-db" },
        { id: "r3", name: "deploy-bot" },
    ],
    bundles: [{ id: "b1", name: "First day", groupIds: [], resourceIds: [] }],
    owners: [],
    memberships: [],
    grants: [],
    links: [],
    nestings: [],
    bindings: [],
    delegations: [],
    unknowns: [],
};
const finder = new Finder(new Directory([facts]), new Set(["r3"]));

describe("a person", () => {
    test.each([
        ["u2", "u2"],
        ["ada@tidewater.example", "u1"],
        ["ADA@tidewater.example", "u1"],
        ["Ada Brandt", "u1"],
        ["ada brandt", "u1"],
        ["ada", "u1"],
        ["ada@", "u1"],
        ["hamad", "u2"],
        ["deploy-bot", "r3"],
    ])("%s is %s", (text, id) => {
        expect(finder.person(text).id).toBe(id);
    });

    test("several of a name are offered, and none is taken", () => {
        const error = caught(() => finder.person("bruno"));
        expect(error.message).toBe('"bruno" fits 2. Give the id of the one that you mean:');
        expect(error.choices).toEqual([
            'user "Bruno Castell" (bruno@tidewater.example) u3',
            'user "Bruno Olsen" (bruno.olsen@tidewater.example) u4',
        ]);
    });

    test("a misspelt name gives the nearest ones", () => {
        expect(caught(() => finder.person("Gema Hamada")).message).toBe(
            'No person or machine is called "Gema Hamada" or has this id. Did you mean "Gemma Hamada"?',
        );
    });

    test("is no group", () => {
        expect(() => finder.person("Staging")).toThrow(UsageError);
    });
});

describe("a thing", () => {
    test.each([
        ["prod-db", "r2"],
        ["group:Production", "g1"],
        ["resource:Production", "r1"],
        ["bundle: first day", "b1"],
        ["stag", "g2"],
    ])("%s is %s", (text, id) => {
        expect(finder.thing(text).id).toBe(id);
    });

    test("of two kinds with one name, both are offered", () => {
        expect(caught(() => finder.thing("Production")).choices).toEqual([
            'group "Production" g1',
            'resource "Production" r1',
        ]);
    });

    test("nothing is asked for", () => {
        expect(() => finder.thing("group:")).toThrow("Nothing is said of the group");
    });
});

function caught(run: () => unknown): UsageError {
    try {
        run();
    } catch (error) {
        if (error instanceof UsageError) return error;
        throw error;
    }
    throw new Error("nothing was thrown");
}
