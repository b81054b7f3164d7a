import { lessInside, pathSteps } from "../../common/paths.js";
import { isObject, type Properties, same } from "../../common/properties.js";
import { elementIdentity } from "./comparison/pairing.js";
import { type Fields, insideOf, marksOf } from "./fields.js";

/**
 * Returns the first path that cannot be ignored, because it is a list element or identifies one: without it, the elements of the list could
 * not be matched with those on the service.
 */
export function unignorablePath(fields: Fields, given: Properties, ignored: readonly string[]): string | undefined {
    return ignored.find((path) => {
        const [first = "", ...inner] = pathSteps(path);
        if (inner.length === 0) return false;
        const last = inner.at(-1);
        if (typeof last === "number" || last === "*") return true;
        return losesIdentity(fields[first], given[first], lessInside(given[first], inner));
    });
}

/** Whether list elements have another identity in `left`, which contains fewer properties. */
function losesIdentity(schema: Fields[string] | undefined, whole: unknown, left: unknown): boolean {
    const { shape, element } = insideOf(schema);
    if (isObject(whole) && isObject(left))
        return Object.keys(left).some((name) => losesIdentity(shape?.[name], whole[name], left[name]));
    if (!Array.isArray(whole) || !Array.isArray(left)) return false;
    return left.some((item, index) => {
        const isOther = isObject(item) && !same(identityIn(schema, item), identityIn(schema, whole[index]));
        return isOther || losesIdentity(element, whole[index], item);
    });
}

function identityIn(schema: Fields[string] | undefined, item: unknown): unknown {
    return marksOf(schema).list?.identity === undefined ? undefined : elementIdentity(schema, item);
}
