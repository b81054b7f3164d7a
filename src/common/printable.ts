/** Maximum length of a value in a message, long enough to recognize the value. */
const LONGEST_VALUE = 200;

/** Maximum length of each value if two are shown in one line. */
const LONGEST_OF_TWO = 60;

/** Number of characters to show of the prefix that two long texts have in common. */
const CONTEXT = 12;

/** Maximum length of a message, and of its end if it is shortened. */
const LONGEST_LINE = 1000;
const LONGEST_END = 300;

/**
 * Returns a text as one line that is safe to print in a terminal, a log or a page. Otherwise control characters could move the cursor,
 * bidirectional marks and zero-width characters could disguise the text, and a pipeline could run workflow commands in it.
 */
export function printable(text: string): string {
    return text.replace(UNSEEN, " ").replace(COMMAND, "$& ");
}

const UNSEEN =
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}\p{Noncharacter_Code_Point}]+/gu;

/**
 * Markers of workflow commands. GitHub looks for `::` at the start of a line, and a line may be wrapped at any space. Azure and older
 * GitHub runners look for the other markers anywhere in a line.
 */
const COMMAND = /(?<!\S):(?=:)|##(?=\[|vso\[)/g;

/**
 * Escapes the engine's color markup. The engine removes the rest of the text after a mark, and panics at an unknown mark, so the name of an
 * object could otherwise hide a line of a preview or crash the engine.
 */
export function unmarked(text: string): string {
    return text.replaceAll("<{%", "<{ %");
}

/** Formats a message as one line. A long one is shortened in the middle, because it ends with what to do. */
export function messageLine(text: string): string {
    const line = printable(text);
    if (line.length <= LONGEST_LINE) return line;
    const [start, end] = [line.slice(0, LONGEST_LINE - LONGEST_END), line.slice(-LONGEST_END)];
    // The end may begin with what was harmless in its place.
    return printable(`${start}… (${line.length} characters) …${end}`);
}

/** Formats a value as one line of JSON, shortened for messages. */
export function quoted(value: unknown): string {
    return quotedWithin(value, LONGEST_VALUE);
}

function quotedWithin(value: unknown, most: number): string {
    const json = (JSON.stringify(value) ?? "nothing").replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, escaped);
    return shortened(json, most);
}

/** Formats two values for one line. If both are strings and one is long, shows only the part where they start to differ. */
export function quotedPair(one: unknown, other: unknown): readonly [string, string] {
    const sides = [one, other] as const;
    const isLong = sides.some((side) => typeof side === "string" && side.length > LONGEST_OF_TWO);
    if (!isLong || typeof one !== "string" || typeof other !== "string") {
        return [quotedWithin(one, LONGEST_OF_TWO), quotedWithin(other, LONGEST_OF_TWO)];
    }
    const [left, right] = [[...one], [...other]];
    let alike = 0;
    while (alike < Math.min(left.length, right.length) && left[alike] === right[alike]) alike += 1;
    const start = alike > LONGEST_OF_TWO / 2 ? alike - CONTEXT : 0;
    return [part(left, start), part(right, start)];
}

function part(characters: readonly string[], start: number): string {
    const end = start + LONGEST_OF_TWO;
    const text = characters.slice(start, end).join("");
    return quoted(`${start > 0 ? "…" : ""}${text}${end < characters.length ? "…" : ""}`);
}

function shortened(text: string, most: number): string {
    return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}

function escaped(character: string): string {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Wraps a text at spaces into lines of at most `width` columns. The first line starts at column `at`; the other lines are indented to the
 * same column.
 */
export function wrapped(text: string, width: number, at = 0): string {
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(" ")) {
        const longer = line === "" ? word : `${line} ${word}`;
        // A word that is too long for a line is put on its own line.
        if (line === "" || at + longer.length <= width) line = longer;
        else {
            lines.push(line);
            line = word;
        }
    }
    return [...lines, line].join(`\n${" ".repeat(at)}`);
}
