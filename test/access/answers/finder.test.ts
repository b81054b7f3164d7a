import { describe, expect, test } from "vitest";
import { Directory } from "../../../src/access/answers/directory.js";
import { Finder } from "../../../src/access/answers/finder.js";
import { UsageError } from "../../../src/common/errors.js";
import { seededFacts } from "../facts-of.js";

const small = seededFacts("small");
const facts = {
    ...small,
    users: [
        ...small.users,
        { id: "Everyone", name: "office staff", email: "everyone@tidewater.example" },
        { id: "twin", name: "Ada Brandt", email: "ada.brandt@tidewater.example" },
    ],
    groups: [
        ...small.groups,
        { id: "g1", name: "Ledger" },
        { id: "g2", name: "ledger" },
        { id: "g3", name: "group:odd" },
        ...Array.from({ length: 12 }, (_, at) => ({ id: `many-${at}`, name: `Quarter ${at}` })),
    ],
    resources: [...small.resources, { id: "r1", name: "Ledger archive" }, { id: "robot", name: "Ledger robot" }],
    bundles: [{ id: "b1", name: "Ledger", groupIds: [], resourceIds: [] }],
    identities: [{ id: "robot", name: "Ledger robot" }],
};
const finder = new Finder(new Directory([facts]), new Set(["robot"]), "Ask somebody.");
const ada = facts.users.find(({ email }) => email === "ada@tidewater.example");
const everyone = facts.groups.find(({ name }) => name === "Everyone");

describe("finding a person", () => {
    test.each([
        ["by id", "Everyone", "Everyone"],
        ["by email", "ada@tidewater.example", ada?.id],
        ["by email in any case", "ADA@TIDEWATER.EXAMPLE", ada?.id],
        ["by name", "Bruno Castell", facts.users.find(({ name }) => name === "Bruno Castell")?.id],
        ["by name in any case", "bruno castell", facts.users.find(({ name }) => name === "Bruno Castell")?.id],
        ["by a part of the name", "castel", facts.users.find(({ name }) => name === "Bruno Castell")?.id],
        ["by a part of the email", "ada@tide", ada?.id],
        ["by the name of a machine", "Ledger robot", "robot"],
    ])("finds a person or a machine %s", (_, text, id) => {
        expect(finder.person(text).id).toBe(id);
    });

    test("returns the type of what was found: a machine is an identity, a person a user", () => {
        expect(finder.person("robot").type).toBe("identity");
        expect(finder.person("Bruno Castell").type).toBe("user");
    });
});

describe("finding a group, resource or bundle", () => {
    test.each([
        ["by name, even if a user has that name as an id", "Everyone", everyone?.id],
        ["by name, preferring an exact match to one in another case", "ledger", "g2"],
        ["by type and name", "group:Ledger", "g1"],
        ["by type and name with a space between them", "group: ledger", "g2"],
        ["by type and name in any case", "bundle:LEDGER", "b1"],
        [
            "by type and a part of the name",
            "resource:freight",
            small.resources.find((one) => one.name === "Freight tracker")?.id,
        ],
        ["by type and a name that contains a colon", "group:group:odd", "g3"],
    ])("finds a target %s", (_, text, id) => {
        expect(finder.thing(text).id).toBe(id);
    });

    test("rejects the name of a person", () => {
        expect(() => finder.thing("Bruno Castell")).toThrow(UsageError);
    });
});

describe("an ambiguous name", () => {
    test("is rejected with the type, name, email and id of each match", () => {
        const error = refusal(() => finder.person("Ada Brandt"));
        expect(error.message).toBe('"Ada Brandt" matches 2 objects. Specify the id of one of these:');
        expect([...error.choices].sort()).toEqual([
            `user "Ada Brandt" (ada.brandt@tidewater.example) twin`,
            `user "Ada Brandt" (ada@tidewater.example) ${ada?.id}`,
        ]);
    });

    test("is rejected with a list of at most ten matches and the number of others", () => {
        const { choices } = refusal(() => finder.thing("quarter"));
        expect(choices).toHaveLength(11);
        expect(choices.at(-1)).toBe("… and 2 more");
    });

    test("is rejected with matches of every type if no type was specified", () => {
        expect(refusal(() => finder.thing("Ledger")).choices).toEqual(['bundle "Ledger" b1', 'group "Ledger" g1']);
    });
});

test("rejects an unknown name with the closest name and the finder's note", () => {
    expect(refusal(() => finder.person("Burno Castel")).message).toBe(
        'No person or machine with the name or id "Burno Castel" found. Did you mean "Bruno Castell"? Ask somebody.',
    );
    expect(refusal(() => finder.thing("group:Contarctors")).message).toContain('Did you mean "Contractors"?');
    expect(refusal(() => finder.thing("zzzzzz")).message).not.toContain("Did you mean");
    expect(refusal(() => finder.thing("group:")).message).toContain("Missing group");
});

function refusal(find: () => unknown): UsageError {
    try {
        find();
    } catch (error) {
        if (error instanceof UsageError) return error;
        throw error;
    }
    throw new Error("It was found.");
}
