/** How much of a value a message shows: enough to find it by. */
const MOST = 200;

/**
 * A value as JSON, for a line that people read: no more of it than they need, and nothing in it that turns or hides the rest of the line, such
 * as marks of direction.
 */
export function quoted(value: unknown): string {
    const json = JSON.stringify(value) ?? "nothing";
    const characters = json.length;
    const text = json.slice(0, MOST).replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, escaped);
    return characters > MOST ? `${text}… (${characters} characters)` : text;
}

function escaped(character: string): string {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
