import type { Properties } from "../../../common/properties.js";

/** Names in a program, derived from the names of objects on the service. */

/** Maximum number of characters of a name. */
const LONGEST = 60;

/**
 * Converts a name to the form that resources, files and settings use: `Ada's team (EU)` to `adas-team-eu`. Empty if no characters remain.
 */
export function slugOf(name: string): string {
    const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]/g, "").toLowerCase();
    const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
    const slug = words.join("-");
    // Unicode normalization ensures that names that look the same get the same file name.
    return Array.from(slug.normalize("NFC")).slice(0, LONGEST).join("").replace(/-+$/, "");
}

/** Returns a variable name with the noun appended, such as `adasTeamEuGroup`. If the slug begins with a digit, the noun comes first. */
export function variableOf(slug: string, noun: string): string {
    const [first = "", ...others] = slug.split("-").filter((word) => word !== "");
    // Not every Unicode letter and number is allowed in a variable name.
    const camel = (first + others.map(capitalized).join("")).replace(/[^\p{ID_Continue}]/gu, "");
    if (/^(?!\p{ID_Start})/u.test(camel)) return lowered(noun) + camel;
    return camel.toLowerCase().endsWith(noun.toLowerCase()) && camel.length > noun.length ? camel : camel + noun;
}

/** Keeps names unique. */
export class UniqueNames {
    private readonly taken: Set<string>;

    /** @param taken reserved names */
    constructor(taken: Iterable<string> = []) {
        this.taken = new Set(Array.from(taken, (name) => name.toLowerCase()));
    }

    /** Reserves and returns the first unused name, or the last one with a number appended. Ignores case. */
    take(...names: readonly [string, ...string[]]): string {
        const free = names.find((name) => !this.taken.has(name.toLowerCase())) ?? this.numbered(names.at(-1) ?? "");
        this.taken.add(free.toLowerCase());
        return free;
    }

    private numbered(name: string): string {
        for (let number = 2; ; number += 1) {
            const separator = name.includes("-") ? "-" : "";
            const next = `${name}${separator}${number}`;
            if (!this.taken.has(next.toLowerCase())) return next;
        }
    }
}

export function capitalized(word: string): string {
    const [first = "", ...others] = Array.from(word);
    return first.toUpperCase() + others.join("");
}

export function lowered(word: string): string {
    return word.charAt(0).toLowerCase() + word.slice(1);
}

/** Returns the display name of an object: its name, or the property that best replaces it. */
export function titleOf(live: Properties): string {
    const { name, email, key, value, remoteId } = live;
    if (typeof key === "string") return value ? `${key} ${value}` : key;
    return [name, email, remoteId].map((one) => String(one ?? "")).find((one) => one.trim() !== "") ?? "";
}
