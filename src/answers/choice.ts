import { UsageError } from "../errors.js";
import { likeliest } from "../schema/spelling.js";
import { compareText } from "./order.js";

/** One of several that a text fits, with what tells it from the others. */
export interface Choice {
    readonly type: string;
    readonly id: string;
    readonly name: string;
    /** What more there is to know of it, such as an email. */
    readonly detail?: string;
}

/** So many are offered if several fit. */
const MOST_OFFERED = 10;

/** So many names are offered if none fits. */
const MOST_GUESSED = 3;

/** The refusal of a text that fits several: it lists them. */
export function severalError(said: string, found: readonly Choice[]): UsageError {
    const sorted = [...found].sort(
        (a, b) => compareText(a.type, b.type) || compareText(a.name, b.name) || compareText(a.id, b.id),
    );
    const more = found.length - MOST_OFFERED;
    return new UsageError(`${said} fits ${found.length}. Give the id of the one that you mean:`, [
        ...sorted
            .slice(0, MOST_OFFERED)
            .map(
                ({ type, name, detail, id }) => `${type} "${name}"${detail === undefined ? "" : ` (${detail})`} ${id}`,
            ),
        ...(more > 0 ? [`… and ${more} more`] : []),
    ]);
}

/** The refusal of a text that fits none of `names`: it offers those that were probably meant. */
export function noneError(noun: string, text: string, names: Iterable<string>, note = ""): UsageError {
    const guesses = likeliest(text, names, MOST_GUESSED).map((name) => JSON.stringify(name));
    const hint = guesses.length > 0 ? ` Did you mean ${guesses.join(", ")}?` : "";
    const more = note === "" ? "" : ` ${note}`;
    return new UsageError(`No ${noun} is called ${JSON.stringify(text)} or has this id.${hint}${more}`);
}
