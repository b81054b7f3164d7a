import * as pulumi from "@pulumi/pulumi";
import { MAX_DEPTH, pathText } from "../../provider/schema/fields.js";
import { programError } from "./program-error.js";

/** Values that are not JSON, and what to give instead. */
const instead: Readonly<Record<string, string>> = {
    "[object Date]": "a Date: give an ISO string, such as new Date().toISOString()",
    "[object Map]": "a Map: give an object, such as Object.fromEntries(map)",
    "[object Set]": "a Set: give a list, such as [...set]",
    bigint: "a bigint: give a number",
    function: "a function: give the value that it returns",
    symbol: "a symbol: give a text",
};

/**
 * Checks the arguments of a resource, and returns them unchanged. Values that are known later are
 * checked then. `label` names the resource.
 * @throws RunError with the path of a value that is not plain. The SDK would serialize it into
 * something else, end with a stack trace, or hang.
 */
export function plainArguments(label: string, args: unknown): Record<string, unknown> {
    if (args === undefined || args === null) return {};
    if (typeof args !== "object" || Array.isArray(args) || pulumi.Output.isInstance(args) || args instanceof Promise) {
        throw programError(`${label}: the arguments must be an object of properties; each of them may be an output.`);
    }
    return members(label, args, [], []);
}

function members(label: string, value: object, path: Path, around: readonly object[]): Record<string, unknown> {
    const here = [...around, value];
    return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => {
            if (key === "__proto__") throw refusal(label, [...path, key], "not a valid property name");
            return [key, plain(label, inner, [...path, key], here)];
        }),
    );
}

type Path = readonly (string | number)[];

function plain(label: string, value: unknown, path: Path, around: readonly object[]): unknown {
    if (typeof value === "number" && !Number.isFinite(value))
        throw refusal(label, path, `${value}: give a finite number`);
    if (typeof value !== "object" || value === null) {
        const what = instead[typeof value];
        if (what !== undefined) throw refusal(label, path, what);
        return value;
    }
    const later = (known: unknown): unknown => plain(label, known, path, around);
    if (pulumi.Output.isInstance(value)) return value.apply(later);
    if (value instanceof Promise) return value.then(later);
    if (pulumi.Resource.isInstance(value)) throw refusal(label, path, "a resource: give its id, such as group.id");
    if (around.includes(value)) throw refusal(label, path, "circular: remove the reference to itself");
    if (around.length >= MAX_DEPTH) throw refusal(label, path.slice(0, 8), `more than ${MAX_DEPTH} levels deep`);
    if (Array.isArray(value))
        return value.map((inner, index) => plain(label, inner, [...path, index], [...around, value]));
    const tag = Object.prototype.toString.call(value);
    if (tag !== "[object Object]") {
        throw refusal(
            label,
            path,
            instead[tag] ?? `a ${tag.slice(8, -1)}: give a string, a number, a list or an object`,
        );
    }
    return members(label, value, path, around);
}

function refusal(label: string, path: Path, what: string): Error {
    return programError(`${label}: ${pathText(path)} is ${what}.`);
}
