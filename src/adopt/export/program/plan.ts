import type { Properties } from "../../../provider/schema/fields.js";
import type { Kind } from "../../../provider/shapes/kind.js";
import { type Declarable, objectKey } from "../inventory/found.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import type { ServiceObject } from "../inventory/thing.js";
import { cyclesAmong, knownIdsIn, type Untangled, untangle } from "./circles.js";
import { slugOf, titleOf, UniqueNames, variableOf } from "./names.js";

/** An object that the program declares, with its name and place in the program. */
export interface PlannedDeclaration extends Declarable {
    /** Name of its resource. */
    readonly name: string;
    /** The variable that contains the resource; undefined if no declaration refers to its id. */
    readonly variable?: string;
    /** Path of its file, relative to the folder of the program and without an extension. */
    readonly file: string;
    /** Ids in `given` of declared objects that are looked up, because references to them would form a cycle. */
    readonly lookedUp: ReadonlySet<string>;
}

/** The order of kinds in a file. Dependencies always come first. */
const ORDER = [
    "Tag",
    "MessageChannel",
    "OnCallSchedule",
    "Owner",
    "RequestTemplate",
    "ConfigurationTemplate",
    "App",
    "Paladin",
    "Script",
    "AccessRule",
    "Group",
    "Resource",
    "Bundle",
];

/** Files for objects without an administrator. */
const FILES: Readonly<Record<string, string>> = {
    Tag: "tags",
    MessageChannel: "channels",
    OnCallSchedule: "channels",
    Owner: "owners",
    RequestTemplate: "request-templates",
    Delegation: "delegations",
    Campaign: "campaigns",
    EventStream: "event-streams",
    Script: "scripts",
};

/** Names that a program already uses. */
export interface Taken {
    readonly variables: Iterable<string>;
    /** Names of resources, by the name of their kind. */
    readonly resources: ReadonlyMap<string, Iterable<string>>;
}

const NOTHING: Taken = { variables: [], resources: new Map() };

/** Assigns files and names to all declarations. The result is deterministic. */
export function planDeclarations(
    { declarable, things }: OrganizationInventory,
    kinds: readonly Kind[],
    taken = NOTHING,
): PlannedDeclaration[] {
    const { declarables, lookedUp } = untangle(declarable, kinds);
    const rank = (kind: Kind): number => (ORDER.includes(kind.name) ? ORDER.indexOf(kind.name) : ORDER.length);
    const sorted = declarables.toSorted((a, b) => rank(a.kind) - rank(b.kind));
    const named = nameAll(sorted, things, taken);
    const files = filesOf(named, things, lookedUp);
    return inOrder(
        named.map((one) => ({
            ...one,
            file: files.get(objectKey(one)) ?? "index",
            lookedUp: lookedUp.get(objectKey(one)) ?? new Set(),
        })),
    );
}

type NamedDeclaration = Omit<PlannedDeclaration, "file" | "lookedUp">;

function nameAll(
    declarables: readonly Declarable[],
    things: OrganizationInventory["things"],
    taken: Taken,
): NamedDeclaration[] {
    const variables = new UniqueNames(taken.variables);
    const names = new Map<string, UniqueNames>();
    const byId = new Map<string, string>();
    const namesOf = (kind: Kind): UniqueNames => {
        const known = names.get(kind.name) ?? new UniqueNames(taken.resources.get(kind.name));
        names.set(kind.name, known);
        return known;
    };
    const objects = declarables
        .filter(({ kind }) => kind.shape === "entity")
        .map((one): NamedDeclaration => {
            const slug = slugOf(titleOf(one.live)) || slugOf(keyTitle(one, things)) || slugOf(one.kind.noun);
            const around = [one.live.appId, one.live.adminOwnerId].map((id) =>
                slugOf(titleOf(things.get(String(id))?.live ?? {})),
            );
            const longer = around.filter((one) => one !== "").map((more) => `${slug}-${more}`);
            const name = namesOf(one.kind).take(slug, ...longer);
            byId.set(one.id, name);
            return { ...one, name, variable: variables.take(variableOf(name, one.kind.name)) };
        });
    const partName = (value: unknown): string => {
        if (typeof value !== "string") return "";
        const known = byId.get(value);
        if (known !== undefined) return known;
        const thing = things.get(value);
        if (!thing) return slugOf(value);
        return typeof thing.live.email === "string" ? thing.live.email : slugOf(titleOf(thing.live)) || value;
    };
    const others = declarables
        .filter(({ kind }) => kind.shape !== "entity")
        .map((one): NamedDeclaration => {
            const parts = one.kind.key.map((name) => partName(one.given[name])).filter((part) => part !== "");
            return { ...one, name: namesOf(one.kind).take(parts.join("/") || slugOf(one.kind.noun)) };
        });
    return [...objects, ...others];
}

/** Assigns files: one per team, one for its access, and one for each kind without a team. */
function filesOf(
    all: readonly NamedDeclaration[],
    things: OrganizationInventory["things"],
    lookedUp: Untangled["lookedUp"],
): Map<string, string> {
    const objects = new Map(all.filter(({ variable }) => variable).map((one) => [one.id, one]));
    const first = new Map(all.map((one) => [objectKey(one), homeOf(one, objects, things)]));
    const homes = new Map(first);
    const needs = new Map(
        all.map((one) => {
            const ids = [...knownIdsIn(one.given, objects)].filter((id) => !lookedUp.get(objectKey(one))?.has(id));
            return [objectKey(one), ids.flatMap((id) => objects.get(id) ?? []).map(objectKey)];
        }),
    );
    const further = new Map<string, string>();
    const names = new UniqueNames(first.values());
    for (let round = 2; ; round += 1) {
        const cycles = fileCycles(homes, needs);
        if (cycles.length === 0) return homes;
        for (const cycle of cycles) {
            const inside = new Set(cycle);
            const members = all.map(objectKey).filter((key) => inside.has(homes.get(key) ?? ""));
            for (const key of membersLater(members, homes, needs)) {
                const file = `${first.get(key)}-${round}`;
                const free = further.get(file) ?? names.take(file);
                further.set(file, free);
                homes.set(key, free);
            }
        }
    }
}

/** Selects the declarations to move to a later file: those that depend on another file of a cycle, and their dependents. */
function membersLater(
    members: readonly string[],
    homes: ReadonlyMap<string, string>,
    needs: ReadonlyMap<string, readonly string[]>,
): string[] {
    const inside = new Set(members);
    const neededBy = new Map<string, string[]>();
    const later = new Set<string>();
    for (const key of members) {
        for (const other of needs.get(key) ?? []) {
            if (!inside.has(other)) continue;
            if (homes.get(other) !== homes.get(key)) later.add(key);
            neededBy.set(other, [...(neededBy.get(other) ?? []), key]);
        }
    }
    // The iteration includes elements that are added during it.
    for (const key of later) for (const other of neededBy.get(key) ?? []) later.add(other);
    return members.filter((key) => later.has(key));
}

function fileCycles(homes: ReadonlyMap<string, string>, needs: ReadonlyMap<string, readonly string[]>): string[][] {
    const files = new Map<string, Set<string>>();
    for (const [key, home] of homes) {
        const others = files.get(home) ?? new Set();
        files.set(home, others);
        for (const other of needs.get(key) ?? []) {
            const file = homes.get(other);
            if (file !== undefined && file !== home) others.add(file);
        }
    }
    return cyclesAmong(files.keys(), (file) => files.get(file) ?? []);
}

function homeOf(
    one: NamedDeclaration,
    objects: ReadonlyMap<string, NamedDeclaration>,
    things: OrganizationInventory["things"],
): string {
    const { kind, live, given } = one;
    const ownerOf = (properties: Properties): string | undefined => {
        const thing = things.get(String(properties.adminOwnerId ?? properties.ownerId));
        return thing && objects.get(thing.id)?.kind.name === "Owner" ? objects.get(thing.id)?.name : teamOf(thing);
    };
    const parent = things.get(String(given[kind.key[0] ?? ""]));
    const own = FILES[kind.name] ?? inFolder("teams", ownerOf(live));
    if (own !== undefined && one.variable) return own;
    if (!parent) return one.variable ? fileOf(kind) : "access/others";
    const home = parent.kind && FILES[parent.kind.name];
    const folder = kind.shape !== "subresource" || "membersBelow" in kind.discovery ? "access" : "teams";
    return inFolder(folder, ownerOf(parent.live)) ?? `access/${home ?? (parent.live.email ? "people" : "others")}`;
}

/** Returns the title of the first object in the key. */
function keyTitle({ kind, live }: Declarable, things: OrganizationInventory["things"]): string {
    return titleOf(things.get(String(live[kind.key[0] ?? ""]))?.live ?? {});
}

function teamOf(thing: ServiceObject | undefined): string | undefined {
    return thing && (slugOf(titleOf(thing.live)) || undefined);
}

/** Returns the file name for a kind, such as `event-streams` for `EventStream`. */
function fileOf({ name }: Kind): string {
    return `${name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase()}s`;
}

function inFolder(folder: string, name: string | undefined): string | undefined {
    if (name === undefined) return undefined;
    // Windows reserves these names, with any extension.
    return /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${folder}/${name}-team` : `${folder}/${name}`;
}

/** Sorts by dependencies, and otherwise preserves the order. */
function inOrder(all: readonly PlannedDeclaration[]): PlannedDeclaration[] {
    const objects = new Map(all.filter(({ variable }) => variable).map((one) => [one.id, one]));
    const needsOf = (one: PlannedDeclaration): PlannedDeclaration[] =>
        [...knownIdsIn(one.given, objects)]
            .filter((id) => !one.lookedUp.has(id))
            .flatMap((id) => objects.get(id) ?? []);
    const seen = new Set<PlannedDeclaration>();
    const placed: PlannedDeclaration[] = [];
    // Without recursion, because a chain may contain all objects.
    for (const first of all) {
        if (seen.has(first)) continue;
        seen.add(first);
        const work = [{ one: first, needs: needsOf(first).values() }];
        for (let top = work.at(-1); top; top = work.at(-1)) {
            const { value: next, done } = top.needs.next();
            if (done) {
                placed.push(top.one);
                work.pop();
            } else if (!seen.has(next)) {
                seen.add(next);
                work.push({ one: next, needs: needsOf(next).values() });
            }
        }
    }
    return placed;
}
