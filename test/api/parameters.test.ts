import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { OperationEntry } from "../../src/api/operation.js";
import { type Parts, pathOf, problemOf, queryOf } from "../../src/api/parameters.js";

const entry: OperationEntry = {
    summary: "Do something.",
    method: "POST",
    path: "/things/{thing_id}",
    area: "things",
    call: "things.create",
    pathParameters: z.object({ thing_id: z.string() }),
    query: z.object({ a: z.string().max(3).optional(), b: z.string().optional() }),
    body: z.object({
        id: z.guid().optional(),
        kind: z.enum(["one", "two"]).optional(),
        key: z.string().min(20).optional(),
        when: z.iso.datetime().optional(),
        count: z.number().max(5).optional(),
    }),
    answers: {},
};
const { query: _, ...withoutQuery } = entry;

const problem = (parts: Parts, of = entry) => problemOf(of, { path: { thing_id: "t" }, ...parts });

describe("a value that does not fit", () => {
    test.each<[string, Parts]>([
        ['body.id is "x": it must be a UUID', { body: { id: "x" } }],
        ['body.kind is "three": Invalid option', { body: { kind: "three" } }],
        ["body.count is 6: Too big", { body: { count: 6 } }],
        ['query.a is "long": Too big', { query: { a: "long" }, body: {} }],
    ])("is shown: %s", (said, parts) => {
        expect(problem(parts)).toContain(said);
    });

    test.each<[string, Parts]>([
        ["body.key: Too small", { body: { key: "hush" } }],
        ["body.when: Invalid ISO datetime", { body: { when: "hush" } }],
        ["body.count: Invalid input: expected number, received undefined", { body: { count: null } }],
    ])("is not shown where it may be a secret: %s", (said, parts) => {
        expect(problem(parts)).toContain(said.split(",")[0]);
        expect(problem(parts)).not.toContain("hush");
    });
});

describe("a parameter that the operation does not have", () => {
    test("is refused with those that it has", () => {
        expect(problem({ query: { c: "x" }, body: {} })).toBe(
            "query.c is not a parameter of this operation. Known in query: a, b",
        );
        expect(problem({ query: { c: "x" }, body: {} }, withoutQuery)).toBe(
            "query.c is not a parameter of this operation. Known in query: none",
        );
    });

    test("is passed over if it is undefined", () => {
        expect(problem({ query: { c: undefined }, body: {} })).toBeUndefined();
    });
});

test("a path holds what stands for half of a character, and nothing for what is not given", () => {
    expect(pathOf(entry, { path: { thing_id: "a\ud800" } })).toBe("/things/a%EF%BF%BD");
    expect(pathOf(entry, {})).toBe("/things/");
});

test("a query without anything is empty", () => {
    expect(queryOf(entry, {})).toBe("");
    expect(queryOf(entry, { query: { a: undefined } })).toBe("");
    expect(queryOf(entry, { query: { a: "", b: "x" } })).toBe("?a=&b=x");
});
