import { Phrase } from "./phrase.js";
import { messageLine } from "./printable.js";

type MarkdownValue = string | number | Phrase | Markdown | readonly Markdown[];

/** Markdown built from a template. Values are escaped, unless they are Markdown. */
export class Markdown {
    private constructor(private readonly text: string) {}

    static of(this: void, own: TemplateStringsArray, ...values: readonly MarkdownValue[]): Markdown {
        return new Markdown(glued(own.flatMap((text, index) => [text, markdownOf(values[index] ?? [])])));
    }

    /** An HTML comment, which is not rendered. */
    static hidden(this: void, text: string): Markdown {
        return new Markdown(`<!-- ${text.replace(/[^\w.:/ -]/g, "_")} -->`);
    }

    static link(this: void, text: Phrase, address: string): Markdown {
        return markdown`[${text}](${new Markdown(encodeURI(address).replace(/[()]/g, (one) => (one === "(" ? "%28" : "%29")))})`;
    }

    get length(): number {
        return this.text.length;
    }

    toString(): string {
        return this.text;
    }
}

export const { of: markdown, hidden, link } = Markdown;

/** A collapsed section. Its blocks are lists, which need an empty line before and after them. */
export function folded(title: Phrase, blocks: readonly Markdown[]): Markdown {
    return markdown`\n\n<details><summary>${title}</summary>\n${blocks}\n\n</details>`;
}

function markdownOf(value: MarkdownValue): string {
    if (typeof value === "string") return value && span(messageLine(value));
    if (!(value instanceof Phrase)) return [value].flat().join("");
    return glued(value.parts.map((part) => (typeof part === "string" ? escaped(part) : span(messageLine(part.value)))));
}

/** Joins the pieces. Puts a space between two adjacent code spans, because their fences would merge. */
function glued(pieces: readonly string[]): string {
    return pieces.reduce(
        (text, piece) => `${text}${text.endsWith("`") && piece.startsWith("`") ? " " : ""}${piece}`,
        "",
    );
}

/** A code span, in which text is not formatted, linked or treated as a mention. Its fence is longer than any run of backticks in it. */
function span(text: string): string {
    const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
    const fence = "`".repeat(longest + 1);
    const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
    return `${fence}${pad}${text || " "}${pad}${fence}`;
}

function escaped(text: string): string {
    return text.replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");
}
