import { quoted } from "./printable.js";
import { isObject, type Properties } from "./properties.js";

/** Formats a path: `["a", 0, "b"]` becomes `a[0].b`. */
export function pathText(path: readonly PropertyKey[]): string {
    return path.reduce<string>((text, step) => {
        if (typeof step === "number") return `${text}[${step}]`;
        if (!/^[\w$-]{1,100}$/.test(String(step))) return `${text}[${quoted(String(step))}]`;
        return text ? `${text}.${String(step)}` : String(step);
    }, "");
}

/** Returns the property with which a path such as `requestConfigurations[0].priority` begins. */
export function propertyOf(path: string): string {
    return path.split(/[.[]/)[0] ?? path;
}

/** Whether two paths are equal, or one contains the other. */
export function touches(one: string, other: string): boolean {
    return holds(one, other) || holds(other, one);
}

/** Whether `path` equals `outer` or is inside it. */
function holds(outer: string, path: string): boolean {
    return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

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

/** Parses a property path. The name of a property can be in brackets and double quotes. */
export function pathSteps(path: string): PathStep[] {
    return Array.from(path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]|[^.[\]]+/g), ([text, name, index]) => {
        if (name !== undefined) return name.replaceAll(/\\(.)/g, "$1");
        if (index === undefined) return text;
        return index === "*" ? index : Number(index);
    });
}

function lessPath(properties: Properties, [first, ...inner]: readonly PathStep[]): Properties {
    const entries = Object.entries(properties).flatMap(([name, value]) => {
        if (first !== "*" && first !== name) return [[name, value] as const];
        return inner.length === 0 ? [] : [[name, lessInside(value, inner)] as const];
    });
    return Object.fromEntries(entries);
}

/** Returns a value without the part at a path, which begins inside it. */
export function lessInside(value: unknown, steps: readonly PathStep[]): unknown {
    if (isObject(value)) return lessPath(value, steps);
    const [first, ...inner] = steps;
    // An element itself is never removed. See `ignoredElement`.
    if (!Array.isArray(value) || inner.length === 0) return value;
    return value.map((item, index) => (first === "*" || first === index ? lessInside(item, inner) : item));
}
