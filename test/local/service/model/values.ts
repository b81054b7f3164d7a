import { type Schema, whole } from "../../../api/interface.js";
import { misfits } from "../../../api/samples.js";
import { NOBODY } from "../answer.js";

/** The source of random values. */
export interface Source {
    readonly seed: number;
    /** Existing ids, names or levels for a property of this name at this place. Undefined if the property refers to no object. */
    readonly known: (name: string, place: string) => readonly string[] | undefined;
    /** Ids of deleted objects. */
    readonly deleted: readonly string[];
    readonly now: Date;
    /** Whether ids may be unknown, and one value may be invalid. */
    readonly wild: boolean;
}

/** Objects deeper than this have only their required properties. */
const DEEPEST = 5;

const DAY = 86_400_000;

/** A number from 0 to below 1, determined only by a seed and a place, so that other draws do not change it. */
export function chance(seed: number, place: string): number {
    let hash = 2166136261 ^ seed;
    for (let i = 0; i < place.length; i++) hash = Math.imul(hash ^ place.charCodeAt(i), 16777619);
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Picks an item. The choice stays the same when other items are added or removed. */
export function pick<T>(seed: number, place: string, items: readonly T[], nameOf: (item: T) => string): T | undefined {
    let [best, most] = [items[0], -1];
    for (const item of items) {
        const score = chance(seed, `${place} ${nameOf(item)}`);
        if (score > most) [best, most] = [item, score];
    }
    return best;
}

/** Draws a value for a schema, which is valid unless the source is wild. `name` is the name of the property. */
export function draw(source: Source, schema: Schema, name: string, place: string, depth = 0): unknown {
    const at = `${place}.${name}`;
    const { seed, wild } = source;
    const fields = whole(schema);
    if (wild && chance(seed, `${at} misfit`) < 0.04) {
        const wrong = misfits(schema);
        if (wrong.length > 0) return oneOf(source, `${at} which misfit`, wrong);
    }
    if (fields.nullable && chance(seed, `${at} null`) < 0.15) return null;
    const text = fields.type === "string" ? textFor(source, name, at, fields) : undefined;
    if (text !== undefined) return text;
    if (fields.enum) {
        const members = fields.enum.filter((member) => member !== null);
        return members.length > 0 ? oneOf(source, at, members) : null;
    }
    const others = fields.oneOf ?? fields.anyOf;
    const other = others && oneOf(source, `${at} alternative`, others);
    if (other && other !== others[0]) return draw(source, other, name, place, depth + 1);
    switch (fields.type) {
        case "array":
            return list(source, fields, name, at, depth);
        case "integer":
        case "number":
            return numberFor(source, name, at, fields);
        case "boolean":
            return chance(seed, at) < 0.5;
        default:
            return object(source, fields, at, depth);
    }
}

function object(source: Source, { properties = {}, required = [] }: Schema, at: string, depth: number): object {
    const fullness = depth >= DEEPEST ? 0 : (oneOf(source, `${at} full`, [0.05, 0.3, 0.6]) ?? 0);
    const names = Object.keys(properties).filter((name) => {
        if (required.includes(name)) return true;
        if (USUAL.test(name) && chance(source.seed, `${at}.${name} usual`) < 0.8) return true;
        const rare = /^(remote_info|configuration_template_id|request_template_id)$/.test(name);
        return chance(source.seed, `${at}.${name} given`) < (rare ? fullness / 3 : fullness);
    });
    return Object.fromEntries(names.map((name) => [name, draw(source, properties[name] ?? {}, name, at, depth + 1)]));
}

function list(
    source: Source,
    { items = {}, minItems = 0 }: Schema,
    name: string,
    at: string,
    depth: number,
): unknown[] {
    const most = /configurations$/.test(name) ? 1 : 2;
    const drawn = depth > DEEPEST ? 0 : Math.min(most, Math.floor(chance(source.seed, `${at} length`) * 3));
    const length = source.wild ? drawn : Math.max(minItems, drawn);
    return Array.from({ length }, (_, i) => draw(source, items, name, `${at}[${i}]`, depth + 1));
}

function numberFor(source: Source, name: string, at: string, { minimum, maximum }: Schema): number | undefined {
    if (name === "priority") return 0;
    const sizes = /^(page_size|limit|first|last)$/.test(name) ? [1, 2, 7, 200] : [1, 60, 1440, -1];
    const all = source.wild ? [...sizes, 0, -5, 100_000] : sizes;
    const fitting = all.filter((one) => source.wild || (one >= (minimum ?? -1) && one <= (maximum ?? one)));
    return oneOf(source, at, fitting) ?? minimum ?? 1;
}

/** Returns undefined if the value must be drawn from the members of an enumeration. */
function textFor(source: Source, name: string, at: string, { format, enum: members }: Schema): string | undefined {
    const { seed, now } = source;
    const known = source.known(name, at);
    if (known && /remote_id$|_name$|key$|value$/.test(name)) return pick(seed, at, known, String) ?? "";
    if (known || format === "uuid") return idFor(source, at, known ?? []);
    if (TEXTS[name]) return oneOf(source, at, TEXTS[name]);
    if (members) return undefined;
    if (format === "date-time" || format === "date" || /_(after|before|date|time)$|date_filter$/.test(name)) {
        const days = Math.floor(chance(seed, at) * 60) + (/end|before/.test(name) ? 61 : source.wild ? -5 : 1);
        const date = new Date(now.getTime() + days * DAY).toISOString();
        return format === "date" || /date_filter$/.test(name) ? date.slice(0, 10) : date;
    }
    if (format === "uri") return "https://hooks.example/in";
    return oneOf(source, at, NAMES);
}

function idFor(source: Source, at: string, known: readonly string[]): string {
    const { seed, deleted } = source;
    const which = chance(seed, `${at} which id`);
    const [gone, nothing] = source.wild ? [0.15, 0.25] : [0.01, 0.02];
    if (which < gone && deleted.length > 0) return pick(seed, at, deleted, String) ?? NOBODY;
    if (which < nothing) return NOBODY;
    return pick(seed, at, known, String) ?? NOBODY;
}

/** Optional properties without which most calls would be refused. */
const USUAL = /^(id|entitlementFilter|webhook_url)$/;

/** Only a few, so that the same names occur again. */
const NAMES = ["Alba", "Brig", "Cutter", "Dory", "É→東 / 1 %?&+", "line\nbreak", "x"];

/** Values for properties in which a random string would mostly be refused. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
    group_type: ["SVC_GROUP", "SVC_GROUP", "OPAL_GROUP", "OKTA_GROUP", "SLACK_USER_GROUP"],
    resource_type: ["CUSTOM", "CUSTOM", "SVC_SCOPED_ROLE", "AWS_IAM_ROLE", "OPAL_SCOPED_ROLE"],
    cron_expression: ["0 9 * * 1", "30 6 1 * *", ""],
    timezone: ["UTC", "Europe/Berlin"],
    email: ["ina@tidewater.example", "jon@tidewater.example", "bruno@tidewater.example"],
    webhook_url: ["https://hooks.example/in"],
};

function oneOf<T>({ seed }: Source, place: string, items: readonly T[]): T | undefined {
    return items[Math.floor(chance(seed, place) * items.length)];
}
