import { expect, it } from "vitest";
import { z } from "zod";
import { memberNames, setDifference } from "../../../../src/provider/schema/comparison/members.js";
import { field } from "../../../../src/provider/schema/fields.js";

const texts = field(z.array(z.string()), { list: { unordered: true } });
const grants = field(z.array(z.strictObject({ user: z.string(), level: z.string().optional(), note: z.string() })), {
    list: { unordered: true, identity: ["user", "level"] },
});

it("returns the members of a set that only one side has", () => {
    expect(setDifference(texts, { live: ["a", "b", "b"], declared: ["a", "c"] })).toEqual({
        extra: ["b"],
        missing: ["c"],
        inside: [],
    });
    expect(setDifference(texts, { live: null, declared: ["c"] })).toMatchObject({ extra: [], missing: ["c"] });
});

it("pairs objects by their identity, and returns the differences inside each pair", () => {
    const [ada, grace] = [
        { user: "ada", note: "1" },
        { user: "grace", level: "admin", note: "1" },
    ];
    expect(setDifference(grants, { live: [grace, ada], declared: [ada] })).toEqual({
        extra: [grace],
        missing: [],
        inside: [],
    });
    expect(setDifference(grants, { live: [{ ...ada, note: "2" }, grace], declared: [ada] }).inside).toEqual([
        expect.objectContaining({ path: "[0].note", live: "2", declared: "1" }),
    ]);
    expect(memberNames(grants, ada)).toEqual(["ada"]);
    expect(memberNames(grants, grace)).toEqual(["grace", "admin"]);
    expect(memberNames(texts, "a")).toEqual(["a"]);
});
