import type { Change, Facts } from "../access/facts.js";
import { type Columns, columnsOf, recordsFrom, Values } from "./columns.js";

/** What a page holds, as it stands in it. */
export interface PageData {
    readonly title: string;
    readonly at: string;
    readonly assumptions?: Facts["assumptions"];
    readonly tables: Readonly<Record<string, Columns>>;
    /** What columns point to. */
    readonly values: readonly unknown[];
    /** What a preview would change; left out if there is nothing to compare. */
    readonly changes?: readonly Change[];
}

/** The lists that facts are made of, in the order in which they are written. */
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
    const values = new Values();
    const tables = Object.fromEntries(FACT_LISTS.map((name) => [name, columnsOf([...(facts[name] ?? [])], values)]));
    const { at, assumptions } = facts;
    return { title, at, ...(assumptions && { assumptions }), tables, values: values.list, ...(changes && { changes }) };
}

export function factsFrom({ at, assumptions, tables, values }: PageData): Facts {
    const lists = FACT_LISTS.map((name) => [name, recordsFrom(tables[name] ?? { count: 0, columns: {} }, values)]);
    // They are what `pageDataOf` was given, list by list.
    return { at, ...(assumptions && { assumptions }), ...Object.fromEntries(lists) } as unknown as Facts;
}
