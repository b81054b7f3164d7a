import { describe, expect, test } from "vitest";
import { masked } from "../../../src/api/transport/masking.js";

/** Contains every character that some encoding changes. */
const SECRET = "p\"s/w+o&r<d>%é'\\=\n 😀?~|end";

const escapedByGo = (text: string) =>
    JSON.stringify(text)
        .slice(1, -1)
        .replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
const ascii = (text: string) =>
    JSON.stringify(text)
        .slice(1, -1)
        .replace(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
const html = (quote: string, apostrophe: string) => (text: string) =>
    text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', quote)
        .replaceAll("'", apostrophe);
const base64 = (text: string) => Buffer.from(text).toString("base64");

const forms: [string, (text: string) => string][] = [
    ["in plain text", (text) => text],
    ["in JSON", (text) => JSON.stringify(text).slice(1, -1)],
    ["in JSON inside of JSON", (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3)],
    ["in JSON as Go writes it", escapedByGo],
    ["in JSON as PHP writes it", (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/")],
    ["in ASCII-only JSON", ascii],
    [
        "in ASCII-only JSON with capital letters",
        (text) => ascii(text).replace(/\\u[0-9a-f]{4}/g, (one) => `\\u${one.slice(2).toUpperCase()}`),
    ],
    ["in a URL", encodeURIComponent],
    ["in a URL by encodeURI", encodeURI],
    ["in a URL in lower case", (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase())],
    ["in a URL, twice", (text) => encodeURIComponent(encodeURIComponent(text))],
    ["in a form", (text) => new URLSearchParams({ text }).toString().slice("text=".length)],
    ["in HTML", html("&quot;", "&#39;")],
    ["in HTML as Go writes it", html("&#34;", "&#39;")],
    ["in HTML with hexadecimal references", html("&#x22;", "&#x27;")],
    ["in HTML, twice", (text) => html("&quot;", "&apos;")(html("&quot;", "&apos;")(text))],
    [
        "in JSON inside of JSON in a URL",
        (text) => encodeURIComponent(JSON.stringify(JSON.stringify(text)).slice(3, -3)),
    ],
    ["in base64", base64],
    ["in base64 without padding", (text) => base64(text).replace(/=+$/, "")],
    ["in base64url", (text) => Buffer.from(text).toString("base64url")],
    ["in base64url with padding", (text) => base64(text).replaceAll("+", "-").replaceAll("/", "_")],
    ["in base64 in a URL", (text) => encodeURIComponent(base64(text))],
    ["in base64 with a name before it", (text) => base64(`ada:${text}`)],
    ["in base64 with a longer name before it", (text) => base64(`grace:${text}`)],
    ["in base64 with text before and after it", (text) => base64(`id=12&key=${text}&more`)],
];

describe("masking a secret", () => {
    test.each(forms)("masks a secret %s, but not the text around it", (_, form) => {
        // Secrets of 27 to 29 bytes, so that every length of base64 padding occurs.
        for (const secret of [SECRET, `${SECRET}x`, `${SECRET}xy`]) {
            const shown = masked(`The value (${form(secret)}) was refused.`, [secret]);
            expect(shown).toMatch(/^The value \(.*\[secret\].*\) was refused\.$/s);
            // The rest of a longer base64 text must not reveal any part of the secret.
            const left = Buffer.from(shown.replace(/.*\(|\).*|\[secret\]/gs, ""), "base64").toString("latin1");
            for (const piece of ['p"s', "w+o", "end"]) {
                expect(shown).not.toContain(piece);
                expect(left).not.toContain(piece);
            }
        }
    });

    test.each(forms.slice(0, 22))("leaves no part of a secret %s", (_, form) => {
        expect(masked(`<${form(SECRET)}>`, [SECRET])).toBe("<[secret]>");
    });

    test("masks all occurrences, with the given label", () => {
        expect(masked("hunter2, hunter2 and hunter2.", ["hunter2"], "[token]")).toBe("[token], [token] and [token].");
    });

    test("masks overlapping secrets as a whole", () => {
        expect(masked("abcd-efgh abcd", ["abcd", "abcd-efgh"])).toBe("[secret] [secret]");
        expect(masked("abcdefgh", ["abcdef", "efgh"])).toBe("[secret]");
        expect(masked("abcdefgh", ["abcd", "efgh"])).toBe("[secret]");
    });

    test("masks a secret once, even if the label contains another secret", () => {
        expect(masked("a secret and hunter2", ["hunter2", "secret"])).toBe("a [secret] and [secret]");
    });

    test("is case-sensitive", () => {
        expect(masked("Hunter2 hunter2", ["hunter2"])).toBe("Hunter2 [secret]");
    });
});

describe("an encoded character at an end of a secret", () => {
    test.each([
        ['"abcd', "<&quot;abcd>", "<[secret]>"],
        ["abcd&", "x abcd&amp;", "x [secret]"],
        ["\u{10ffff}abc", "x &#x10ffff;abc", "x [secret]"],
        ["???>>>", "Pz8_Pj4-", "[secret]"],
        ["hunter22", `x=${base64("hunter22")}`, "x=[secret]"],
    ])("is masked with the secret %j", (secret, text, shown) => {
        expect(masked(text, [secret])).toBe(shown);
    });

    test("is not changed if it does not represent a character", () => {
        expect(masked("&#1114112; hunter2", ["hunter2"])).toBe("&#1114112; [secret]");
    });
});

describe("a secret of fewer than four characters", () => {
    test.each([
        ["a", "returned 400: a value is bad", "returned 400: [secret] value is bad"],
        ["40", "returned 400: 40 is bad", "returned 400: [secret] is bad"],
        ["abc", 'abcdef "abc" xabc abc_d', 'abcdef "[secret]" xabc abc_d'],
        ["a&b", "key=a%26b; a&b, xa&by", "key=[secret]; [secret], xa&by"],
        ["é!", "Né! é!", "Né! [secret]"],
    ])("%j is masked only as a separate word", (secret, text, shown) => {
        expect(masked(text, [secret])).toBe(shown);
    });

    test("is not masked in base64", () => {
        expect(masked(base64("abc"), ["abc"])).toBe(base64("abc"));
    });
});

describe("a text without secrets", () => {
    test.each([[[]], [[""]], [[" "]], [["\n\t"]], [["another"]]])("is not changed by masking %j", (secrets) => {
        const text = "Group x: - - it is\n\tnot allowed.";
        expect(masked(text, secrets)).toBe(text);
        expect(masked("", secrets)).toBe("");
    });
});

// A decoder that tried every combination of escapes would not end.
describe("masking ends", () => {
    test.each<[string, string, string, string?]>([
        ["backslashes", "\\".repeat(5_000), `${"\\".repeat(4_999)}"`.repeat(4)],
        ["percent signs", "%25".repeat(2_000), `${"%25".repeat(1_999)}x`.repeat(4)],
        ["ampersands", "&amp;".repeat(2_000), `${"&amp;".repeat(1_999)}x`.repeat(4)],
        ["backslashes and quotes", '\\"'.repeat(2_000), `${'\\\\\\"'.repeat(1_999)}x`.repeat(4)],
        ["non-Latin letters", "東京".repeat(5_000), "東京".repeat(4_000)],
        ["a megabyte of text", "x/".repeat(500_000), "The value is too long."],
        ["a long text around it", "x/".repeat(100_000), `It is ${"x/".repeat(100_000)}.`, "It is [secret]."],
    ])("for a secret with %s", (_, secret, text, expected = text) => {
        expect(masked(text, [secret]) === expected).toBe(true);
    });

    test("for a long secret, which is masked completely", () => {
        const key = `-----BEGIN KEY-----\n${Buffer.from("key".repeat(4_000)).toString("base64")}\n-----END KEY-----\n`;
        for (const form of [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), base64(key)]) {
            expect(masked(`(${form})`, [key])).toBe("([secret])");
        }
    });
});
