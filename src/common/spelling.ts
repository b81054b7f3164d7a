/**
 * Returns the known word of which `word` is probably a misspelling: they differ only in case or separators, or by at most `edits` edits
 * (insertion, deletion or replacement of a character, or a swap of two). Undefined if there is no such word, or if `word` itself is known.
 */
export function meant(word: string, known: readonly string[], edits = 1): string | undefined {
    if (known.includes(word)) return undefined;
    return (
        known.find((one) => comparableWord(one) === comparableWord(word)) ??
        known.find((one) => isWithin(word, one, edits))
    );
}

/** Returns `; did you mean "name"?`, or an empty string. */
export function hint(word: string, known: readonly string[], edits?: number): string {
    const one = meant(word, known, edits);
    return one === undefined ? "" : `; did you mean ${JSON.stringify(one)}?`;
}

/** Returns up to `most` names of which `word` (or a single word in it) is probably a misspelling. The most likely name is first. */
export function likeliest(word: string, names: Iterable<string>, most: number): string[] {
    // Addresses in one domain are not similar because of the domain.
    const isAddress = word.includes("@");
    const wanted = comparableWord(isAddress ? localPart(word) : word);
    const edits = Math.min(3, Math.floor(wanted.length / 3));
    const found: string[][] = Array.from({ length: edits + 1 }, () => []);
    for (const name of new Set(names)) {
        const forms = isAddress ? [comparableWord(localPart(name))] : formsOf(name);
        const distance = found.findIndex((_, most) =>
            forms.some((form) => form !== "" && isWithin(wanted, form, most)),
        );
        found[distance]?.push(name);
    }
    return found
        .flatMap((names) => names.sort((one, other) => one.length - other.length || (one < other ? -1 : 1)))
        .slice(0, most);
}

/** Returns the whole name, and its words without the domain of an address. */
function formsOf(name: string): string[] {
    return [name, ...localPart(name).split(/[\s_.-]+/)].map(comparableWord);
}

function localPart(name: string): string {
    return name.replace(/@\S*$/, "");
}

function comparableWord(word: string): string {
    return word.replace(/[\s_-]/g, "").toLowerCase();
}

/** Whether the optimal string alignment distance of two words is at most `edits`. */
function isWithin(left: string, right: string, edits: number): boolean {
    if (Math.abs(left.length - right.length) > edits) return false;
    let rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
    for (let row = 1; row <= left.length; row += 1) {
        const [above = [], twoAbove = []] = rows;
        const next = [row];
        for (let column = 1; column <= right.length; column += 1) {
            const changed = (above[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
            const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
            const swapped = row > 1 && column > 1 && isSwap ? (twoAbove[column - 2] ?? 0) + 1 : changed;
            next.push(Math.min(changed, swapped, (above[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
        }
        rows = [next, above];
    }
    return (rows[0]?.[right.length] ?? edits + 1) <= edits;
}
