import * as pulumi from "@pulumi/pulumi";
import { pathText } from "../../common/paths.js";
import { MAX_DEPTH } from "../../provider/schema/fields.js";
import { programError } from "./program-error.js";

/** Messages for values that cannot be represented in JSON: the type, and the value to pass instead. */
const instead: Readonly<Record<string, string>> = {
    "[object Date]": "a Date: use an ISO string, such as new Date().toISOString()",
    "[object Map]": "a Map: use an object, such as Object.fromEntries(map)",
    "[object Set]": "a Set: use a list, such as [...set]",
    bigint: "a bigint: use a number",
    function: "a function: use the value that it returns",
    symbol: "a symbol: use a string",
};

/** Whether an argument must have a value once an output is passed for it. */
type NeedsValue = (path: Path) => boolean;

/**
 * Checks the arguments of a resource and returns them unchanged. Outputs are checked when their values become known. `label` is the name of
 * the resource in messages.
 * @param needsValue whether an output without a value is an error at a path, because the default would decide access
 * @param placeholder replaces each output. Default: outputs stay outputs
 * @throws RunError with the path of the first value that is not plain data. The SDK would serialize such a value as something else, end
 * with a stack trace, or hang.
 */
export function plainArguments(
    label: string,
    args: unknown,
    needsValue: NeedsValue = () => false,
    placeholder?: string,
): Record<string, unknown> {
    if (args === undefined || args === null) return {};
    if (typeof args !== "object" || Array.isArray(args) || isKnownLater(args)) {
        throw programError(`${label}: the arguments must be an object of properties; each property can be an output.`);
    }
    return members({ label, needsValue, placeholder }, args, [], []);
}

/** What the check of a resource's arguments needs to know. */
interface Check {
    readonly label: string;
    readonly needsValue: NeedsValue;
    readonly placeholder: string | undefined;
}

function members(check: Check, value: object, path: Path, around: readonly object[]): Record<string, unknown> {
    const here = [...around, value];
    return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => {
            if (key === "__proto__") throw argumentError(check.label, [...path, key], "not a valid property name");
            return [key, plainInput(check, inner, [...path, key], here)];
        }),
    );
}

type Path = readonly (string | number)[];

function plainInput(check: Check, value: unknown, path: Path, around: readonly object[]): unknown {
    const { label } = check;
    if (typeof value === "number" && !Number.isFinite(value))
        throw argumentError(label, path, `${value}: use a finite number`);
    if (typeof value !== "object" || value === null) {
        const what = instead[typeof value];
        if (what !== undefined) throw argumentError(label, path, what);
        return value;
    }
    if (check.placeholder !== undefined && isKnownLater(value)) return check.placeholder;
    const later = (known: unknown): unknown => {
        if (known === undefined && check.needsValue(path)) {
            throw argumentError(
                label,
                path,
                "an output without a value (undefined): give it one, or omit the property",
            );
        }
        return plainInput(check, known, path, around);
    };
    if (pulumi.Output.isInstance(value)) return value.apply(later);
    if (value instanceof Promise) return value.then(later);
    if (pulumi.Resource.isInstance(value)) throw argumentError(label, path, "a resource: use its id, such as group.id");
    if (around.includes(value)) throw argumentError(label, path, "circular: remove the reference to itself");
    if (around.length >= MAX_DEPTH) throw argumentError(label, path.slice(0, 8), `more than ${MAX_DEPTH} levels deep`);
    if (Array.isArray(value))
        return value.map((inner, index) => plainInput(check, inner, [...path, index], [...around, value]));
    const tag = Object.prototype.toString.call(value);
    if (tag !== "[object Object]") {
        throw argumentError(
            label,
            path,
            instead[tag] ?? `a ${tag.slice(8, -1)}: use a string, a number, a list or an object`,
        );
    }
    return members(check, value, path, around);
}

/** Whether the value of an argument becomes known later. */
export function isKnownLater(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
    return pulumi.Output.isInstance(value) || value instanceof Promise;
}

function argumentError(label: string, path: Path, what: string): Error {
    return programError(`${label}: ${pathText(path)} is ${what}.`);
}
