import { describe, expect, test, vi } from "vitest";
import { operations } from "../../src/api/generated/operations.gen.js";
import * as schemas from "../../src/api/generated/zod.gen.js";
import { once } from "../../src/api/once.js";

test("a value is made at the first call, and is the same at each further one", () => {
    const make = vi.fn(() => ({}));
    const value = once(make);
    expect(make).not.toHaveBeenCalled();
    expect(value()).toBe(value());
    expect(make).toHaveBeenCalledTimes(1);
});

test("what fails is tried again", () => {
    const make = vi
        .fn(() => ({}))
        .mockImplementationOnce(() => {
            throw new Error("not yet");
        });
    const value = once(make);
    expect(value).toThrow("not yet");
    expect(value()).toEqual({});
});

describe("to load the API makes no schema", () => {
    test("each is made when it is asked for", () => {
        const made = Object.entries(schemas).filter(([, schema]) => typeof schema !== "function");
        expect(made).toEqual([]);
        expect(schemas.zGroup()).toBe(schemas.zGroup());
    });

    test.each(Object.entries(operations))("%s names its own, and is the same at each reading", (_, entry) => {
        const places: [object, PropertyKey][] = [
            ...(["pathParameters", "query", "body"] as const).map((place): [object, PropertyKey] => [entry, place]),
            ...Object.keys(entry.answers).map((status): [object, PropertyKey] => [entry.answers, status]),
        ];
        for (const [owner, place] of places) {
            const { get, value } = Object.getOwnPropertyDescriptor(owner, place) ?? {};
            // What is no getter is left out, or an answer without a body.
            expect(get ? undefined : value).toBeOneOf([undefined, null]);
            expect(get?.call(owner)).toBe(get?.call(owner));
        }
    });
});
