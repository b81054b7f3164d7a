import { compareText } from "../../common/collections.js";
import { UsageError } from "../../common/errors.js";
import { likeliest } from "../../common/spelling.js";

/** One of several objects whose names match a text. */
export interface NameChoice {
    readonly type: string;
    readonly id: string;
    readonly name: string;
    /** Additional text that distinguishes the object, such as an email address. */
    readonly detail?: string;
}

/** Maximum number of matches to list in an error. */
const MAX_OFFERED = 10;

/** Maximum number of similar names to suggest. */
const MAX_GUESSED = 3;

/** Returns an error for a text that matches several objects. The error lists them. */
export function severalError(said: string, found: readonly NameChoice[]): UsageError {
    const sorted = [...found].sort(
        (a, b) => compareText(a.type, b.type) || compareText(a.name, b.name) || compareText(a.id, b.id),
    );
    const more = found.length - MAX_OFFERED;
    const given = new Set(found.map(({ name }) => name)).size === found.length ? "full name or id" : "id";
    return new UsageError(`${said} matches ${found.length} objects. Specify the ${given} of one of these:`, [
        ...sorted
            .slice(0, MAX_OFFERED)
            .map(
                ({ type, name, detail, id }) => `${type} "${name}"${detail === undefined ? "" : ` (${detail})`} ${id}`,
            ),
        ...(more > 0 ? [`… and ${more} more`] : []),
    ]);
}

/** Returns an error for a text that does not match any object. The error suggests similar names. */
export function noneError(noun: string, text: string, names: Iterable<string>, note = ""): UsageError {
    const guesses = likeliest(text, names, MAX_GUESSED).map((name) => JSON.stringify(name));
    const hint = guesses.length > 0 ? ` Did you mean ${guesses.join(", ")}?` : "";
    const more = note === "" ? "" : ` ${note}`;
    return new UsageError(`No ${noun} with the name or id ${JSON.stringify(text)} found.${hint}${more}`);
}
