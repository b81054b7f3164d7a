import { expect, it } from "vitest";
import { messageLine, printable, quoted, quotedPair, unmarked } from "../../src/common/printable.js";

it("shows a value as JSON", () => {
    expect(quoted({ name: "Zoë", of: [1, null] })).toBe('{"name":"Zoë","of":[1,null]}');
    expect(quoted(undefined)).toBe("nothing");
});

it("shows the beginning and the length of a long value", () => {
    const text = quoted("x".repeat(1_000_000));
    expect(text).toBe(`"${"x".repeat(199)}… (1000002 characters)`);
});

it("shortens a long message in the middle, so that it ends with what to do", () => {
    const line = messageLine(`Something differs: ${"x::".repeat(1_000)} Add the option adopt.`);
    expect(line).toMatch(/^Something differs: x.*… \(\d+ characters\) ….* Add the option adopt\.$/);
    expect(line.length).toBeLessThan(1_100);
    expect(line).not.toMatch(/(?<!\S)::/);
});

it("escapes characters that change the text direction or break the line", () => {
    expect(quoted("a\u202eb\u0000c\u009bd\u2028e\nf")).toBe('"a\\u{202e}b\\u0000c\\u{9b}d\\u{2028}e\\nf"');
});

it("shows the part of two long values where they begin to differ", () => {
    expect(quotedPair("a", "b")).toEqual(['"a"', '"b"']);
    const long = "x".repeat(50);
    expect(quotedPair(`${long}one${long}`, `${long}two`)).toEqual([
        `"…${"x".repeat(12)}one${"x".repeat(45)}…"`,
        `"…${"x".repeat(12)}two"`,
    ]);
    expect(quotedPair("ab", `cd${long}${long}`)).toEqual(['"ab"', `"cd${"x".repeat(58)}…"`]);
    expect(quotedPair(`${"😀".repeat(70)}a`, `${"😀".repeat(70)}b`)[0]).toBe(`"…${"😀".repeat(12)}a"`);
    expect(quotedPair([long, long], null)).toEqual([
        expect.stringMatching(/^\["x{50}","x*… \(107 characters\)$/),
        "null",
    ]);
});

it("breaks up color tags of the Pulumi engine", () => {
    expect(unmarked("a <{%reset%}> b <{%fg 1")).toBe("a <{ %reset%}> b <{ %fg 1");
    expect(unmarked("100 % <{}>")).toBe("100 % <{}>");
});

it.each([
    ["::error::x", ": :error::x"],
    ["a\n  ::add-mask::b", "a   : :add-mask::b"],
    ["##[error]x ##vso[y] ## z", "## [error]x ## vso[y] ## z"],
    ["std::vector", "std::vector"],
])("breaks up pipeline commands in %j", (text, wanted) => expect(printable(text)).toBe(wanted));

it.each(["\u001b", "\u009b", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\ud800", "\u{e0041}"])(
    "replaces an invisible character by a space: %j",
    (character) => expect(printable(`a${character}b`)).toBe("a b"),
);

it("keeps emoji and letters of every language", () => {
    for (const text of ["👩‍👩‍👧", "Zoë", "עברית", "می\u200cخواهم"]) expect(printable(text)).toBe(text);
});
