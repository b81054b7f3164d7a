import { UsageError } from "../../../common/errors.js";
import type { Properties } from "../../../common/properties.js";
import { hint } from "../../../common/spelling.js";
import type { Kind } from "../../../kernel.js";
import { objectKey, type ServiceObject } from "./found.js";

/** An object selected individually. */
export interface SelectedObject {
    readonly kind: Kind;
    readonly id: string;
    /** Properties that the service never returns, if known from another source. */
    readonly known?: Properties;
}

/** A part of an organization. Omitted options do not restrict it. */
export interface ExportSelection {
    /**
     * Objects to declare, exactly in this form (a set as a whole, or members one by one), even if an export would otherwise omit them.
     * Objects that do not exist are listed as undeclared.
     */
    readonly named?: readonly SelectedObject[];
    /** Declares memberships one by one instead of as complete sets, so that additions are not seen: of all objects, or of these. */
    readonly single?: boolean | ((object: { readonly kind: Kind; readonly id: string }) => boolean);
    /** Names of the only kinds to declare. */
    readonly include?: readonly string[];
    /** Names of kinds not to declare. */
    readonly exclude?: readonly string[];
    /** Names of apps. Only objects that belong to them are declared. */
    readonly apps?: readonly string[];
    /** Names of owners. Only objects that they administer are declared. */
    readonly owners?: readonly string[];
    /** Names of owners. Only these owners and the objects that they administer are declared. */
    readonly team?: readonly string[];
    /** Names of owners. These owners and the objects that they administer are not declared. */
    readonly exceptTeam?: readonly string[];
}

/** Returns a function that decides whether a kind is declared. @throws UsageError if a kind is unknown */
export function kindsOf({ include, exclude }: ExportSelection, kinds: readonly Kind[]): (kind: Kind) => boolean {
    const known = kinds.map(({ name }) => name);
    for (const name of [...(include ?? []), ...(exclude ?? [])]) {
        if (known.includes(name)) continue;
        throw new UsageError(
            `Unknown kind ${JSON.stringify(name)}${hint(name, known) || `. The kinds are ${known.join(", ")}.`}`,
        );
    }
    return ({ name }) => (include?.includes(name) ?? true) && !exclude?.includes(name);
}

/** Returns a function that decides whether the memberships of an object are declared as a complete set, in the form of the kind `set`. */
export function setsWanted({ named, single = false, include }: ExportSelection, isWanted: (kind: Kind) => boolean) {
    const isSingle = typeof single === "function" ? single : () => single;
    // A kind of single memberships that is requested by name is declared in this form.
    return (kind: Kind, set: Kind, of: ServiceObject): boolean =>
        named === undefined &&
        isWanted(set) &&
        (!set.set?.isExportedByName || include?.includes(set.name) === true) &&
        (include === undefined || include.includes(set.name) || !include.includes(kind.name)) &&
        !isSingle(of);
}

/** Returns a function that decides whether an object is declared. @throws UsageError if an app or owner is unknown */
export function selectedObjects(
    selection: ExportSelection,
    things: ReadonlyMap<string, ServiceObject>,
): (thing: ServiceObject) => boolean {
    const { named, apps, owners, team, exceptTeam } = selection;
    const keys = named && new Set(named.map(objectKey));
    const appIds = idsOf("App", apps);
    const ownerIds = idsOf("Owner", owners);
    const teamIds = idsOf("Owner", team);
    const otherIds = idsOf("Owner", exceptTeam);
    return (thing) => {
        const owner = administratorId(thing.live);
        return (
            (!keys || keys.has(objectKey(thing))) &&
            (!appIds || appIds.has(String(thing.live.appId))) &&
            (!ownerIds || ownerIds.has(owner)) &&
            (!teamIds || teamIds.has(owner) || teamIds.has(thing.id)) &&
            !(otherIds?.has(owner) || otherIds?.has(thing.id))
        );
    };

    function idsOf(noun: "App" | "Owner", names: readonly string[] | undefined): Set<string> | undefined {
        if (!names) return undefined;
        const all = [...things.values()].filter(({ kind }) => kind.name === noun);
        const found = names.map((name) => {
            const fitting = all.filter(({ live }) => live.name === name).map(({ id }) => id);
            if (fitting.length > 0) return fitting;
            const known = all.map(({ live }) => String(live.name));
            throw new UsageError(
                `Unknown ${noun.toLowerCase()} ${JSON.stringify(name)}${hint(name, known) || ". Names must match exactly."}`,
            );
        });
        return new Set(found.flat());
    }
}

/** Returns the id of the owner that administers an object. */
export function administratorId({ adminOwnerId, ownerId }: Properties): string {
    return String(adminOwnerId ?? ownerId);
}

/** Returns the field with the owner that administers the objects of a kind; undefined if the kind has none. */
export function administratorField({ fields }: Kind): string | undefined {
    return ["adminOwnerId", "ownerId"].find((name) => name in fields);
}
