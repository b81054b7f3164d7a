import type { Atlas } from "../atlas.js";
import type { Chosen } from "../search.js";
import { placeOfKey } from "../ways.js";

/** The selected principal, the selected target, or both. Stored in the URL fragment. */
export interface MapSelection {
    /** Key of a person or non-human identity. */
    readonly who?: string;
    /** Key of a group, resource, bundle or owner. */
    readonly what?: string;
}

export function selectionFrom(hash: string, atlas: Atlas): MapSelection {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    const read = (name: string, isWho: boolean): string | undefined => {
        const key = (given.get(name) ?? "").replace(":", " ");
        return atlas.has(key) && isPrincipal(key) === isWho ? key : undefined;
    };
    const [who, what] = [read("who", true), read("what", false)];
    return { ...(who !== undefined && { who }), ...(what !== undefined && { what }) };
}

export function hashOf({ who, what }: MapSelection): string {
    const given = new URLSearchParams();
    if (who !== undefined) given.set("who", who.replace(" ", ":"));
    if (what !== undefined) given.set("what", what.replace(" ", ":"));
    return `#${given.toString()}`;
}

/**
 * Adds an object to the selection. A principal can be selected together with a group or resource. Any other object replaces the selection.
 */
export function choosing(key: string, { who, what }: MapSelection): MapSelection {
    const canBeReached = (one: string | undefined) => one !== undefined && ["group", "resource"].includes(keyType(one));
    if (isPrincipal(key)) return canBeReached(what) && what !== undefined ? { who: key, what } : { who: key };
    return canBeReached(key) && who !== undefined ? { who, what: key } : { what: key };
}

export function isPrincipal(key: string): boolean {
    return ["user", "identity"].includes(keyType(key));
}

export function keyType(key: string): Chosen["type"] {
    return placeOfKey(key).type;
}
