/** How much of a value a message shows: enough to find it by. */
const LONGEST_VALUE = 200;

/** How much of a message is shown. */
const LONGEST_LINE = 1000;

/**
 * A text as one line that does nothing to a terminal or a page: control characters would move the cursor of whoever reads, and marks of the
 * direction of writing would show another text than there is.
 */
export function printable(text: string): string {
    return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ");
}

/** A message as one line that nobody has to scroll. */
export function lineOf(text: string): string {
    return shortened(printable(text), LONGEST_LINE);
}

/** A value as JSON in one line, no more of it than people need. */
export function quoted(value: unknown): string {
    const json = (JSON.stringify(value) ?? "nothing").replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, escaped);
    return shortened(json, LONGEST_VALUE);
}

function shortened(text: string, most: number): string {
    return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}

function escaped(character: string): string {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
