import { ArgumentError } from "../../common/errors.js";
import { hint } from "../../common/spelling.js";

/** Refuses options that do not say whom to ask. @throws ArgumentError */
export function checkOptionNames(options: unknown): void {
    refuseOthers("There is no option", ["url", "token"], options);
}

/** Refuses names that are not known. @throws ArgumentError that starts with the sentence */
export function refuseOthers(sentence: string, known: readonly string[], given: unknown): void {
    const unknown = Object.entries(Object(given)).find(([name, value]) => value !== undefined && !known.includes(name));
    if (!unknown) return;
    const [name] = unknown;
    const all = known.length === 0 ? "; it takes none." : `; it takes ${known.join(", ")}.`;
    throw new ArgumentError(`${sentence} ${JSON.stringify(name)}${hint(name, known, 2) || all}`);
}
