import { expect, test } from "vitest";
import { EFFECTS } from "../../../src/impact/effects/kinds.js";
import { kinds } from "../../../src/kinds.js";
import { marksOf } from "../../../src/schema/fields.js";

test("every kind with a field that is stated to be evaluated has an effect", () => {
    const evaluated = kinds.filter(({ fields }) =>
        Object.values(fields).some((field) => marksOf(field).access?.relevance === "evaluated"),
    );
    expect(evaluated.length).toBeGreaterThan(0);
    expect(evaluated.map(({ name }) => name).filter((name) => !(name in EFFECTS))).toEqual([]);
});
