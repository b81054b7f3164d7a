/** Maximum nesting of JSON that somebody else wrote. Deeper values would overflow the stack of the functions that visit them. */
const MOST_LEVELS = 1000;

/**
 * Parses JSON that somebody else wrote. Returns the value in an object, because it may be null; undefined if the text is not JSON, or is nested
 * too deeply. `jsonFault` says which.
 */
export function foreignJson(text: string): { readonly value: unknown } | undefined {
    if (isTooDeep(text)) return undefined;
    try {
        return { value: JSON.parse(text) };
    } catch {
        return undefined;
    }
}

/** Why `foreignJson` returns undefined for a text, as a predicate that follows "it is". */
export function jsonFault(text: string): string {
    return isTooDeep(text) ? `nested deeper than ${MOST_LEVELS.toLocaleString("en")} levels` : "not JSON";
}

/** Whether a text in JSON, or in YAML with brackets, is nested too deeply. Counts brackets outside of strings, without recursion. */
export function isTooDeep(text: string): boolean {
    let depth = 0;
    for (let at = 0; at < text.length; at += 1) {
        const one = text[at];
        if (one === "{" || one === "[") depth += 1;
        else if (one === "}" || one === "]") depth -= 1;
        else if (one === '"') at = endOfString(text, at);
        if (depth > MOST_LEVELS) return true;
    }
    return false;
}

/** Returns the position of the quote that ends the string that starts at `from`, or the end of the text. */
function endOfString(text: string, from: number): number {
    for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
        let backslashes = 0;
        while (text[at - 1 - backslashes] === "\\") backslashes += 1;
        if (backslashes % 2 === 0) return at;
    }
    return text.length;
}
