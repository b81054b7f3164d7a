import type { Write } from "../../../api/write.js";
import { idsIn } from "./ids.js";

/**
 * Returns the ids that the audit event of a write must name: the ids in the path and, from the request body and the response, the ids of
 * the kinds named in the operation. For example, `updateGroups` affects the `group_id` of each entry, but not its `admin_owner_id`, which
 * is only a reference. A bulk update has one set of ids for each entry, because the service may report the entries separately. Returns an
 * empty list if the write does not name any object.
 */
export function touchedBy({ operation, parts, answer }: Write): string[][] {
    const path = idsIn(Object.values(parts.path ?? {}));
    const own = (value: object): string[] =>
        Object.entries(value).flatMap(([property, id]) =>
            operation.includes(wordsOf(property)) && typeof id === "string" ? idsIn(id) : [],
        );
    const [body, result] = [objectIn(parts.body), objectIn(answer)];
    const entries = Object.values(body).filter(Array.isArray).flat().map(objectIn).map(own);
    const isBulk = path.length === 0 && operation.startsWith("update") && entries.length > 0;
    const touched = isBulk ? entries : [[...path, ...own(body), ...entries.flat(), ...own(result)]];
    return touched.map((ids) => [...new Set(ids)]).filter((ids) => ids.length > 0);
}

function objectIn(value: unknown): object {
    return typeof value === "object" && value !== null ? value : {};
}

/**
 * Returns `AdminOwner` for `admin_owner_id`. For a property that is not an id, returns a text that never occurs in the name of an
 * operation.
 */
function wordsOf(property: string): string {
    const words = /^(\w+)_id$/.exec(property)?.[1]?.split("_") ?? ["?"];
    return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
