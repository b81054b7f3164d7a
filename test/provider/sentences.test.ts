import { describe, expect, it } from "vitest";
import { resourceText } from "../../src/common/names.js";
import { differenceText, driftText, namesText, secretTexts } from "../../src/provider/sentences.js";
import { Group } from "../../src/resources/kinds/groups/group.js";
import { Owner } from "../../src/resources/kinds/owners/owner.js";
import { ResourceReviewerStages } from "../../src/resources/kinds/resources/resource-reviewer-stages.js";

const textOf = (path: string, live: unknown, declared: unknown, secrets: string[] = []) => {
    const [property = ""] = path.split(/[.[]/);
    return differenceText(Owner.kind, { secrets }, { path, property, live, declared });
};

describe("the text of a difference", () => {
    it("contains the property, its live value and its declared value", () => {
        expect(textOf("name", "A", "B")).toBe('name is "A" on the service, declared "B"');
        expect(textOf("reviewerMessageChannelId", null, "c")).toBe(
            'reviewerMessageChannelId is null on the service, declared "c"',
        );
    });

    it("states how two lists differ", () => {
        expect(textOf("userIds", ["a"], ["a", "b"])).toBe(
            'userIds is ["a"] on the service, declared ["a","b"] (lacks b)',
        );
        expect(textOf("userIds", ["a", "x"], ["a"])).toContain("(also has x)");
        expect(textOf("userIds", ["x"], ["a"])).toContain("(lacks a; also has x)");
        expect(textOf("userIds", ["b", "a"], ["a", "b"])).toContain("(in another order)");
    });

    it("states the lengths of two lists of objects, and the differences between elements at the same index", () => {
        const stage = (operator: string, ownerIds: string[]) => ({ operator, ownerIds, requireManagerApproval: false });
        const text = differenceText(
            ResourceReviewerStages.kind,
            { secrets: [] },
            {
                path: "stages",
                property: "stages",
                live: [stage("AND", [])],
                declared: [{ operator: "OR" }, stage("OR", ["o"])],
            },
        );
        expect(text).toBe(
            'stages: 1 element on the service, 2 declared; stages[0].operator is "AND" on the service, declared "OR"; only declared: {"operator":"OR","ownerIds":["o"],"requireManagerApproval":false}',
        );
    });

    it("does not show a secret value, even if only a part of it differs", () => {
        expect(textOf("userIds[0]", "hush", "hushed", ["userIds"])).toBe("userIds[0] differs (the value is secret)");
    });

    it("describes a value that is known only after up", () => {
        const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
        expect(textOf("name", "A", unknown)).toContain("declared a value known only after `pulumi up`");
        expect(textOf("userIds", ["a"], [unknown])).not.toContain(unknown);
    });
});

describe("the text of a difference between sets", () => {
    const names: Record<string, string> = { u1: "Ada", u2: "Grace" };
    const nameOf = (id: string) => names[id];
    const set = (live: unknown, declared: unknown, secrets: string[] = []) =>
        [{ path: "userIds", property: "userIds", live, declared, isSet: true as const }, { secrets }] as const;

    it("lists the members that only one side has", () => {
        const [difference, secrets] = set(["u1", "u3"], ["u2"]);
        expect(differenceText(Owner.kind, secrets, difference, nameOf)).toBe(
            'userIds: only on the service: "Ada", "u3"; only declared: "Grace"',
        );
    });

    it("lists the members added and removed outside since the last declaration", () => {
        const [difference, secrets] = set(["u1", "u3"], ["u1", "u4"]);
        const drift = { ...difference, before: ["u1", "u2"] };
        expect(driftText(Owner.kind, secrets, drift, nameOf)).toBe(
            'userIds: added outside: "u3"; removed outside: "Grace"',
        );
        const many = { ...drift, live: Array.from({ length: 13 }, (_, at) => `n${at}`), before: [] };
        expect(driftText(Owner.kind, secrets, many, nameOf)).toMatch(
            /^userIds: added outside: "n0", .*"n9" and 3 more$/,
        );
    });

    it("does not show the members of a secret set", () => {
        const [difference, secrets] = set(["u1"], ["u2"], ["userIds"]);
        expect(driftText(Owner.kind, secrets, { ...difference, before: ["u2"] }, nameOf)).toBe(
            "userIds differs (the value is secret)",
        );
    });
});

it("replaces ids with names anywhere in a value", () => {
    const difference = { path: "name", property: "name", live: { of: ["u1"] }, declared: "u1" };
    expect(differenceText(Owner.kind, { secrets: [] }, difference, (id) => (id === "u1" ? "Ada" : undefined))).toBe(
        'name is {"of":["Ada"]} on the service, declared "Ada"',
    );
});

it("compares the elements of two lists only if all of them are strings", () => {
    expect(textOf("userIds", [{ id: "a" }], [{ id: "b" }])).toBe(
        'userIds is [{"id":"a"}] on the service, declared [{"id":"b"}]',
    );
    expect(textOf("userIds", ["a", 1], ["a"])).not.toContain("besides");
    expect(textOf("userIds", ["x", "y"], ["a", "b"])).toContain("(lacks a, b; also has x, y)");
});

it("lists at most ten names, and counts the others", () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    expect(namesText(names.slice(0, 2))).toBe('"n0", "n1"');
    expect(namesText(names.slice(0, 10))).toMatch(/"n9"$/);
    expect(namesText(names)).toMatch(/^"n0", .*"n9" and 2 more$/);
});

it("returns the strings in secret properties at any depth, except empty and unknown ones", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const properties = {
        name: "shown",
        userIds: ["a", "", unknown, { inner: "b", none: null, number: 1 }],
        description: "c",
    };
    expect(secretTexts(Owner.kind, { secrets: ["userIds", "description"] }, properties)).toEqual(["a", "b", "c"]);
});

it("describes a resource by its name, or by its id if the state has no name", () => {
    expect(resourceText({ kind: "Owner", name: "platform" })).toBe('Owner "platform"');
    expect(resourceText({ kind: "Owner", name: "" })).toBe('Owner ""');
    expect(resourceText({ kind: "Owner", name: "" }, "1234")).toBe('Owner "1234"');
});

it("shows changes inside members as well as added and removed members", () => {
    const [usual, special] = [{ autoApproval: false, reviewerStages: [] }, { condition: { groupIds: ["g1"] } }];
    const drift = { path: "requestConfigurations", property: "requestConfigurations", isSet: true as const };
    const sides = { live: [{ ...usual, autoApproval: true }], declared: [usual, special], before: [usual, special] };
    expect(driftText(Group.kind, { secrets: [] }, { ...drift, ...sides })).toBe(
        'requestConfigurations: removed outside: {"condition":{"groupIds":["g1"]}}; ' +
            "others differ: requestConfigurations[0].autoApproval is true on the service, declared false",
    );
});
