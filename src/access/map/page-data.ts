import type { Change } from "../model/facts/change.js";
import type { Facts } from "../model/facts/facts.js";
import { type Columns, columnsOf, IndexedValues, recordsFrom } from "./columns.js";

/** The data that is embedded in the page. */
export interface PageData {
    readonly title: string;
    readonly at: string;
    readonly assumptions?: Facts["assumptions"];
    readonly tables: Readonly<Record<string, Columns>>;
    /** The values that the columns refer to by index. */
    readonly values: readonly unknown[];
    /** Changes to show next to the facts, if any. */
    readonly changes?: readonly Change[];
}

/** Names of the lists in `Facts`, in output order. */
export const FACT_LISTS = [
    "users",
    "identities",
    "groups",
    "resources",
    "bundles",
    "owners",
    "memberships",
    "grants",
    "links",
    "nestings",
    "bindings",
    "delegations",
    "templates",
    "unknowns",
] as const satisfies readonly (keyof Facts)[];

export function pageDataOf(facts: Facts, title: string, changes?: readonly Change[]): PageData {
    const values = new IndexedValues();
    const tables = Object.fromEntries(FACT_LISTS.map((name) => [name, columnsOf([...(facts[name] ?? [])], values)]));
    const { at, assumptions } = facts;
    return { title, at, ...(assumptions && { assumptions }), tables, values: values.list, ...(changes && { changes }) };
}

export function factsFrom({ at, assumptions, tables, values }: PageData): Facts {
    const lists = FACT_LISTS.map((name) => [name, recordsFrom(tables[name] ?? { count: 0, columns: {} }, values)]);
    // The cast is safe because `pageDataOf` wrote these lists.
    return { at, ...(assumptions && { assumptions }), ...Object.fromEntries(lists) } as unknown as Facts;
}
