import { describe, expect, test, vi } from "vitest";
import { operations } from "../../src/api/generated/operations.gen.js";
import * as schemas from "../../src/api/generated/zod.gen.js";
import { once } from "../../src/api/once.js";

test("the value is created on the first call and returned again on later calls", () => {
    const make = vi.fn(() => ({}));
    const value = once(make);
    expect(make).not.toHaveBeenCalled();
    expect(value()).toBe(value());
    expect(make).toHaveBeenCalledTimes(1);
});

test("the function is called again after it has failed", () => {
    const make = vi
        .fn(() => ({}))
        .mockImplementationOnce(() => {
            throw new Error("not yet");
        });
    const value = once(make);
    expect(value).toThrow("not yet");
    expect(value()).toEqual({});
});

describe("loading the API creates no schemas", () => {
    test("a schema is created when it is first used", () => {
        const made = Object.entries(schemas).filter(([, schema]) => typeof schema !== "function");
        expect(made).toEqual([]);
        expect(schemas.zGroup()).toBe(schemas.zGroup());
    });

    test.each(Object.entries(operations))("%s returns the same schemas on every read", (_, entry) => {
        const places: [object, PropertyKey][] = [
            ...(["pathParameters", "query", "body"] as const).map((place): [object, PropertyKey] => [entry, place]),
            ...Object.keys(entry.answers).map((status): [object, PropertyKey] => [entry.answers, status]),
        ];
        for (const [owner, place] of places) {
            const { get, value } = Object.getOwnPropertyDescriptor(owner, place) ?? {};
            // A place without a getter is omitted, or belongs to a response without a body.
            expect(get ? undefined : value).toBeOneOf([undefined, null]);
            expect(get?.call(owner)).toBe(get?.call(owner));
        }
    });
});
