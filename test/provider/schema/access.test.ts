import { expect, test } from "vitest";
import { z } from "zod";
import { evaluated, irrelevant, type StatedFields } from "../../../src/provider/schema/access.js";
import { type Fields, field, marksOf } from "../../../src/provider/schema/fields.js";

test("a field without a statement of its effect on access does not compile, at any depth", () => {
    const inner = { value: irrelevant(z.string()) };
    const stated = kind({
        name: irrelevant(z.string()).optional(),
        userIds: evaluated(z.array(z.string())).nullable().optional(),
        settings: z.strictObject(inner).optional(),
        list: z.array(z.strictObject(inner)),
    });
    expect(Object.keys(stated)).toHaveLength(4);
    // @ts-expect-error states nothing
    kind({ name: z.string() });
    // @ts-expect-error states nothing
    kind({ name: irrelevant(z.string()), userIds: z.array(z.string()).optional() });
    // @ts-expect-error a part of it states nothing
    kind({ settings: z.strictObject({ ...inner, other: z.string() }) });
    // @ts-expect-error a part of an element states nothing
    kind({ list: z.array(z.strictObject({ ...inner, other: z.string() })).optional() });
});

test("a statement of the effect on access keeps the other marks of a field", () => {
    const secret = irrelevant(field(z.string(), { secret: true }));
    expect(marksOf(secret)).toMatchObject({ secret: true, access: { relevance: "irrelevant" } });
});

function kind<Shape extends Fields>(fields: StatedFields<Shape>): StatedFields<Shape> {
    return fields;
}
