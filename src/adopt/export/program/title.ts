import type { Properties } from "../../../provider/schema/fields.js";

/** Returns the display name of an object: its name, or the property that best replaces it. */
export function titleOf(live: Properties): string {
    const { name, email, key, value, remoteId } = live;
    if (typeof key === "string") return value ? `${key} ${value}` : key;
    return [name, email, remoteId].map((one) => String(one ?? "")).find((one) => one.trim() !== "") ?? "";
}
