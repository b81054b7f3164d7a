import { UsageError } from "../../common/errors.js";
import { compareText } from "../../common/order.js";
import { likeliest } from "../../common/spelling.js";

/** One of several objects that match a text. */
export interface Choice {
    readonly type: string;
    readonly id: string;
    readonly name: string;
    /** Further text that identifies it, such as an email address. */
    readonly detail?: string;
}

/** Maximum number of matches to list in an error. */
const MAX_OFFERED = 10;

/** Maximum similar names to suggest. */
const MAX_GUESSED = 3;

/** Error for a text that matches several objects. Lists them. */
export function severalError(said: string, found: readonly Choice[]): UsageError {
    const sorted = [...found].sort(
        (a, b) => compareText(a.type, b.type) || compareText(a.name, b.name) || compareText(a.id, b.id),
    );
    const more = found.length - MAX_OFFERED;
    const given = new Set(found.map(({ name }) => name)).size === found.length ? "full name or id" : "id";
    return new UsageError(`${said} matches ${found.length} objects. Give the ${given} of one of them:`, [
        ...sorted
            .slice(0, MAX_OFFERED)
            .map(
                ({ type, name, detail, id }) => `${type} "${name}"${detail === undefined ? "" : ` (${detail})`} ${id}`,
            ),
        ...(more > 0 ? [`… and ${more} more`] : []),
    ]);
}

/** Error for a text that matches nothing. Suggests similar names. */
export function noneError(noun: string, text: string, names: Iterable<string>, note = ""): UsageError {
    const guesses = likeliest(text, names, MAX_GUESSED).map((name) => JSON.stringify(name));
    const hint = guesses.length > 0 ? ` Did you mean ${guesses.join(", ")}?` : "";
    const more = note === "" ? "" : ` ${note}`;
    return new UsageError(`No ${noun} has the name or id ${JSON.stringify(text)}.${hint}${more}`);
}
