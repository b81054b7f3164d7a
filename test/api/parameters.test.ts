import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { OperationEntry } from "../../src/api/operation.js";
import { type Parts, problemOf, queryOf, requestPath } from "../../src/api/parameters.js";

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

describe("an invalid value", () => {
    test.each<[string, Parts]>([
        ['body.id is "x": it must be a UUID', { body: { id: "x" } }],
        ['body.kind is "three": Invalid option', { body: { kind: "three" } }],
        ["body.count is 6: Too big", { body: { count: 6 } }],
        ['query.a is "long": Too big', { query: { a: "long" }, body: {} }],
    ])("is shown in the message: %s", (said, parts) => {
        expect(problem(parts)).toContain(said);
    });

    test.each<[string, Parts]>([
        ["body.key: Too small", { body: { key: "hush" } }],
        ["body.when: Invalid ISO datetime", { body: { when: "hush" } }],
        ["body.count: Invalid input: expected number, received undefined", { body: { count: null } }],
    ])("is not shown if it may be a secret: %s", (said, parts) => {
        expect(problem(parts)).toContain(said.split(",")[0]);
        expect(problem(parts)).not.toContain("hush");
    });
});

describe("a parameter that the operation does not have", () => {
    test("is rejected with the names of the known parameters", () => {
        expect(problem({ query: { c: "x" }, body: {} })).toBe(
            "query.c is not a parameter of this operation. Known query parameters: a, b",
        );
        expect(problem({ query: { c: "x" }, body: {} }, withoutQuery)).toBe(
            "query.c is not a parameter of this operation. Known query parameters: none",
        );
    });

    test("is ignored if it is undefined", () => {
        expect(problem({ query: { c: undefined }, body: {} })).toBeUndefined();
    });
});

test("a path contains a replacement character for a lone surrogate, and nothing for a missing parameter", () => {
    expect(requestPath(entry, { path: { thing_id: "a\ud800" } })).toBe("/things/a%EF%BF%BD");
    expect(requestPath(entry, {})).toBe("/things/");
});

test("a query without values is an empty string", () => {
    expect(queryOf(entry, {})).toBe("");
    expect(queryOf(entry, { query: { a: undefined } })).toBe("");
    expect(queryOf(entry, { query: { a: "", b: "x" } })).toBe("?a=&b=x");
});
