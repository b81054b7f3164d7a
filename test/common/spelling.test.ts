import { expect, it } from "vitest";
import { hint, likeliest, meant } from "../../src/common/spelling.js";

const known = ["SVC_GROUP", "SVC_ACCESS_RULE", "OKTA_GROUP"];

it.each(["SVC_GRUOP", "SVC_GROP", "SVC_GROUPP", "SVC_GROUQ", "svc_group", "svc-group", "SvcGroup"])(
    "knows what %s was meant to be",
    (word) => expect(meant(word, known)).toBe("SVC_GROUP"),
);

it.each(["SVC_GROUP", "SVC_GRUPO2", "DEVIN_GROUP", "", "x".repeat(1_000_000)])(
    "has no guess at what is known, or like nothing",
    (word) => expect(meant(word, known)).toBeUndefined(),
);

it("goes as far as it is told", () => {
    expect(meant("descripton", ["description"], 1)).toBe("description");
    expect(meant("discripton", ["description"], 1)).toBeUndefined();
    expect(meant("discripton", ["description"], 2)).toBe("description");
    expect(meant("ab", ["ba"])).toBe("ba");
});

it("prefers the whole name to a word of it", () => {
    expect(likeliest("Contractor", ["Catalog contractors", "Contractors"], 2)).toEqual([
        "Contractors",
        "Catalog contractors",
    ]);
});

it("says so, or nothing", () => {
    expect(hint("tokn", ["url", "token"])).toBe('; did you mean "token"?');
    expect(hint("colour", ["url", "token"])).toBe("");
});
