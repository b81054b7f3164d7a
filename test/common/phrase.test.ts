import { expect, it } from "vitest";
import { html } from "../../src/common/html.js";
import { markdown } from "../../src/common/markdown.js";
import { joined, Phrase, plain, prose } from "../../src/common/phrase.js";
import type { EffectLine } from "../../src/review/report/judgement.js";

const NAME = "*Ops*\u202e\n::error::<b>";

it("keeps foreign texts as they are in JSON, and harmless everywhere else", () => {
    const phrase = prose`Group "${NAME}" has ${1200} members`;
    expect(JSON.parse(JSON.stringify({ phrase }))).toEqual({ phrase: `Group "${NAME}" has 1,200 members` });
    expect(`${phrase}`).toBe('Group "*Ops* : :error::<b>" has 1,200 members');
    expect(`${markdown`- ${phrase}`}`).toBe("- Group `*Ops* : :error::<b>` has 1,200 members");
    expect(`${html`<p>${phrase}</p>`}`).toBe("<p>Group <bdi>*Ops* : :error::&lt;b&gt;</bdi> has 1,200 members</p>");
});

it("takes every string in a template for a foreign text", () => {
    expect(`${markdown`${NAME}`}`).toBe("`*Ops* : :error::<b>`");
    expect(`${html`<a title="${'" x="'}">`}`).toBe('<a title="&quot; x=&quot;">');
});

it("does not join two foreign texts to another one", () => {
    expect(`${markdown`${prose`${"a`"}${"`b"}`}${"c"}`}`).toBe("`` a` `` `` `b `` `c`");
});

it("joins phrases, and begins a sentence with a capital unless that would change a name", () => {
    expect(joined(["a", prose`b`], prose`, `).toJSON()).toBe("a, b");
    expect(prose`nobody is "${"x"}"`.capitalized.toJSON()).toBe('Nobody is "x"');
    expect(prose`${"ada@example.com"} has it`.capitalized.toJSON()).toBe("ada@example.com has it");
});

it.each([
    "8 hours",
    "until 3 March 2027, 14:00 UTC",
    "1,200 people gain access; nobody loses any.",
    "max duration › stage 1",
])("takes words, numbers and dates for our own: %s", (text) => expect(plain(text).parts).toEqual([text]));

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
])("sets apart what could be more than words: %j", (text) => {
    expect(plain(text).parts).toEqual([{ value: text, isQuoted: false }]);
});

it("is made by its templates alone", () => {
    // @ts-expect-error the name of an object is no phrase
    const line: EffectLine["words"] = NAME;
    expect(line).toBe(NAME);
    // @ts-expect-error nobody but the templates can say that words are our own
    expect(new Phrase([NAME])).toBeInstanceOf(Phrase);
    // @ts-expect-error only the compiler makes what a template is called with
    expect(() => prose([NAME])).not.toThrow();
});
