import { describe, expect, test } from "vitest";
import { Directory } from "../../../src/access/answers/directory.js";
import { Finder } from "../../../src/access/answers/finder.js";
import { UsageError } from "../../../src/common/errors.js";
import { seedOrganization } from "../../../src/local/service/index.js";
import { factsOf } from "../map/facts-of.js";

const small = factsOf(seedOrganization("small"));
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

describe("somebody is found", () => {
    test.each([
        ["by id", "Everyone", "Everyone"],
        ["by email", "ada@tidewater.example", ada?.id],
        ["by email in any case", "ADA@TIDEWATER.EXAMPLE", ada?.id],
        ["by name", "Bruno Castell", facts.users.find(({ name }) => name === "Bruno Castell")?.id],
        ["by name in any case", "bruno castell", facts.users.find(({ name }) => name === "Bruno Castell")?.id],
        ["by a part of the name", "castel", facts.users.find(({ name }) => name === "Bruno Castell")?.id],
        ["by a part of the email", "ada@tide", ada?.id],
        ["as a machine", "Ledger robot", "robot"],
    ])("%s", (_, text, id) => {
        expect(finder.person(text).id).toBe(id);
    });

    test("as what they are", () => {
        expect(finder.person("robot").type).toBe("identity");
        expect(finder.person("Bruno Castell").type).toBe("user");
    });
});

describe("something is found", () => {
    test.each([
        ["by name, though somebody has it as an id", "Everyone", everyone?.id],
        ["by name in the very letters before those in other cases", "ledger", "g2"],
        ["among groups", "group:Ledger", "g1"],
        ["among groups, with a space", "group: ledger", "g2"],
        ["among bundles, in any case", "bundle:LEDGER", "b1"],
        [
            "among resources, by a part",
            "resource:freight",
            small.resources.find((one) => one.name === "Freight tracker")?.id,
        ],
        ["with a colon in its name", "group:group:odd", "g3"],
    ])("%s", (_, text, id) => {
        expect(finder.thing(text).id).toBe(id);
    });

    test("and people are nothing", () => {
        expect(() => finder.thing("Bruno Castell")).toThrow(UsageError);
    });
});

describe("what cannot be told apart is refused", () => {
    test("with type, name, email and id of each", () => {
        const error = refusal(() => finder.person("Ada Brandt"));
        expect(error.message).toBe('"Ada Brandt" matches 2 objects. Specify the id of one of these:');
        expect([...error.choices].sort()).toEqual([
            `user "Ada Brandt" (ada.brandt@tidewater.example) twin`,
            `user "Ada Brandt" (ada@tidewater.example) ${ada?.id}`,
        ]);
    });

    test("with ten at most", () => {
        const { choices } = refusal(() => finder.thing("quarter"));
        expect(choices).toHaveLength(11);
        expect(choices.at(-1)).toBe("… and 2 more");
    });

    test("across types, unless one is said", () => {
        expect(refusal(() => finder.thing("Ledger")).choices).toEqual(['bundle "Ledger" b1', 'group "Ledger" g1']);
    });
});

test("what is not there is refused with the closest names, and the note", () => {
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
