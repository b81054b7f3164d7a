import { describe, expect, it } from "vitest";
import { differenceText, namesText, resourceText, secretTexts } from "../../src/provider/sentences.js";
import { Owner } from "../../src/resources/owners/owner.js";

const said = (path: string, live: unknown, declared: unknown, secrets: string[] = []) => {
    const [property = ""] = path.split(/[.[]/);
    return differenceText(Owner.kind, { secrets }, { path, property, live, declared });
};

describe("a difference in words", () => {
    it("names the property, its live and its declared value", () => {
        expect(said("name", "A", "B")).toBe('name is "A" on the service, declared "B"');
        expect(said("reviewerMessageChannelId", null, "c")).toBe(
            'reviewerMessageChannelId is null on the service, declared "c"',
        );
    });

    it("tells what makes the difference between two lists", () => {
        expect(said("userIds", ["a"], ["a", "b"])).toBe(
            'userIds is ["a"] on the service, declared ["a","b"] (lacks b)',
        );
        expect(said("userIds", ["a", "x"], ["a"])).toContain("(has x besides)");
        expect(said("userIds", ["x"], ["a"])).toContain("(lacks a; has x besides)");
        expect(said("userIds", ["b", "a"], ["a", "b"])).toContain("(in another order)");
    });

    it("shows nothing of a secret, in whichever part", () => {
        expect(said("userIds[0]", "hush", "hushed", ["userIds"])).toBe(
            "userIds[0] is [secret] on the service, declared [secret]",
        );
    });

    it("has words for what only up can tell", () => {
        const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
        expect(said("name", "A", unknown)).toContain("declared a value known only after `pulumi up`");
        expect(said("userIds", ["a"], [unknown])).not.toContain(unknown);
    });
});

it("says of two lists that are no lists of texts what they are, and no more", () => {
    expect(said("userIds", [{ id: "a" }], [{ id: "b" }])).toBe(
        'userIds is [{"id":"a"}] on the service, declared [{"id":"b"}]',
    );
    expect(said("userIds", ["a", 1], ["a"])).not.toContain("besides");
    expect(said("userIds", ["x", "y"], ["a", "b"])).toContain("(lacks a, b; has x, y besides)");
});

it("names ten at most, and counts the others", () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    expect(namesText(names.slice(0, 2))).toBe('"n0", "n1"');
    expect(namesText(names.slice(0, 10))).toMatch(/"n9"$/);
    expect(namesText(names)).toMatch(/^"n0", .*"n9" and 2 more$/);
});

it("knows the texts in secret properties, however deep, but for empty and unknown ones", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const properties = {
        name: "shown",
        userIds: ["a", "", unknown, { inner: "b", none: null, number: 1 }],
        description: "c",
    };
    expect(secretTexts(Owner.kind, { secrets: ["userIds", "description"] }, properties)).toEqual(["a", "b", "c"]);
});

it("calls a resource by its name, or by its id where the state has no name", () => {
    expect(resourceText({ kind: "Owner", name: "platform" })).toBe('Owner "platform"');
    expect(resourceText({ kind: "Owner", name: "" })).toBe('Owner ""');
    expect(resourceText({ kind: "Owner", name: "" }, "1234")).toBe('Owner "1234"');
});
