/** Pulumi's placeholder for a value that is unknown in a preview. It can replace a single value, a list or an object. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or any part of it, is not known yet in a preview. */
export function hasUnknown(value: unknown): boolean {
    if (value === unknownValue) return true;
    if (Array.isArray(value)) return value.some(hasUnknown);
    if (typeof value === "object" && value !== null) return Object.values(value).some(hasUnknown);
    return false;
}

export function isUnknown(value: unknown): boolean {
    return value === unknownValue;
}
