import { describe, expect, it } from "vitest";
import { z } from "zod";
import { completed, differences, projected } from "../../../../src/provider/schema/comparison/differences.js";
import { isUnreadable, remembered } from "../../../../src/provider/schema/comparison/unreadable.js";
import { anyCase, field } from "../../../../src/provider/schema/fields.js";

const secret = field(z.string(), { writeOnly: true });
const fields = {
    name: z.string(),
    pin: secret.optional(),
    slot: z.strictObject({ secret }).nullable().optional(),
    keys: field(z.array(z.strictObject({ name: z.string(), value: secret })), {
        list: { identity: "name", unordered: true },
    }).optional(),
};

describe("a property that the service never returns", () => {
    it("keeps its previous value, at the top level and inside another property", () => {
        const last = { name: "old", pin: "1", slot: { secret: "2" }, keys: [{ name: "a", value: "3" }] };
        const found = { name: "new", slot: {}, keys: [{ name: "b" }, { name: "a" }] };
        expect(remembered(fields, found, last)).toEqual({
            name: "new",
            pin: "1",
            slot: { secret: "2" },
            keys: [
                { name: "b", value: undefined },
                { name: "a", value: "3" },
            ],
        });
    });

    it("is null if the service returns null", () => {
        const last = { pin: "1", slot: { secret: "2" } };
        expect(remembered(fields, { pin: null, slot: null }, last)).toEqual({ pin: null, slot: null });
    });

    it("is recognized by its field", () => {
        expect(Object.keys(fields).filter((name) => isUnreadable(fields[name as keyof typeof fields]))).toEqual([
            "pin",
            "slot",
            "keys",
        ]);
    });
});

describe("an ordered list whose elements have an identity", () => {
    const questions = {
        list: field(
            z.array(z.strictObject({ name: z.string().optional(), type: z.string(), help: z.string().optional() })),
            { list: { identity: ({ name, type }) => (type === "NOTE" ? [type] : [type, name]) } },
        ),
    };
    const live = {
        list: [
            { type: "NOTE", name: "made-1", help: "first" },
            { type: "TEXT", name: "a", help: "of a" },
            { type: "NOTE", name: "made-2", help: "second" },
        ],
    };
    const [one, two] = [{ type: "NOTE" }, { type: "TEXT", name: "a" }];

    it("differs as a whole if the order differs, and in one element if only that element differs", () => {
        const paths = (list: object[]) => differences(questions, { list }, live).map(({ path }) => path);
        expect(paths([one, two, one])).toEqual([]);
        expect(paths([two, one, one])).toEqual(["list"]);
        expect(paths([one, two, { ...one, help: "other" }])).toEqual(["list[2].help"]);
    });

    it("fills in omitted properties from the element with the same identity, in order if several have the same", () => {
        const [first, text, second] = live.list;
        expect(completed(questions, { list: [two, one, one] }, live)).toEqual({ list: [text, first, second] });
        expect(completed(questions, { list: [one, { ...two, type: "LONG" }] }, live)).toEqual({
            list: [first, { ...two, type: "LONG" }],
        });
    });
});

describe("a value that is compared as a whole", () => {
    const whole = {
        query: field(z.record(z.string(), z.unknown()), {
            canonical: (value) => ({ direct: true, ...(typeof value === "object" ? value : {}) }),
        }),
    };

    it("differs if either side lacks a property that its canonical form does not add", () => {
        const paths = (query: object, live: object) =>
            differences(whole, { query }, { query: live }).map(({ path }) => path);
        expect(paths({ a: 1 }, { a: 1, direct: true })).toEqual([]);
        expect(paths({ a: 1 }, { a: 1, b: 2 })).toEqual(["query"]);
        expect(paths({ a: 1, b: 2 }, { a: 1 })).toEqual(["query"]);
    });

    it("is either the declared or the live value, never a mixture", () => {
        expect(projected(whole, { query: { a: 1 } }, { query: { a: 1, direct: true } })).toEqual({ query: { a: 1 } });
        expect(projected(whole, { query: { a: 1 } }, { query: { b: 1 } })).toEqual({ query: { b: 1 } });
        expect(completed(whole, { query: { a: 1 } }, { query: { b: 1 } })).toEqual({ query: { a: 1 } });
    });
});

it("treats strings that differ only in case as equal if the field ignores case", () => {
    const address = { email: field(z.string(), { canonical: anyCase }) };
    expect(differences(address, { email: "Ada@x.example" }, { email: "ada@X.example" })).toEqual([]);
    expect(differences(address, { email: "ada@x.example" }, { email: "bo@x.example" })).toHaveLength(1);
});
