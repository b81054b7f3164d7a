import type { Properties } from "../fields.js";

/** Deep equality of JSON values, independent of key order. */
export function same(left: unknown, right: unknown): boolean {
    if (left === right) return true;
    if (Array.isArray(left) || Array.isArray(right)) {
        if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
        return left.every((value, index) => same(value, right[index]));
    }
    if (!isObject(left) || !isObject(right)) return false;
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].every((key) => same(left[key], right[key]));
}

export function isObject(value: unknown): value is Properties {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
