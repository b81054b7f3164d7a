import { expect, test } from "vitest";
import { areas, manual } from "../../../src/api/generated/manual.gen.js";
import { unknownOperation } from "../../../src/cli/calls/unknown-operation.js";

const calls = Object.values(manual).map(({ call }) => call);
const ALL = "`npx --no-install access-governance call --help` lists all of them.";

test.each([
    ["an area by a part of its name", "scripts.list", `Did you mean opalScripts.list? ${ALL}`],
    ["an area in the singular", "group.list", `Did you mean groups.list? ${ALL}`],
    ["an area as the API spells it", "access-rules.list", `Did you mean accessRules.list? ${ALL}`],
    ["a misspelled operation", "groups.lst", `Did you mean groups.list? ${ALL}`],
    [
        "a word that occurs in several areas",
        "template.list",
        `Did you mean requestTemplates.list or configurationTemplates.list? ${ALL}`,
    ],
    [
        "an unknown operation of a known area",
        "groups.frobnicate",
        "`npx --no-install access-governance call groups` lists the operations of that area.",
    ],
    [
        "an unknown operation of a misspelled area",
        "paladins.list",
        "`npx --no-install access-governance call paladin` lists the operations of that area.",
    ],
    [
        "an area without an operation",
        "scripts",
        "`npx --no-install access-governance call opal-scripts` lists the operations of that area.",
    ],
    ["a word without a similar one", "nothing.list", ALL],
])("the error message for %s", (_, word, rest) => {
    const { message } = unknownOperation(word, calls, Object.keys(areas));
    expect(message).toBe(`Unknown operation ${JSON.stringify(word)}. ${rest}`);
});
