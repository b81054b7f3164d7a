import { isObject, type Properties } from "../../../common/properties.js";
import { type Fields, insideOf, marksOf, ofSchema } from "../fields.js";
import { counterparts } from "./pairing.js";

/**
 * Returns `found` with the values that the service never returns filled in from `last`, at any depth. A null in `found` means that the
 * service has no value.
 */
export function remembered(fields: Fields, found: Properties, last: Properties): Properties {
    const names = Object.keys(fields).filter((name) => isUnreadable(fields[name]) && (name in found || name in last));
    return {
        ...found,
        ...Object.fromEntries(names.map((name) => [name, kept(fields[name], found[name], last[name])])),
    };
}

/** Whether the service omits this field, or a part of it, from its responses. */
export const isUnreadable: (schema: Fields[string] | undefined) => boolean = ofSchema((schema): boolean => {
    if (schema === undefined) return false;
    const { writeOnly, canonical } = marksOf(schema);
    if (writeOnly || canonical) return writeOnly !== undefined;
    const { element, shape } = insideOf(schema);
    return isUnreadable(element) || Object.values(shape ?? {}).some((inner) => isUnreadable(inner));
});

function kept(schema: Fields[string] | undefined, found: unknown, last: unknown): unknown {
    if (found === null) return null;
    const { writeOnly } = marksOf(schema);
    if (writeOnly) return writeOnly === "if absent" && found !== undefined ? found : last;
    const { element, shape } = insideOf(schema);
    if (Array.isArray(found)) {
        const before = Array.isArray(last) ? last : [];
        const lasts = counterparts(found, before, schema);
        return found.map((item, index) => kept(element, item, lasts[index]));
    }
    if (shape === undefined || !isObject(found)) return found;
    return remembered(shape, found, isObject(last) ? last : {});
}
