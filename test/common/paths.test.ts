import { expect, it } from "vitest";
import { touches } from "../../src/common/paths.js";

it.each([
    ["name", "name", true],
    ["stages", "stages[0].ownerIds", true],
    ["stages[0].ownerIds[1]", "stages[0]", true],
    ["visibility.groupIds", "visibility", true],
    ["name", "nameOf", false],
    ["stages[1]", "stages[10]", false],
    ["visibility.groupIds", "visibility.visibility", false],
])("one of the paths %s and %s contains the other: %s", (one, other, expected) => {
    expect(touches(one, other)).toBe(expected);
    expect(touches(other, one)).toBe(expected);
});
