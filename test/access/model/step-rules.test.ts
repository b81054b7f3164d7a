/** The rules that are printed with a path match docs/access.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RULE_TITLES, ruleToDoubt } from "../../../src/access/model/step-rules.js";

const page = readFileSync(join(__dirname, "../../../docs/access.md"), "utf8");

test.each(Object.entries(RULE_TITLES))("docs/access.md lists rule %s, %s", (number) => {
    expect(page).toMatch(new RegExp(`^\\| ${number} \\| `, "m"));
});

test("the rule to doubt first is that of a derived step, not that of a step that was read", () => {
    const target = { type: "group", id: "g" } as const;
    const member = { by: "member", target, level: "", until: null } as const;
    const nesting = { by: "nesting", target, level: "", until: null } as const;
    const link = { by: "link", target, level: "", until: null } as const;
    expect(ruleToDoubt([member])).toBe(1);
    expect(ruleToDoubt([member, link])).toBe(3);
    expect(ruleToDoubt([member, nesting, link])).toBe(4);
    expect(ruleToDoubt([{ by: "rule", target }, link])).toBe(8);
    expect(ruleToDoubt([])).toBeUndefined();
});
