import { expect, it } from "vitest";
import { quoted } from "../../src/schema/printable.js";

it("shows a value as JSON", () => {
    expect(quoted({ name: "Zoë", of: [1, null] })).toBe('{"name":"Zoë","of":[1,null]}');
    expect(quoted(undefined)).toBe("nothing");
});

it("shows the beginning of a long one, and how long it is", () => {
    const text = quoted("x".repeat(1_000_000));
    expect(text).toBe(`"${"x".repeat(199)}… (1000002 characters)`);
});

it("lets no character turn or break the line", () => {
    expect(quoted("a\u202eb\u0000c\u009bd\u2028e\nf")).toBe('"a\\u{202e}b\\u0000c\\u{9b}d\\u{2028}e\\nf"');
});
