import { NOBODY } from "../harness.js";

/** A body with one unknown id. */
export interface Unknown {
    /** Path of the id, as in error messages: `groups[0].group_id`. */
    readonly place: string;
    /** The whole value with only that id replaced. */
    readonly body: unknown;
}

/** Returns one copy of the value for each id in it, with that id replaced by an unknown one. */
export function withUnknownIds(value: unknown, place = ""): Unknown[] {
    if (typeof value === "string") {
        return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? [{ place, body: NOBODY }] : [];
    }
    if (Array.isArray(value)) {
        return value.flatMap((one, i) =>
            withUnknownIds(one, `${place}[${i}]`).map(({ place, body }) => ({ place, body: value.with(i, body) })),
        );
    }
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, one]) =>
        withUnknownIds(one, place ? `${place}.${name}` : name).map(({ place, body }) => ({
            place,
            body: { ...value, [name]: body },
        })),
    );
}
