import type { Client } from "../../../api/client.js";
import type { Properties } from "../../../provider/schema/fields.js";
import { fromWire } from "../../../provider/schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Scene } from "../specimen.js";

/** Property and id of the parent object. */
type Parent = readonly [property: string, id: string];

/** Returns edits of a text property: one in the program, and one outside the program, made with `make`. */
export function textEdits(
    path: string,
    make: (id: string, text: string) => Promise<unknown>,
): Pick<Scene, "edit" | "outside"> {
    return {
        edit: { [path]: `${ORIGIN} Updated.` },
        outside: { path, make: (id) => make(id, `${ORIGIN} Edited.`) },
    };
}

/**
 * Returns a scene for a link to one object. The edit replaces it with a link to another object.
 * @param linked reads the ids of all linked objects
 */
export function linkScene(
    [parent, parentId]: Parent,
    [property, one, other]: readonly [property: string, one: string, other: string],
    linked: () => Promise<readonly (string | undefined)[]>,
): Scene {
    return {
        args: { [parent]: parentId, [property]: one },
        edit: { [property]: other },
        outside: { because: "all of its properties are part of its key" },
        read: async (id) => {
            const found = (await linked()).find((linkedId) => id.endsWith(`/${linkedId}`));
            return found === undefined ? undefined : { [parent]: parentId, [property]: found };
        },
    };
}

/** The values of a list property during a trial. */
interface ListValues {
    readonly declared: readonly string[];
    readonly updated: readonly string[];
    /** Values that the edit outside the program sets. */
    readonly edited: string[];
    /** Live values after the deletion. */
    readonly left: readonly string[];
}

/** Returns a scene for a list of ids that is declared as a whole. */
export function listScene(
    [parent, parentId]: Parent,
    property: string,
    { declared, updated, edited, left }: ListValues,
    put: (id: string, ids: string[]) => Promise<unknown>,
    get: (id: string) => Promise<readonly string[] | undefined>,
): Scene {
    return {
        args: { [parent]: parentId, [property]: declared },
        edit: { [property]: updated },
        outside: { path: property, make: (id) => put(id, edited) },
        read: async (id) => {
            const ids = await get(id);
            return ids && { [parent]: id, [property]: ids };
        },
        left: { [property]: left },
    };
}

/** Returns a review stage whose reviewers are the users of an owner. */
export function stageOf(ownerId: string) {
    return { operator: "AND", ownerIds: [ownerId], requireManagerApproval: false };
}

/** Returns a scene for a visibility with one group. The edit adds a second group, and the outside edit keeps only the second group. */
export function visibilityScene(
    [parent, parentId]: Parent,
    [one, two]: readonly [string, string],
    put: (id: string, body: { visibility: "LIMITED"; visibility_group_ids: string[] }) => Promise<unknown>,
    get: (id: string) => Promise<object>,
): Scene {
    return {
        args: { [parent]: parentId, visibility: "LIMITED", visibilityGroupIds: [one] },
        edit: { visibilityGroupIds: [one, two] },
        outside: {
            path: "visibilityGroupIds",
            make: (id) => put(id, { visibility: "LIMITED", visibility_group_ids: [two] }),
        },
        read: async (id) => ({ [parent]: id, ...fromWire(await get(id)) }),
    };
}

/** Access for two hours, which the edits extend. @param access reads the live access; undefined if there is none */
export function accessScene(
    client: Client,
    key: Properties,
    prolong: ((minutes: number) => Promise<unknown>) | undefined,
    access: () => Promise<{ readonly expiration_date?: string | null } | undefined>,
): Scene {
    return {
        args: { ...key, durationMinutes: 120 },
        edit: { durationMinutes: 240 },
        outside: prolong
            ? { path: "durationMinutes", make: () => prolong(180) }
            : { because: "the API cannot change this access" },
        read: async () => {
            const found = await access();
            return found && { ...key, durationMinutes: minutesLeft(client, found.expiration_date) };
        },
    };
}

/** Minutes until an expiration date, or 0 if there is none. Rounded to ten, because time passes between the write and the read. */
function minutesLeft(client: Client, end: string | null | undefined): number {
    return end ? Math.round((Date.parse(end) - client.now()) / 600_000) * 10 : 0;
}
