import type { Event } from "../../api/generated/types.gen.js";

/** Returns all ids contained in a value, in lower case. */
export function mentionedIds(value: unknown): readonly string[] {
    return (
        JSON.stringify(value ?? null)
            .toLowerCase()
            .match(ID) ?? []
    );
}

/** Time of an audit event in milliseconds since 1970, by the service's clock. */
export function eventTime({ created_at }: Event): number {
    return Date.parse(created_at);
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
