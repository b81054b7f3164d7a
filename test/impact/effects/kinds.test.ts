import { expect, test } from "vitest";
import { EFFECTS, NOT_EVALUATED } from "../../../src/impact/effects/kinds.js";
import { kinds } from "../../../src/kinds.js";
import { effectOfDeleting, effectOfMaking } from "../../../src/report/effect.js";

test("of every kind that does something to access it is said once what that is", () => {
    const names = kinds.map(({ name }) => name);
    const said = [...Object.keys(EFFECTS), ...Object.keys(NOT_EVALUATED)];
    expect(said.filter((name) => !names.includes(name))).toEqual([]);
    // Only the break-glass users of a template are evaluated.
    expect(said.filter((name, place) => said.indexOf(name) < place)).toEqual(["ConfigurationTemplate"]);
    const others = names.filter((name) => !said.includes(name));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((name) => effectOfMaking(name) !== "none" || effectOfDeleting(name) !== "none")).toEqual([]);
});
