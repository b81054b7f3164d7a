import { ArgumentError } from "../../common/errors.js";
import { hint } from "../../common/spelling.js";

/** Refuses options other than url and token. @throws ArgumentError */
export function checkOptionNames(options: unknown): void {
    refuseOthers("Unknown option", ["url", "token"], options);
}

/** Refuses unknown names. @throws ArgumentError that starts with `sentence` */
export function refuseOthers(sentence: string, known: readonly string[], given: unknown): void {
    const unknown = Object.entries(Object(given)).find(([name, value]) => value !== undefined && !known.includes(name));
    if (!unknown) return;
    const [name] = unknown;
    const all = known.length === 0 ? "; it takes none." : `; it takes ${known.join(", ")}.`;
    throw new ArgumentError(`${sentence} ${JSON.stringify(name)}${hint(name, known, 2) || all}`);
}
