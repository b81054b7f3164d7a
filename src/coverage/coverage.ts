import type { DeploymentDocument } from "../deployment.js";
import type { Declarable, Inventory } from "../export/inventory.js";
import { titleOf } from "../export/program/plan.js";
import type { Thing } from "../export/thing.js";
import type { Properties } from "../schema/fields.js";
import type { Kind } from "../shapes/kind.js";

/** How much of an organization is declared. */
export interface Coverage {
    readonly kinds: readonly KindCoverage[];
    /** Of all kinds together. */
    readonly total: Counts;
    /** Resources of the stacks whose objects the service does not have. */
    readonly missing: readonly Missing[];
    /** What nobody administers: no owner, or one without users. */
    readonly unowned: readonly Item[];
}

/** Numbers of things that a program could declare. */
export interface Counts {
    readonly there: number;
    readonly declared: number;
}

export interface KindCoverage extends Counts {
    readonly kind: string;
    readonly undeclared: readonly Item[];
    /** How many are left to what makes them, such as members that follow from a rule. */
    readonly leftOut: number;
}

export interface Item {
    readonly kind: string;
    readonly id: string;
    /** What people call it. */
    readonly name: string;
    /** The owner that administers it, by name. */
    readonly owner?: string;
}

export interface Missing {
    readonly kind: string;
    readonly id: string;
    /** Name of the resource. */
    readonly resource: string;
}

/** Compares what the stacks declare with what there is. */
export function coverageOf(
    stacks: readonly DeploymentDocument[],
    inventory: Inventory,
    kinds: readonly Kind[],
): Coverage {
    const declared = declaredIn(stacks, kinds);
    const { declarable, undeclared, things } = inventory;
    const known = new Set([...declarable, ...undeclared].map(({ kind, id }) => keyOf(kind, id)));
    const live = new Map(declarable.filter(({ kind }) => kind.shape === "entity").map((one) => [one.id, one.live]));
    const itemOf = (one: Declarable): Item => ({ kind: one.kind.name, id: one.id, ...namesOf(one, things) });
    const rows = kinds.map((kind): KindCoverage => {
        const all = declarable.filter((one) => one.kind === kind);
        const others = all.filter((one) => !isDeclared(one, declared, kinds));
        const leftOut = undeclared.filter((one) => one.kind === kind && one.path === undefined && !one.isFault).length;
        return {
            kind: kind.name,
            there: all.length,
            declared: all.length - others.length,
            undeclared: others.map(itemOf),
            leftOut,
        };
    });
    const found = rows.filter(({ there, leftOut }) => there + leftOut > 0);
    return {
        kinds: found,
        total: { there: sum(found, "there"), declared: sum(found, "declared") },
        missing: [...declared.values()]
            .filter(
                ({ kind, id }) =>
                    !(kind.shape === "entity"
                        ? things.has(id)
                        : known.has(keyOf(kind, id)) || things.has(kind.rootOf(id))),
            )
            .map(({ kind, id, resource }) => ({ kind: kind.name, id, resource })),
        unowned: declarable.filter((one) => isUnowned(one, live)).map(itemOf),
    };
}

/** What a stack declares. */
interface Declared {
    readonly kind: Kind;
    readonly id: string;
    readonly resource: string;
    readonly given: Properties;
}

const TYPE = /^pulumi-nodejs:dynamic\/access-governance:(\w+)$/;

function declaredIn(stacks: readonly DeploymentDocument[], kinds: readonly Kind[]): Map<string, Declared> {
    const byName = new Map(kinds.map((kind) => [kind.name, kind]));
    const found = stacks.flatMap(({ deployment: { resources } }) =>
        (resources ?? []).flatMap((entry): [string, Declared][] => {
            const kind = byName.get(TYPE.exec(entry.type)?.[1] ?? "");
            // What is still to be deleted is declared no more.
            if (!kind || entry.id === undefined || entry.delete || entry.external === true) return [];
            const resource = entry.urn.split("::").slice(3).join("::");
            return [[keyOf(kind, entry.id), { kind, id: entry.id, resource, given: entry.inputs ?? {} }]];
        }),
    );
    return new Map(found);
}

/** Whether a stack declares it: by itself, with the whole that it is a part of, or by all of its members. */
function isDeclared(
    { kind, id, given }: Declarable,
    declared: ReadonlyMap<string, Declared>,
    kinds: readonly Kind[],
): boolean {
    if (declared.has(keyOf(kind, id))) return true;
    const root = kind.rootOf(id);
    const document = kind.document ?? kind.memberOf(given)?.document;
    const holders = document === undefined ? [] : kinds.flatMap((one) => declared.get(keyOf(one, root)) ?? []);
    if (holders.some((one) => document !== undefined && one.kind.documents(one.given).includes(document))) return true;
    if (!("membersBelow" in kind.whereabouts)) return false;
    const members = kinds.find(
        (one) => one.shape === "membership" && one.memberOf({ [one.key[0] ?? ""]: root })?.document === kind.document,
    );
    const [set] = Object.keys(kind.fields).filter((name) => !kind.key.includes(name));
    const list: unknown = given[set ?? ""];
    if (!members || !Array.isArray(list)) return false;
    return list.every((item) => {
        const one = members.idOf({ ...item, [members.key[0] ?? ""]: root });
        return one !== undefined && declared.has(keyOf(members, one));
    });
}

/** Whether nobody can be asked: there is no owner, or the owner has no users. */
function isUnowned({ kind, live }: Declarable, objects: ReadonlyMap<string, Properties>): boolean {
    const field = ["adminOwnerId", "ownerId"].find((name) => name in kind.fields);
    if (field === undefined || kind.shape !== "entity") return false;
    const id = live[field];
    const owner = typeof id === "string" ? objects.get(id) : undefined;
    return typeof id !== "string" || (Array.isArray(owner?.userIds) && owner.userIds.length === 0);
}

function namesOf({ kind, id, live }: Declarable, things: ReadonlyMap<string, Thing>): { name: string; owner?: string } {
    const root = things.get(kind.rootOf(id))?.live ?? live;
    const parts =
        kind.shape === "membership" ? kind.key.map((name) => live[name]) : [kind.shape === "entity" ? undefined : id];
    const titles = parts.map(
        (part) => titleOf(things.get(String(part))?.live ?? {}) || (typeof part === "string" ? part : ""),
    );
    const owner = titleOf(things.get(String(root.adminOwnerId ?? root.ownerId))?.live ?? {});
    const name = kind.shape === "entity" ? titleOf(live) : titles.filter((title) => title !== "").join(" / ");
    return { name: name || id, ...(owner ? { owner } : {}) };
}

function keyOf(kind: Kind, id: string): string {
    return `${kind.name} ${id}`;
}

function sum(rows: readonly KindCoverage[], what: "there" | "declared"): number {
    return rows.reduce((total, row) => total + row[what], 0);
}
