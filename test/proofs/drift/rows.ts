/** Edits every property of a kind outside Pulumi, and records whether a preview without a refresh shows the edit and `pulumi up` repairs it. */
import { Client } from "../../../src/api/client.js";
import { Patience } from "../../../src/common/patience.js";
import { isObject, type Properties, same } from "../../../src/common/properties.js";
import { Live } from "../../../src/provider/live/live.js";
import { Locks } from "../../../src/provider/live/locks.js";
import { differences } from "../../../src/provider/schema/comparison/differences.js";
import { marksOf } from "../../../src/provider/schema/fields.js";
import type { Kind, Scope } from "../../../src/provider/shapes/kind.js";
import { Stack } from "../conformance/stack.js";
import type { Stage, Subject } from "../conformance/subject.js";
import { World } from "../conformance/world.js";

export const EDITS = ["added", "changed", "removed", "reordered"] as const;
export type Edit = (typeof EDITS)[number];

/**
 * `repaired`: a preview shows the edit, and `up` repairs it. `shown`: the preview shows it. `hidden`: neither. `equal`: the order is ignored.
 * `unmanaged`: the program does not declare the property, and it stays. `none`: the API has no such edit, or its responses do not change.
 */
export type Result = "repaired" | "shown" | "hidden" | "equal" | "unmanaged" | "none";

export interface Row {
    readonly property: string;
    readonly results: Readonly<Record<Edit, Result>>;
    /** Reason why the edits are hidden. */
    readonly because?: string;
}

/** Deploys a program of one object. */
export interface Deployer {
    readonly state: { readonly id: string } | undefined;
    up(declared: Properties): Promise<{ readonly action: string }>;
    preview(declared: Properties): Promise<{ readonly action: string }>;
}

/** Opens a deployer without state. Default: this package. */
export type OpenDeployer = (kind: Kind, world: World) => Deployer;

const openStack: OpenDeployer = (kind, world) => new Stack(kind, world);

/** Returns a row per property of a kind. */
export async function rowsOf({ kind, stage: open }: Subject, deployer = openStack): Promise<Row[]> {
    const world = await World.start();
    try {
        const stage = await open(world);
        const before = world.service.snapshot();
        const rows: Row[] = [];
        for (const property of Object.keys(kind.fields)) {
            const results: Partial<Record<Edit, Result>> = {};
            for (const edit of EDITS) {
                const tried: Result[] = [];
                for (const attempt of attemptsOf(kind, stage, property, edit)) {
                    world.service.store.restore(before);
                    tried.push(await resultOf(kind, stage, world, deployer, property, edit, attempt));
                    if (tried.at(-1) !== "none") break;
                }
                results[edit] = tried.at(-1) ?? "none";
            }
            const because = isWriteOnly(kind, property) ? "the API does not return it" : undefined;
            // The loop above sets every key.
            rows.push({ property, results: results as Record<Edit, Result>, ...(because && { because }) });
        }
        return rows;
    } finally {
        await world.close();
    }
}

/** Deletes an object outside Pulumi. The result is `shown` if it cannot be recreated because its parent was deleted with it. */
export async function deletionOf({ kind, stage: open }: Subject, deployer = openStack): Promise<Result> {
    const world = await World.start();
    try {
        const stage = await open(world);
        const stack = deployer(kind, world);
        if ((await stack.up(stage.args)).action !== "create") return "none";
        world.service.clock.advance(HOUR_MS);
        try {
            await stage.vanish(stack.state?.id ?? "");
        } catch {
            return "none";
        }
        const { action } = await stack.preview(stage.args);
        const repaired = await stack.up(stage.args);
        const isThere = repaired.action !== "failed" && (await stage.exists(stack.state?.id ?? ""));
        return action === "same" ? "hidden" : isThere ? "repaired" : "shown";
    } finally {
        await world.close();
    }
}

/** Advances the clock, since a missing object that was just written counts as not yet visible. */
const HOUR_MS = 3_600_000;

/** A program and an edit of one of its properties. */
interface Attempt {
    readonly declared: Properties;
    readonly make: (world: World, id: string) => Promise<unknown>;
}

function attemptsOf(
    kind: Kind,
    { args, least, edits, outside, shuffle }: Stage,
    property: string,
    edit: Edit,
): Attempt[] {
    // Its write creates another object, such as a token.
    if (kind.issues) return [];
    const [value, other] = [args[property], edits[property]];
    const writing = (declared: Properties, next: unknown): Attempt => ({
        declared,
        make: (world, id) => write(kind, world, id, { ...declared, [property]: next }, property),
    });
    const isList = Array.isArray(value);
    switch (edit) {
        case "added": {
            if (isList) {
                const more = Array.isArray(other)
                    ? other.filter((one) => !value.some((known) => same(known, one)))
                    : [];
                return [
                    ...(more.length > 0 ? [writing(args, [...value, ...more])] : []),
                    // Declares one element fewer than the list has.
                    ...(value.length > 1 ? [writing({ ...args, [property]: value.slice(0, -1) }, value)] : []),
                ];
            }
            const given = value ?? other;
            return given === undefined || given === null || property in least
                ? []
                : [writing(without(args, property), given)];
        }
        case "changed": {
            const paths = Object.entries(outside).filter(([path]) => path.split(/[.[]/)[0] === property);
            const byHand = paths.map(([, make]): Attempt => ({ declared: args, make: (_, id) => make(id) }));
            const declared = value === undefined ? { ...args, [property]: other } : args;
            const others =
                value === undefined || other === undefined ? flipped(kind, property, value ?? other) : [other];
            return [
                ...byHand,
                ...others.filter((next) => next !== undefined && next !== null).map((next) => writing(declared, next)),
            ];
        }
        case "removed":
            if (value === undefined || value === null) return [];
            if (isList) return value.length > 0 ? [writing(args, value.slice(0, -1)), writing(args, [])] : [];
            return [writing(args, null)];
        case "reordered":
            if (!isList || value.length < 2) return [];
            return [
                writing(args, value.toReversed()),
                ...(shuffle ? [{ declared: args, make: (_: World, id: string) => shuffle(id) }] : []),
            ];
    }
}

async function resultOf(
    kind: Kind,
    stage: Stage,
    world: World,
    deployer: OpenDeployer,
    property: string,
    edit: Edit,
    { declared, make }: Attempt,
): Promise<Result> {
    const stack = deployer(kind, world);
    if ((await stack.up(declared)).action !== "create") return "none";
    const id = stack.state?.id ?? "";
    world.service.clock.advance(HOUR_MS);
    const [record, stored] = [await read(stage, id), storedIn(world)];
    try {
        await make(world, id);
    } catch {
        return "none";
    }
    const edited = await read(stage, id);
    if (storedIn(world) === stored) return "none";
    const isSeen = !same(sorted(record), sorted(edited));
    const preview = await stack.preview(declared);
    if (preview.action === "same") {
        if (!(property in declared) && isSeen) return "unmanaged";
        if (edit === "reordered") return "equal";
        if (isWriteOnly(kind, property)) return "hidden";
        // The service accepts the request but its data does not change.
        return isSeen ? "hidden" : "none";
    }
    const repaired = await stack.up(declared);
    const after = await read(stage, stack.state?.id ?? "");
    const live = await kind.observe(scopeOf(world).live, stack.state?.id ?? "", Object.keys(declared));
    const isRepaired =
        repaired.action !== "failed" &&
        (same(sorted(after), sorted(record)) ||
            (live !== undefined && differences(kind.fields, readable(kind, declared), live).length === 0));
    return isRepaired ? "repaired" : "shown";
}

/** Edits a property through the API. @throws if the service refuses */
async function write(kind: Kind, world: World, id: string, declared: Properties, property: string): Promise<void> {
    const scope = scopeOf(world);
    const live = (await kind.observe(scope.live, id, Object.keys(declared))) ?? {};
    await kind.write(scope, id, { properties: [property], declared, live }, () => {});
}

function scopeOf(world: World): Scope {
    const { url, token } = world.service;
    const client = new Client({ url, token, retries: 0, readsPerSecond: 1e6, writesPerSecond: 1e6 });
    return { client, live: new Live(client, new Patience(0)), locks: new Locks(), now: () => world.now() };
}

async function read(stage: Stage, id: string): Promise<unknown> {
    return stage.read(id).catch(() => undefined);
}

function isWriteOnly(kind: Kind, property: string): boolean {
    return marksOf(kind.fields[property]).writeOnly === true;
}

function readable(kind: Kind, declared: Properties): Properties {
    return Object.fromEntries(Object.entries(declared).filter(([name]) => !isWriteOnly(kind, name)));
}

function without(properties: Properties, name: string): Properties {
    return Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));
}

/** What the service stores, without audit events, which record calls rather than edits. */
function storedIn(world: World): string {
    return JSON.stringify({ ...world.service.snapshot(), events: [] });
}

/** Other values for a property of which only one value is known. */
function flipped(kind: Kind, property: string, value: unknown): unknown[] {
    if (typeof value === "boolean") return [!value];
    if (typeof value === "number") return [value + 1];
    const candidates = typeof value === "string" ? ["GLOBAL", "LIMITED", "LOW", `${value} edited`] : [];
    return candidates.filter((one) => one !== value && kind.fields[property]?.safeParse(one).success === true);
}

/** Sorts lists and omits dates of changes. */
function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([key]) => !/^(updated|created)/.test(key))
            .map(([key, inner]) => [key, sorted(inner)]),
    );
}
