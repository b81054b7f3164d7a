import { messageLine } from "./printable.js";

/** Text from an external source, such as the name of a group. */
export interface Foreign {
    readonly value: string;
    /** Whether to put the text in quotation marks, in formats that do not otherwise distinguish it from our own words. */
    readonly isQuoted: boolean;
}

type PhraseValue = string | number | Phrase;

/**
 * Text for people that keeps our own words apart from external texts, such as names. Only the template of `prose` is our own; the strings
 * inserted into it are external. Each output format escapes external texts, so that a name cannot format a page, become a link, mention a
 * user or move a cursor.
 */
export class Phrase {
    private constructor(
        /** Strings are our own words; objects are external texts. */
        readonly parts: readonly (string | Foreign)[],
    ) {}

    /**
     * @param values strings are external texts; a text is marked as quoted if the template has quotation marks around it, as in `"${name}"`
     */
    static of(this: void, own: TemplateStringsArray, ...values: readonly PhraseValue[]): Phrase {
        const parts: (string | Foreign)[] = [];
        let [before = ""] = own;
        for (const [index, value] of values.entries()) {
            const after = own[index + 1] ?? "";
            const isQuoted = typeof value === "string" && before.endsWith('"') && after.startsWith('"');
            parts.push(isQuoted ? before.slice(0, -1) : before);
            if (value instanceof Phrase) parts.push(...value.parts);
            else if (typeof value === "number") parts.push(value.toLocaleString("en"));
            else if (value !== "" || isQuoted) parts.push({ value, isQuoted });
            before = isQuoted ? after.slice(1) : after;
        }
        return new Phrase([...parts, before].filter((part) => part !== ""));
    }

    static joined(this: void, values: readonly PhraseValue[], between: Phrase): Phrase {
        return new Phrase(
            values.flatMap((value, index) => [...(index > 0 ? between.parts : []), ...prose`${value}`.parts]),
        );
    }

    /**
     * Wraps a text that the code computed from its own words, numbers and dates. It is treated as our own text only if it contains no
     * characters that could format, link or mention. If an external text is passed by mistake, it is therefore harmless.
     */
    static plain(this: void, text: string): Phrase {
        return PLAIN.test(text) && !MARKUP.test(text) ? new Phrase(text === "" ? [] : [text]) : prose`${text}`;
    }

    get isEmpty(): boolean {
        return this.parts.length === 0;
    }

    get capitalized(): Phrase {
        const [first, ...others] = this.parts;
        if (typeof first !== "string") return this;
        return new Phrase([first.charAt(0).toUpperCase() + first.slice(1), ...others]);
    }

    /** The phrase without leading spaces, unless they belong to an external text. */
    get trimmed(): Phrase {
        const [first, ...others] = this.parts;
        return typeof first === "string" ? new Phrase([first.trimStart(), ...others]) : this;
    }

    /** Formats the phrase as one line that is safe to print in a terminal or a log. */
    toString(): string {
        return this.#written(messageLine);
    }

    /** Formats the phrase with unescaped external texts, for JSON and comparisons. */
    toJSON(): string {
        return this.#written((value) => value);
    }

    #written(shown: (value: string) => string): string {
        return this.parts
            .map((part) => {
                if (typeof part === "string") return part;
                return part.isQuoted ? `"${shown(part.value)}"` : shown(part.value);
            })
            .join("");
    }
}

export const { of: prose, plain, joined } = Phrase;

/** Removes duplicates without changing the order. */
export function distinct(phrases: readonly Phrase[]): Phrase[] {
    return [...new Map(phrases.map((phrase) => [phrase.toJSON(), phrase])).values()];
}

/** Lists the first few of several texts: `a, b and 3 more`. */
export function firstOf(values: readonly PhraseValue[], most: number, between = prose`, `): Phrase {
    const more = values.length - most;
    const first = joined(values.slice(0, most), between);
    return more > 0 ? prose`${first} and ${more} more` : first;
}

/** Letters, digits, and punctuation that has no effect in Markdown and HTML. */
const PLAIN = /^[\p{L}\p{M}\p{Nd} ,;:.?()'"’›→…−+-]*$/u;

/** Patterns of such characters that still act as markup: a list, a URL, a workflow command, or a reference to an issue or a commit. */
const MARKUP = /^\s|^[-+]|^\d+[.)]|\.(?=[^\s.;,:)"])|::|\p{L}-\d|(?=[a-f]*\d)[\da-f]{7}/iu;
