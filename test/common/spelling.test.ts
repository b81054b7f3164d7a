import { expect, it } from "vitest";
import { hint, likeliest, meant } from "../../src/common/spelling.js";

const known = ["SVC_GROUP", "SVC_ACCESS_RULE", "OKTA_GROUP"];

it.each(["SVC_GRUOP", "SVC_GROP", "SVC_GROUPP", "SVC_GROUQ", "svc_group", "svc-group", "SvcGroup"])(
    "suggests the known word for %s",
    (word) => expect(meant(word, known)).toBe("SVC_GROUP"),
);

it.each(["SVC_GROUP", "SVC_GRUPO2", "DEVIN_GROUP", "", "x".repeat(1_000_000)])(
    "suggests nothing for a known word or one unlike any known word",
    (word) => expect(meant(word, known)).toBeUndefined(),
);

it("allows up to the given number of differences", () => {
    expect(meant("descripton", ["description"], 1)).toBe("description");
    expect(meant("discripton", ["description"], 1)).toBeUndefined();
    expect(meant("discripton", ["description"], 2)).toBe("description");
    expect(meant("ab", ["ba"])).toBe("ba");
});

it("prefers a match of the whole name to a match of one word", () => {
    expect(likeliest("Contractor", ["Catalog contractors", "Contractors"], 2)).toEqual([
        "Contractors",
        "Catalog contractors",
    ]);
});

it("does not consider addresses similar because of their domain", () => {
    const people = ["bruno@tidewater.example", "Ada Lovelace", "tidewater"];
    expect(likeliest("hugo@tidewater.example", people, 3)).toEqual([]);
    expect(likeliest("brnuo@tidewater.example", people, 3)).toEqual(["bruno@tidewater.example"]);
});

it("returns a hint, or an empty string without a suggestion", () => {
    expect(hint("tokn", ["url", "token"])).toBe('; did you mean "token"?');
    expect(hint("colour", ["url", "token"])).toBe("");
});
