import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
    attempted,
    completed,
    differences,
    projected,
} from "../../../../src/provider/schema/comparison/differences.js";
import { field, spelledTwice } from "../../../../src/provider/schema/fields.js";
import { fromWire, toWire } from "../../../../src/provider/schema/wire.js";

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
    it("are of what is declared only", () => {
        expect(paths({ name: "a" }, { name: "a", tags: ["x"], other: 1 })).toEqual([]);
        expect(paths({ name: "a" }, { name: "b" })).toEqual(["name"]);
    });

    it("leave the order of an unordered list out, and repetitions", () => {
        expect(paths({ tags: ["a", "b"] }, { tags: ["b", "a"] })).toEqual([]);
        expect(paths({ tags: ["a", "b"] }, { tags: ["a"] })).toEqual(["tags"]);
    });

    it("see order where the live or the declared object makes it count", () => {
        expect(paths({ users: ["a", "b"] }, { users: ["b", "a"], period: 0 })).toEqual([]);
        expect(paths({ users: ["a", "b"] }, { users: ["b", "a"], period: 30 })).toEqual(["users"]);
        expect(paths({ users: ["a", "b"], period: 30 }, { users: ["b", "a"], period: 0 })).toEqual(["users", "period"]);
    });

    it("take null, absent and what clears for one", () => {
        expect(paths({ channel: null, period: 0 }, { channel: "" })).toEqual([]);
        expect(paths({ channel: "" }, {})).toEqual([]);
        expect(paths({ channel: "c" }, {})).toEqual(["channel"]);
    });

    it("pair elements by their key, and name the property inside", () => {
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

    it("know two spellings of one value", () => {
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

    it("shows elements that nobody declared whole", () => {
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

    it("has of a set what is declared and what was, as it is where it is there, and nobody else's", () => {
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

    it("is what is declared if nothing is known of it", () => {
        const declared = { users: [{ id: "a" }] };
        expect(attempted(fields, declared, {}, {})).toEqual(declared);
        expect(attempted(fields, { users: null }, { users: [{ id: "a" }] }, {})).toEqual({ users: null });
    });
});

describe("completed", () => {
    it("sends back what an element does not give, from the element with its key", () => {
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

    it("carries nothing over between stages whose number changed", () => {
        const live = { rules: [{ priority: 0, stages: [{ operator: "OR", manager: true }, { operator: "AND" }] }] };
        const one = { rules: [{ priority: 0, stages: [{ operator: "AND" }] }] };
        expect(completed(fields, one, live)).toEqual({
            rules: [{ priority: 0, stages: [{ operator: "AND", ownerIds: [], manager: false }] }],
        });
    });

    it("clears as the API clears", () => {
        expect(completed(fields, { channel: null }, { channel: "c" })).toEqual({ channel: "" });
    });

    it("leaves out what was read and would mean nothing beside what is declared", () => {
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
    it("survive the way there and back", () => {
        const properties = {
            groupId: "a",
            awsEc2Instance: { accountId: "c" },
        };
        expect(toWire(properties)).toEqual({
            group_id: "a",
            aws_ec2_instance: { account_id: "c" },
        });
        expect(fromWire(toWire(properties))).toEqual(properties);
    });
});
