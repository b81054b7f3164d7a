import { expect, it } from "vitest";
import { html } from "../../src/common/html.js";
import { markdown } from "../../src/common/markdown.js";
import type { Outline } from "../../src/common/outline/outline.js";
import { joined, Phrase, plain, prose } from "../../src/common/phrase.js";

const NAME = "*Ops*\u202e\n::error::<b>";

it("keeps foreign texts unchanged in JSON and makes them harmless everywhere else", () => {
    const phrase = prose`Group "${NAME}" has ${1200} members`;
    expect(JSON.parse(JSON.stringify({ phrase }))).toEqual({ phrase: `Group "${NAME}" has 1,200 members` });
    expect(`${phrase}`).toBe('Group "*Ops* : :error::<b>" has 1,200 members');
    expect(`${markdown`- ${phrase}`}`).toBe("- Group `*Ops* : :error::<b>` has 1,200 members");
    expect(`${html`<p>${phrase}</p>`}`).toBe("<p>Group <bdi>*Ops* : :error::&lt;b&gt;</bdi> has 1,200 members</p>");
});

it("treats every interpolated string in a template as a foreign text", () => {
    expect(`${markdown`${NAME}`}`).toBe("`*Ops* : :error::<b>`");
    expect(`${html`<a title="${'" x="'}">`}`).toBe('<a title="&quot; x=&quot;">');
});

it("does not join adjacent foreign texts into one", () => {
    expect(`${markdown`${prose`${"a`"}${"`b"}`}${"c"}`}`).toBe("`` a` `` `` `b `` `c`");
});

it("joins phrases, and capitalizes a sentence unless it begins with a name", () => {
    expect(joined(["a", prose`b`], prose`, `).toJSON()).toBe("a, b");
    expect(prose`nobody is "${"x"}"`.capitalized.toJSON()).toBe('Nobody is "x"');
    expect(prose`${"ada@example.com"} has it`.capitalized.toJSON()).toBe("ada@example.com has it");
});

it.each([
    "8 hours",
    "until 3 March 2027, 14:00 UTC",
    "1,200 people gain access; nobody loses any.",
    "max duration › stage 1",
])("treats a text of words, numbers and dates as harmless: %s", (text) => expect(plain(text).parts).toEqual([text]));

it.each([
    "a@b.example",
    "www.evil.example",
    "evil.example",
    "https://x",
    "- item",
    "1. item",
    "#1",
    "GH-1",
    "deadbeef1",
    "1234567",
    "::error::",
    "<b>",
    "`x`",
    "*x*",
    "a\nb",
    "\u202e",
    " x",
])("treats a text that could be a link, markup or a command as foreign: %j", (text) => {
    expect(plain(text).parts).toEqual([{ value: text, isQuoted: false }]);
});

it("can only be created with its template functions", () => {
    // @ts-expect-error the name of an object is not a phrase
    const line: Outline["title"] = NAME;
    expect(line).toBe(NAME);
    // @ts-expect-error only the template functions can mark texts as harmless
    expect(new Phrase([NAME])).toBeInstanceOf(Phrase);
    // @ts-expect-error only the compiler can create the argument of a template function
    expect(() => prose([NAME])).not.toThrow();
});
