import { expect, test } from "vitest";
import {
    CallExpression,
    NameReference,
    needsOf,
    quote,
    widthOf,
} from "../../../../src/adopt/export/program/expression.js";
import { expressionText } from "../../../../src/adopt/export/program/typescript-source.js";

test.each([
    ["plain", '"plain"'],
    ["it's", '"it\'s"'],
    ['say "hi"', "'say \"hi\"'"],
    [`both " and '`, `"both \\" and '"`],
    ["a\\b", '"a\\\\b"'],
    ["line\nbreak\u2028", '"line\\nbreak\\u2028"'],
    ["\ud800", '"\\ud800"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an ordinary name
    ["${x}`", '"${x}`"'],
])("quotes %j as a string literal", (text, source) => {
    expect(quote(text)).toBe(source);
    // biome-ignore lint/security/noGlobalEval: evaluates the literal as the program would
    expect(globalThis.eval(source)).toBe(text);
});

test("East Asian characters are two columns wide, and combining marks have no width", () => {
    expect([widthOf("abc"), widthOf("東京"), widthOf("e\u0301"), widthOf("🦀"), widthOf("→"), widthOf("한")]).toEqual([
        3, 4, 1, 2, 1, 2,
    ]);
});

test("a value is written on one line if it fits", () => {
    const fits = { key: "k".repeat(70), value: "v" };
    expect(expressionText(fits)).toBe(`{ key: "${"k".repeat(70)}", value: "v" }`);
    const wide = { key: "東".repeat(41), value: "v" };
    expect(expressionText(wide)).toBe(`{\n    key: "${"東".repeat(41)}",\n    value: "v",\n}`);
    expect(expressionText([])).toBe("[]");
    expect(expressionText({})).toBe("{}");
    expect(expressionText({ user: new NameReference("user"), "a-b": null })).toBe('{ user, "a-b": null }');
});

test("a call that does not fit breaks between its arguments", () => {
    const call = new CallExpression(
        "f",
        [new NameReference("a".repeat(60)), new NameReference("b".repeat(60))],
        [{ name: "f", file: "x" }],
    );
    expect(expressionText(call)).toBe(`f(\n    ${"a".repeat(60)},\n    ${"b".repeat(60)},\n)`);
    expect(needsOf({ inside: [call] })).toEqual([{ name: "f", file: "x" }]);
});
