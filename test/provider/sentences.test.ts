import { describe, expect, it } from "vitest";
import { differenceText, resourceText } from "../../src/provider/sentences.js";
import { Owner } from "../../src/resources/owner.js";

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

it("calls a resource by its name, or by its id where the state has no name", () => {
    expect(resourceText({ kind: "Owner", name: "platform" })).toBe('Owner "platform"');
    expect(resourceText({ kind: "Owner", name: "" }, "1234")).toBe('Owner "1234"');
});
