import type { Organization } from "../../../src/local/service/index.js";

/** The records of an organization as text, so that two runs can be held against each other, and what tells one run from another left out. */
export type Picture = ReadonlyMap<string, number>;

/** What is in one picture and not in the other. */
export interface Difference {
    readonly missing: readonly string[];
    readonly extra: readonly string[];
}

/** Minutes that two runs of one scenario may lie apart: waits for a `Retry-After`, and looks that are repeated. */
const SLACK_MINUTES = 30;

/** What was done is told by the log of the organization, and no part of what it is. */
const LOG = ["namespace", "current_user_id", "ids_made", "events", "eventObjects", "tokens"];

/**
 * @param start when the scenario began, in milliseconds since 1970
 * @param known the organization before it, as text
 * @param id of the object that it is about
 */
export function pictureOf(organization: Organization, start: number, known: string, id: string | undefined): Picture {
    const picture = new Map<string, number>();
    for (const [table, records] of Object.entries(organization)) {
        if (LOG.includes(table) || !Array.isArray(records)) continue;
        for (const record of records) {
            const line = `${table} ${plain(JSON.stringify(record), start, known, id)}`;
            picture.set(line, (picture.get(line) ?? 0) + 1);
        }
    }
    return picture;
}

export function differenceOf(wanted: Picture, found: Picture): Difference {
    const over = (one: Picture, other: Picture): string[] =>
        [...one].flatMap(([line, count]) => Array(Math.max(0, count - (other.get(line) ?? 0))).fill(line));
    return { missing: over(wanted, found), extra: over(found, wanted) };
}

function plain(text: string, start: number, known: string, id: string | undefined): string {
    return text
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
            if (known.includes(uuid)) return uuid;
            return uuid === id ? OBJECT : "<made>";
        })
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, (date) => {
            const minutes = (Date.parse(date) - start) / 60_000;
            if (minutes < -SLACK_MINUTES || minutes > 60 * 24 * 400) return date;
            return `<start + ${Math.round(minutes / SLACK_MINUTES / 2) * SLACK_MINUTES * 2} min>`;
        });
}

/** Stands for the id of the object that a scenario is about. */
export const OBJECT = "<object>";
