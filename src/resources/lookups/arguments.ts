import { ArgumentError } from "../../common/errors.js";
import { hint } from "../../common/spelling.js";

/** Checks the names of options. @throws ArgumentError for any option other than `url` and `token`. */
export function checkOptionNames(options: unknown): void {
    refuseOthers("Unknown option", ["url", "token"], options);
}

/** Checks the names in `given`. @throws ArgumentError with a message that starts with `sentence`, if a name is not in `known`. */
export function refuseOthers(sentence: string, known: readonly string[], given: unknown): void {
    const unknown = Object.entries(Object(given)).find(([name, value]) => value !== undefined && !known.includes(name));
    if (!unknown) return;
    const [name] = unknown;
    const all = known.length === 0 ? ". The function does not have arguments." : `. Valid names: ${known.join(", ")}.`;
    throw new ArgumentError(`${sentence} ${JSON.stringify(name)}${hint(name, known, 2) || all}`);
}
