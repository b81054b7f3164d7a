import type { Organization } from "../../../src/local/service/index.js";

/** The records of an organization as text with their counts. Ids and times that differ from run to run are replaced by placeholders. */
export type Picture = ReadonlyMap<string, number>;

/** Records that are only in one of two pictures. */
export interface Difference {
    readonly missing: readonly string[];
    readonly extra: readonly string[];
}

/** Minutes by which two runs of one scenario may differ because of retries and `Retry-After`. */
const SLACK_MINUTES = 30;

/** Parts of an organization that are not compared, such as its audit log. */
const NOT_COMPARED = ["namespace", "current_user_id", "ids_made", "events", "eventObjects", "tokens"];

/**
 * @param start start of the scenario, in milliseconds since 1970
 * @param known the organization before the scenario, as text
 * @param id id of the tested object
 */
export function pictureOf(organization: Organization, start: number, known: string, id: string | undefined): Picture {
    const picture = new Map<string, number>();
    for (const [table, records] of Object.entries(organization)) {
        if (NOT_COMPARED.includes(table) || !Array.isArray(records)) continue;
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

/** Placeholder for the id of the tested object. */
export const OBJECT = "<object>";
