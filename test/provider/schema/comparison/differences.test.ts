import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromWire, toWireNames } from "../../../../src/common/wire-names.js";
import {
    attempted,
    completed,
    differences,
    projected,
} from "../../../../src/provider/schema/comparison/differences.js";
import { field, spelledTwice } from "../../../../src/provider/schema/fields.js";

const stage = z.strictObject({
    operator: z.string(),
    ownerIds: field(z.array(z.string()), { list: { unordered: true }, wire: { whenNew: [] } }).optional(),
    manager: field(z.boolean(), { wire: { whenNew: false } }).optional(),
});
const fields = {
    name: z.string(),
    tags: field(z.array(z.string()), { list: { unordered: true } }).optional(),
    users: field(z.array(z.string()), { list: { unordered: (owner) => !owner.period } }).optional(),
    period: field(z.number(), { wire: { cleared: 0 } }).optional(),
    channel: field(z.string().nullable(), { wire: { cleared: "" } }).optional(),
    rules: field(
        z.array(
            z.strictObject({ priority: z.number(), max: z.number().optional(), stages: z.array(stage).optional() }),
        ),
        { list: { identity: "priority", unordered: true } },
    ).optional(),
    kind: spelledTwice(z.string(), { SVC_GROUP: "OPAL_GROUP" }).optional(),
};
const paths = (declared: object, live: object) =>
    differences(fields, { ...declared }, { ...live }).map(({ path }) => path);

describe("differences", () => {
    it("include only declared properties", () => {
        expect(paths({ name: "a" }, { name: "a", tags: ["x"], other: 1 })).toEqual([]);
        expect(paths({ name: "a" }, { name: "b" })).toEqual(["name"]);
    });

    it("ignore the order of an unordered list, but not a missing element", () => {
        expect(paths({ tags: ["a", "b"] }, { tags: ["b", "a"] })).toEqual([]);
        expect(paths({ tags: ["a", "b"] }, { tags: ["a"] })).toEqual(["tags"]);
    });

    it("include the order if the live or the declared object makes it significant", () => {
        expect(paths({ users: ["a", "b"] }, { users: ["b", "a"], period: 0 })).toEqual([]);
        expect(paths({ users: ["a", "b"] }, { users: ["b", "a"], period: 30 })).toEqual(["users"]);
        expect(paths({ users: ["a", "b"], period: 30 }, { users: ["b", "a"], period: 0 })).toEqual(["users", "period"]);
    });

    it("treat null, an absent value and the clearing value as equal", () => {
        expect(paths({ channel: null, period: 0 }, { channel: "" })).toEqual([]);
        expect(paths({ channel: "" }, {})).toEqual([]);
        expect(paths({ channel: "c" }, {})).toEqual(["channel"]);
    });

    it("pair elements by their key, and contain the path of the property inside", () => {
        const rules = [
            { priority: 1, max: 5 },
            { priority: 0, max: 9 },
        ];
        expect(
            paths(
                { rules },
                {
                    rules: [
                        { priority: 0, max: 9, extra: 1 },
                        { priority: 1, max: 5 },
                    ],
                },
            ),
        ).toEqual([]);
        expect(
            paths(
                { rules },
                {
                    rules: [
                        { priority: 0, max: 8 },
                        { priority: 1, max: 5 },
                    ],
                },
            ),
        ).toEqual(["rules[1].max"]);
        expect(paths({ rules }, { rules: [{ priority: 0, max: 9 }] })).toEqual(["rules"]);
        expect(paths({ rules: [{ priority: 0 }] }, { rules })).toEqual(["rules"]);
        expect(paths({ rules }, { rules: [{ priority: 0 }, { priority: 2 }] })).toEqual(["rules"]);
    });

    it("treat two spellings of one value as equal", () => {
        expect(paths({ kind: "SVC_GROUP" }, { kind: "OPAL_GROUP" })).toEqual([]);
        expect(paths({ kind: "OPAL_GROUP" }, { kind: "SVC_GROUP" })).toEqual([]);
        expect(paths({ kind: "SVC_GROUP" }, { kind: "OKTA_GROUP" })).toEqual(["kind"]);
    });
});

describe("projected", () => {
    it("keeps the shape and the order of what was declared", () => {
        const declared = { tags: ["b", "a"], rules: [{ priority: 1, max: 5 }] };
        const live = { name: "x", tags: ["a", "b", "c"], rules: [{ priority: 1, max: 6, stages: [] }] };
        expect(projected(fields, declared, live)).toEqual({ tags: ["b", "a", "c"], rules: [{ priority: 1, max: 6 }] });
    });

    it("includes undeclared elements with all of their properties", () => {
        const declared = { rules: [{ priority: 0 }] };
        const live = {
            rules: [
                { priority: 0, max: 1 },
                { priority: 1, max: 2 },
            ],
        };
        expect(projected(fields, declared, live)).toEqual({ rules: [{ priority: 0 }, { priority: 1, max: 2 }] });
    });
});

describe("attempted", () => {
    const member = z.strictObject({ id: z.string(), level: z.string().optional() });
    const fields = {
        name: z.string(),
        users: field(z.array(member), { list: { identity: "id" } }),
        stages: field(z.array(z.strictObject({ id: z.string() })), {}),
    };

    it("contains the declared and the previous members of a set with their live values, but no other members", () => {
        const declared = { name: "new", users: [{ id: "a", level: "new" }, { id: "b" }], stages: [{ id: "s" }] };
        const last = {
            name: "old",
            users: [
                { id: "c", level: "old" },
                { id: "a", level: "old" },
            ],
        };
        const live = {
            name: "live",
            users: [
                { id: "a", level: "live" },
                { id: "x", level: "live" },
                { id: "c", level: "live" },
            ],
            stages: [{ id: "t" }],
        };
        const { users, ...rest } = attempted(fields, declared, last, live);
        expect(rest).toEqual({ name: "live", stages: [{ id: "t" }] });
        expect(users).toHaveLength(3);
        expect(users).toEqual(
            expect.arrayContaining([{ id: "a", level: "live" }, { id: "b" }, { id: "c", level: "live" }]),
        );
    });

    it("is the declared value if there is no previous or live value", () => {
        const declared = { users: [{ id: "a" }] };
        expect(attempted(fields, declared, {}, {})).toEqual(declared);
        expect(attempted(fields, { users: null }, { users: [{ id: "a" }] }, {})).toEqual({ users: null });
    });
});

describe("completed", () => {
    it("fills in the undeclared properties of an element from the live element with the same key", () => {
        const declared = { rules: [{ priority: 1, max: 5 }, { priority: 0 }] };
        const live = {
            rules: [
                { priority: 0, max: 9, secret: "kept" },
                { priority: 1, max: 7 },
            ],
        };
        expect(completed(fields, declared, live)).toEqual({
            rules: [
                { priority: 1, max: 5 },
                { priority: 0, max: 9, secret: "kept" },
            ],
        });
    });

    it("does not copy live values between stages if their number changed", () => {
        const live = { rules: [{ priority: 0, stages: [{ operator: "OR", manager: true }, { operator: "AND" }] }] };
        const one = { rules: [{ priority: 0, stages: [{ operator: "AND" }] }] };
        expect(completed(fields, one, live)).toEqual({
            rules: [{ priority: 0, stages: [{ operator: "AND", ownerIds: [], manager: false }] }],
        });
    });

    it("replaces null with the value that clears the property in the API", () => {
        expect(completed(fields, { channel: null }, { channel: "c" })).toEqual({ channel: "" });
    });

    it("omits a live value that has no effect in combination with the declared values", () => {
        const escalation = field(z.number(), {
            wire: { sentBackWith: ({ operator }) => operator === "OR" },
        }).optional();
        const stages = { stages: z.array(z.strictObject({ operator: z.string(), escalation })) };
        const live = { stages: [{ operator: "OR", escalation: 30 }] };
        const sent = (stage: object) => completed(stages, { stages: [stage] }, live);
        expect(sent({ operator: "OR" })).toEqual({ stages: [{ operator: "OR", escalation: 30 }] });
        expect(sent({ operator: "AND" })).toEqual({ stages: [{ operator: "AND" }] });
        expect(sent({ operator: "AND", escalation: 5 })).toEqual({ stages: [{ operator: "AND", escalation: 5 }] });
    });
});

describe("names", () => {
    it("are unchanged after conversion to the wire format and back", () => {
        const properties = {
            groupId: "a",
            awsEc2Instance: { accountId: "c" },
        };
        expect(toWireNames(properties)).toEqual({
            group_id: "a",
            aws_ec2_instance: { account_id: "c" },
        });
        expect(fromWire(toWireNames(properties))).toEqual(properties);
    });
});
