import { UsageError } from "../../common/errors.js";
import { likeliest, meant } from "../../common/spelling.js";

/** Maximum number of suggestions. */
const MOST = 3;

/** Maximum edit distance at which a misspelled operation is recognized. */
const EDITS = 2;

/**
 * Returns the error for an unknown operation. It suggests operations with a similar name or the same operation of a similar area, and
 * explains how to list operations.
 * @param calls names of all operations, such as `groups.list`
 * @param areas names of all areas, such as `access-rules`
 */
export function unknownOperation(word: string, calls: readonly string[], areas: readonly string[]): UsageError {
    const [prefix = "", operation] = word.split(".");
    const likely = similarAreas(prefix, areas);
    const guesses = operation === undefined ? [] : similarCalls(word, operation, likely, calls);
    const guess = guesses.length === 0 ? "" : ` Did you mean ${guesses.join(" or ")}?`;
    const [area] = guesses.length === 0 ? likely : [];
    const list =
        area === undefined
            ? "`npx --no-install access-governance call --help` lists all of them"
            : `\`npx --no-install access-governance call ${area}\` lists the operations of that area`;
    return new UsageError(`Unknown operation ${JSON.stringify(word)}.${guess} ${list}.`);
}

function similarAreas(prefix: string, areas: readonly string[]): string[] {
    const known = areas.find((area) => prefixOf(area) === prefix) ?? meant(prefix, areas);
    return known === undefined ? likeliest(prefix, areas, MOST) : [known];
}

function similarCalls(word: string, operation: string, areas: readonly string[], calls: readonly string[]): string[] {
    const near = meant(word, calls, EDITS);
    if (near !== undefined) return [near];
    return areas.flatMap((area) => {
        const wanted = `${prefixOf(area)}.${operation}`;
        return calls.includes(wanted) ? [wanted] : (meant(wanted, calls, EDITS) ?? []);
    });
}

/** Returns the prefix of the operations of an area: `accessRules` for `access-rules`. */
function prefixOf(area: string): string {
    return area.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
