import { expect, test } from "vitest";
import { wrapped } from "../../src/common/printable.js";

test("breaks at spaces, and only where a line would be too long", () => {
    expect(wrapped("one two three", 13)).toBe("one two three");
    expect(wrapped("one two three", 12)).toBe("one two\nthree");
    expect(wrapped("one two three", Number.POSITIVE_INFINITY)).toBe("one two three");
});

test("indents the lines after the first", () => {
    expect(wrapped("one two three", 11, 4)).toBe("one two\n    three");
});

test("does not break a word that is longer than a line", () => {
    expect(wrapped("a longest b", 4)).toBe("a\nlongest\nb");
    expect(wrapped("", 4)).toBe("");
});
