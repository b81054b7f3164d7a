import { expect, test } from "vitest";
import { marksOf } from "../../../../src/provider/schema/fields.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { EFFECTS } from "../../../../src/review/impact/effects/kinds.js";

test("every kind with a field that is declared as evaluated has an effect", () => {
    const evaluated = kinds.filter(({ fields }) =>
        Object.values(fields).some((field) => marksOf(field).access?.relevance === "evaluated"),
    );
    expect(evaluated.length).toBeGreaterThan(0);
    expect(evaluated.map(({ name }) => name).filter((name) => !(name in EFFECTS))).toEqual([]);
});
