import { addTo, grouped } from "../../../common/collections.js";
import type { Existing, Kind } from "../../../kernel.js";
import type { Declarable } from "../inventory/found.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import { administratorField, administratorId } from "../inventory/selection.js";
import {
    componentsOf,
    cyclesAmong,
    entitiesById,
    referredDeclarations,
    type UntangledDeclaration,
    untangle,
} from "./circles.js";
import { slugOf, titleOf, UniqueNames, variableOf } from "./names.js";

/** An object that the program declares, with its name and place in the program. */
export interface PlannedDeclaration extends UntangledDeclaration {
    /** Name of its resource. */
    readonly name: string;
    /** The variable that contains the resource; undefined if no declaration refers to its id. */
    readonly variable?: string;
    /** Path of its file, relative to the folder of the program and without an extension. */
    readonly file: string;
}

/** Names that a program already uses. */
export interface Taken {
    readonly variables: Iterable<string>;
    /** Names of resources, by the name of their kind. */
    readonly resources: ReadonlyMap<string, Iterable<string>>;
}

const NOTHING: Taken = { variables: [], resources: new Map() };

/** Assigns files and names to all declarations, in the order of `kinds`, but dependencies come first. The result is deterministic. */
export function planDeclarations(
    { declarable, things }: OrganizationInventory,
    kinds: readonly Kind[],
    taken = NOTHING,
): PlannedDeclaration[] {
    const rank = new Map(kinds.map((kind, at) => [kind, at]));
    const sorted = untangle(declarable, kinds).sort((a, b) => (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0));
    const named = nameAll(sorted, things, taken);
    const files = filesOf(named, things);
    const planned = named.map((one) => ({ ...one, file: files.get(one) ?? "index" }));
    const objects = entitiesById(planned);
    return componentsOf(planned, (one) => referredDeclarations(one, objects)).flat();
}

type NamedDeclaration = Omit<PlannedDeclaration, "file">;

function nameAll(
    declarables: readonly UntangledDeclaration[],
    things: OrganizationInventory["things"],
    taken: Taken,
): NamedDeclaration[] {
    const variables = new UniqueNames(taken.variables);
    const names = new Map<string, UniqueNames>();
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
            return { ...one, name, variable: variables.take(variableOf(name, one.kind.name)) };
        });
    const byId = entitiesById(objects);
    const partName = (value: unknown): string => {
        if (typeof value !== "string") return "";
        const known = byId.get(value);
        if (known) return known.name;
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
): Map<NamedDeclaration, string> {
    const objects = entitiesById(all);
    const first = new Map(all.map((one) => [one, homeOf(one, objects, things)]));
    const homes = new Map(first);
    const needs = new Map(all.map((one) => [one, referredDeclarations(one, objects)]));
    const further = new Map<string, string>();
    const names = new UniqueNames(first.values());
    for (let round = 2; ; round += 1) {
        const cycles = fileCycles(homes, needs);
        if (cycles.length === 0) return homes;
        for (const cycle of cycles) {
            const inside = new Set(cycle);
            const members = all.filter((one) => inside.has(homes.get(one) ?? ""));
            for (const one of membersLater(members, homes, needs)) {
                const file = `${first.get(one)}-${round}`;
                const free = further.get(file) ?? names.take(file);
                further.set(file, free);
                homes.set(one, free);
            }
        }
    }
}

type DeclarationFiles = ReadonlyMap<NamedDeclaration, string>;
type DeclarationNeeds = ReadonlyMap<NamedDeclaration, readonly NamedDeclaration[]>;

/** Selects the declarations to move to a later file: those that depend on another file of a cycle, and their dependents. */
function membersLater(
    members: readonly NamedDeclaration[],
    homes: DeclarationFiles,
    needs: DeclarationNeeds,
): NamedDeclaration[] {
    const inside = new Set(members);
    const neededBy = new Map<NamedDeclaration, NamedDeclaration[]>();
    const later = new Set<NamedDeclaration>();
    for (const one of members) {
        for (const other of needs.get(one) ?? []) {
            if (!inside.has(other)) continue;
            if (homes.get(other) !== homes.get(one)) later.add(one);
            addTo(neededBy, other, one);
        }
    }
    // The iteration includes elements that are added during it.
    for (const one of later) for (const other of neededBy.get(one) ?? []) later.add(other);
    return members.filter((one) => later.has(one));
}

function fileCycles(homes: DeclarationFiles, needs: DeclarationNeeds): string[][] {
    const files = grouped(homes.keys(), (one) => homes.get(one) ?? "");
    return cyclesAmong(files.keys(), (file) => {
        const needed = (files.get(file) ?? []).flatMap((one) => needs.get(one) ?? []);
        return new Set(needed.flatMap((one) => homes.get(one) ?? []).filter((other) => other !== file));
    });
}

function homeOf(
    one: NamedDeclaration,
    objects: ReadonlyMap<string, NamedDeclaration>,
    things: OrganizationInventory["things"],
): string {
    const { kind, given } = one;
    const teamOf = ({ live }: Existing): string | undefined => {
        const owner = things.get(administratorId(live));
        return owner && (objects.get(owner.id)?.name ?? (slugOf(titleOf(owner.live)) || undefined));
    };
    if (kind.shape === "entity") return (administratorField(kind) && inFolder("teams", teamOf(one))) ?? fileOf(kind);
    const parent = things.get(String(given[kind.key[0] ?? ""]));
    if (!parent) return "access/others";
    const folder = kind.shape === "membership" || kind.set ? "access" : "teams";
    return inFolder(folder, teamOf(parent)) ?? `access/${parent.live.email ? "people" : "others"}`;
}

/** Returns the title of the first object in the key. */
function keyTitle({ kind, live }: Declarable, things: OrganizationInventory["things"]): string {
    return titleOf(things.get(String(live[kind.key[0] ?? ""]))?.live ?? {});
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
