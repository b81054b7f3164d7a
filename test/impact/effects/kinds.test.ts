import { expect, test } from "vitest";
import { EFFECTS, NOT_EVALUATED, WITHOUT_EFFECT } from "../../../src/impact/effects/kinds.js";
import { kinds } from "../../../src/kinds.js";

test("of every kind it is said what it does to access, once", () => {
    const said = [...Object.keys(EFFECTS), ...Object.keys(NOT_EVALUATED), ...WITHOUT_EFFECT];
    expect(said.sort()).toEqual(kinds.map(({ name }) => name).sort());
});
