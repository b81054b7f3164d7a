import { NOBODY } from "../harness.js";

/** A body with one id that names nothing. */
export interface Unknown {
    /** Of the id, as messages write it: `groups[0].group_id`. */
    readonly place: string;
    /** The whole value with that one id replaced. */
    readonly body: unknown;
}

/** A value once for each id in it, with that one replaced by one that names nothing. */
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
