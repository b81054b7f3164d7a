import { isObject, same } from "./comparison/equality.js";
import { elementIdentity } from "./comparison/pairing.js";
import { type Fields, insideOf, marksOf, type Properties } from "./fields.js";

/** A step of a property path: a name, the index of a list element, or `*` for all of them. */
type PathStep = string | number;

/**
 * Returns the properties without the parts that the program ignores.
 * @param ignored property paths in Pulumi's syntax, such as `requestConfigurations[0].maxDurationMinutes`, `visibility` or `*`
 */
export function withoutIgnored(properties: Properties, ignored: readonly string[]): Properties {
    return ignored.reduce((left, path) => lessPath(left, pathSteps(path)), properties);
}

/** Whether the value at a path is ignored, alone or as a part of an ignored value. */
export function isIgnored(path: string, ignored: readonly string[]): boolean {
    const steps = pathSteps(path);
    return ignored.some((one) => pathSteps(one).every((step, at) => (step === "*" ? at in steps : step === steps[at])));
}

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

/** Parses a property path. The name of a property can be in brackets and double quotes. */
export function pathSteps(path: string): PathStep[] {
    return Array.from(path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]|[^.[\]]+/g), ([text, name, index]) => {
        if (name !== undefined) return name.replaceAll(/\\(.)/g, "$1");
        if (index === undefined) return text;
        return index === "*" ? index : Number(index);
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

function lessPath(properties: Properties, [first, ...inner]: readonly PathStep[]): Properties {
    const entries = Object.entries(properties).flatMap(([name, value]) => {
        if (first !== "*" && first !== name) return [[name, value] as const];
        return inner.length === 0 ? [] : [[name, lessInside(value, inner)] as const];
    });
    return Object.fromEntries(entries);
}

function lessInside(value: unknown, steps: readonly PathStep[]): unknown {
    if (isObject(value)) return lessPath(value, steps);
    const [first, ...inner] = steps;
    // An element itself is never removed. See `ignoredElement`.
    if (!Array.isArray(value) || inner.length === 0) return value;
    return value.map((item, index) => (first === "*" || first === index ? lessInside(item, inner) : item));
}
