import type { Bundle, Governed, Group, Owner, Resource, Target } from "../model/facts/facts.js";
import type { PrincipalSet } from "../model/facts/principals.js";
import { governedOf } from "../model/facts/records.js";
import type { AccessModel } from "../model/model.js";
import { Search, type SearchEntry } from "./search.js";
import { placeKey, placeOfKey, type WayPlace, Ways } from "./ways.js";
import { NOUNS } from "./wording.js";

/** The data of the map page: one organization, or an organization before and after a change. */
export class Atlas {
    readonly before: Ways;
    /** Undefined if the page does not show a change. */
    readonly after: Ways | undefined;
    readonly search: Search;
    /** All objects that can be selected, by key. Objects that exist after the change have the names that they have then. */
    readonly #entries = new Map<string, SearchEntry>();

    constructor(before: AccessModel, after?: AccessModel) {
        this.before = new Ways(before);
        this.after = after && new Ways(after);
        for (const model of [before, ...(after ? [after] : [])])
            for (const entry of entriesOf(model)) this.#entries.set(entry.key, entry);
        this.search = new Search([...this.#entries.values()]);
    }

    /** The graphs before and after the change, or a single graph if there is no change. */
    get sides(): readonly Ways[] {
        return this.after ? [this.before, this.after] : [this.before];
    }

    /** The graph after the change, or the only graph if there is no change. */
    get latest(): Ways {
        return this.after ?? this.before;
    }

    get counts(): ReadonlyMap<string, number> {
        const counts = new Map<string, number>();
        for (const { type } of this.#entries.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
        return counts;
    }

    has(key: string): boolean {
        return this.#entries.has(key);
    }

    /** The name of the object, or its id if the name is unknown. */
    name(key: string): string {
        return this.#entries.get(key)?.name ?? placeOfKey(key).id;
    }

    /** Kind of the object, such as "person" or "access rule". */
    kind(key: string): string {
        return this.#entries.get(key)?.kind ?? "";
    }

    entry(key: string): SearchEntry | undefined {
        return this.#entries.get(key);
    }

    /** Returns the key of a principal by its number. */
    principal(number: number): string {
        const { principals, identities } = this.before.model.records;
        const isIdentity = identities.has(number) || this.after?.model.records.identities.has(number);
        return `${isIdentity ? "identity" : "user"} ${principals.id(number)}`;
    }

    /** Returns the keys of the principals in a set. */
    keys({ members }: PrincipalSet): string[] {
        return Array.from(members, (number) => this.principal(number));
    }

    /** The number of a principal. Undefined if it has none. */
    number(key: string): number | undefined {
        return this.before.model.records.principals.find(placeOfKey(key).id);
    }

    /** Record of a group or resource, as it is after the change if it still exists. */
    governed(target: Target): Group | Resource | undefined {
        return this.#latest((records) => governedOf(records, target));
    }

    /** "critical" or "high". "" for any other sensitivity. */
    sensitivity(key: string): string {
        const { type, id } = placeOfKey(key);
        if (type !== "group" && type !== "resource") return "";
        const { sensitivity = "" } = this.governed({ type, id }) ?? {};
        return ["CRITICAL", "HIGH"].includes(sensitivity) ? sensitivity.toLowerCase() : "";
    }

    bundle(id: string): Bundle | undefined {
        return this.#latest((records) => records.bundles.get(id));
    }

    owner(id: string): Owner | undefined {
        return this.#latest((records) => records.owners.get(id));
    }

    #latest<T>(read: (records: AccessModel["records"]) => T | undefined): T | undefined {
        return (this.after && read(this.after.model.records)) ?? read(this.before.model.records);
    }
}

function entriesOf({ records }: AccessModel): SearchEntry[] {
    const { users, identities, groups, resources, bundles, owners } = records;
    return [
        ...[...users.values()].map((one) => entry("user", one, one.email)),
        ...[...identities.values()].map((one) => entry("identity", one)),
        ...[...groups.values()].map((one) => ({
            ...entry("group", one, sensitivityText(one)),
            ...(one.rule && { kind: "access rule" }),
        })),
        ...[...resources.values()].map((one) =>
            entry("resource", one, [readable(one.resourceType), sensitivityText(one)].filter(Boolean).join(", ")),
        ),
        ...[...bundles.values()].map((one) => entry("bundle", one)),
        ...[...owners.values()].map((one) => entry("owner", one)),
    ];
}

function entry(
    type: SearchEntry["type"],
    { id, name }: { readonly id: string; readonly name: string },
    detail = "",
): SearchEntry {
    // Owners are not targets, but their keys have the same form.
    return { key: placeKey({ type, id } as WayPlace), type, id, name, kind: NOUNS[type][0], detail };
}

/** Converts a constant such as AWS_IAM_ROLE to lower case. */
function readable(value = "UNKNOWN"): string {
    return value === "UNKNOWN" ? "" : value.toLowerCase().replaceAll("_", " ");
}

/** Such as "critical sensitivity". "" if it is unknown. */
function sensitivityText({ sensitivity }: Governed): string {
    const text = readable(sensitivity);
    return text === "" ? "" : `${text === "none" ? "no" : text} sensitivity`;
}
