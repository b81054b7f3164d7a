import { expect, test } from "vitest";
import { withNulls } from "../../../src/provider/plugin/wire.js";
import { acceptsNull, type FieldSchema, insideOf, standInForNull } from "../../../src/provider/schema/fields.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { kinds } from "../../../src/resources/kinds.js";

/** Every field at any depth that accepts null, with a function that puts a value there. */
function nullable(
    schema: FieldSchema,
    path: string,
    around: (value: unknown) => unknown,
): { path: string; schema: FieldSchema; around: (value: unknown) => unknown }[] {
    const { shape = {}, element } = insideOf(schema);
    return [
        ...(acceptsNull(schema) ? [{ path, schema, around }] : []),
        ...(element ? nullable(element, `${path}[]`, (value) => around([value])) : []),
        ...Object.entries(shape).flatMap(([name, inner]) =>
            nullable(inner, `${path}.${name}`, (value) => around({ [name]: value })),
        ),
    ];
}

const cases = kinds.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, schema]) =>
        nullable(schema, `${name}.${field}`, (value) => value).map((one) => ({ ...one, field, fields })),
    ),
);

test("where a field accepts null, its stand-in becomes null, and nothing else does", () => {
    expect(cases.length).toBeGreaterThan(40);
    for (const { path, schema, around, field, fields } of cases) {
        const become = (value: unknown) => withNulls(fields, { [field]: around(value) })[field];
        const text = standInForNull(schema);
        if (text !== undefined) {
            // The text of a stand-in is YAML.
            const standIn =
                text === '""'
                    ? ""
                    : Object.fromEntries([...text.matchAll(/(\w+): \[\]/g)].map(([, name]) => [name, []]));
            expect(become(standIn), path).toEqual(around(null));
        }
        for (const value of ["x", 0, false, [], { name: "x" }, { more: [] }])
            expect(become(value), path).toEqual(around(value));
    }
});

test("an object whose fields are all optional has no stand-in: a value that is missing by chance must not remove a condition", () => {
    const without = new Set(cases.filter(({ schema }) => standInForNull(schema) === undefined).map(({ path }) => path));
    expect([...without].filter((path) => !path.endsWith(".condition"))).toEqual([]);
    expect(without.size).toBeGreaterThan(0);
});

test("an empty text stays where null is not allowed", () => {
    expect(withNulls(Owner.kind.fields, { name: "", description: "", userIds: [""] })).toEqual({
        name: "",
        description: "",
        userIds: [""],
    });
});
