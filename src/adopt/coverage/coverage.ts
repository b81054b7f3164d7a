import { grouped } from "../../common/collections.js";
import { objectName } from "../../common/names.js";
import type { Properties } from "../../common/properties.js";
import { isInactiveStatus } from "../../common/user-statuses.js";
import { type DeploymentDocument, type Kind, referencesIn } from "../../kernel.js";
import { declaredIn, isDeclaredInStack, missingOf, type StackDeclaration } from "../export/declared.js";
import { type Declarable, objectKey, type ServiceObject } from "../export/inventory/found.js";
import type { OrganizationInventory } from "../export/inventory/inventory.js";
import { administratorField, administratorId } from "../export/inventory/selection.js";
import { type CoverageItem, type UndeclaredFinding, undeclaredFindings } from "./findings.js";

/** How much of an organization is declared. */
export interface Coverage {
    readonly kinds: readonly KindCoverage[];
    /** Total of all kinds. */
    readonly total: Counts;
    /** Counts of the objects that each owner administers. Excludes objects without an owner. */
    readonly owners: readonly OwnerCoverage[];
    /** Counts of objects that do not need to be declared, by reason, most frequent first. */
    readonly leftOut: readonly { readonly because: string; readonly count: number }[];
    /** Resources of the stacks whose objects do not exist on the service. */
    readonly missing: readonly Missing[];
    /** Objects without an owner, or with an owner without users. */
    readonly unowned: readonly CoverageItem[];
    /** What no stack declares, member by member and including what cannot be declared, with what gives access first. */
    readonly findings: readonly UndeclaredFinding[];
    /** What the service refused to return, so that it is unknown whether it is declared. */
    readonly unread: readonly UnreadItem[];
    /** Access that users still have although the HR directory says that they left or are suspended. Counts direct access only. */
    readonly inactive: readonly CoverageItem[];
}

/** Numbers of objects that a program could declare. */
export interface Counts {
    readonly there: number;
    readonly declared: number;
}

export interface KindCoverage extends Counts {
    readonly kind: string;
    readonly undeclared: readonly CoverageItem[];
    /** Number of objects that do not need to be declared because they follow from others, such as members of a rule. */
    readonly leftOut: number;
}

export interface OwnerCoverage extends Counts {
    readonly owner: string;
}

export interface Missing {
    readonly kind: string;
    readonly id: string;
    /** Name of the resource. */
    readonly resource: string;
}

export interface UnreadItem {
    readonly kind: string;
    /** Id of the object, or `all of them`. */
    readonly id: string;
    readonly because: string;
}

/** Compares the stacks with the organization. */
export function coverageOf(
    stacks: readonly DeploymentDocument[],
    inventory: OrganizationInventory,
    kinds: readonly Kind[],
    /** Whether the inventory includes a kind. Default: it includes all kinds. */
    wasRead: (kind: Kind) => boolean = () => true,
): Coverage {
    const declared = declaredIn(stacks, kinds);
    const { declarable, undeclared, things } = inventory;
    const gone = missingOf(declared, inventory).filter(({ kind }) => wasRead(kind));
    const live = new Map(declarable.filter(({ kind }) => kind.shape === "entity").map((one) => [one.id, one.live]));
    const itemOf = (one: ServiceObject): CoverageItem => ({
        kind: one.kind.name,
        id: one.id,
        ...coverageNames(one, things),
    });
    const open = new Set(declarable.filter((one) => !isDeclaredInStack(one, declared, kinds)));
    const leftOut = undeclared.filter(({ path, isFault }) => path === undefined && !isFault);
    const rows = kinds.map((kind): KindCoverage => {
        const all = declarable.filter((one) => one.kind === kind);
        return {
            kind: kind.name,
            ...countsOf(all, open),
            undeclared: all.filter((one) => open.has(one)).map(itemOf),
            leftOut: leftOut.filter((one) => one.kind === kind).length,
        };
    });
    const owned = grouped(declarable, (one) => itemOf(one).owner);
    const found = rows.filter(({ there, leftOut }) => there + leftOut > 0);
    return {
        kinds: found,
        total: countsOf(declarable, open),
        owners: [...owned].flatMap(([owner, all]) => (owner === undefined ? [] : [{ owner, ...countsOf(all, open) }])),
        leftOut: [...grouped(leftOut, ({ because }) => because)]
            .map(([because, { length: count }]) => ({ because, count }))
            .sort((a, b) => b.count - a.count),
        missing: gone.map(({ kind, id, resource }) => ({ kind: kind.name, id, resource })),
        unowned: declarable.filter((one) => isUnowned(one, live)).map(itemOf),
        findings: undeclaredFindings(
            findingSources(inventory, open, declared).map((one) => ({ ...one, item: itemOf(one) })),
            declaredNames(declared, things),
        ),
        unread: undeclared
            .filter(({ isUnread }) => isUnread)
            .map(({ kind, id, because }) => ({ kind: kind.name, id, because })),
        inactive: declarable.flatMap((one) => {
            const users = inactiveUsers(one, things);
            const item = itemOf(one);
            if (one.kind.shape === "membership") return users.length > 0 ? [item] : [];
            return users.map((user) => ({ ...item, name: `${item.name} / ${user}` }));
        }),
    };
}

/** What no stack declares: each member that no stack declares instead of its set, and what was read but an export cannot declare. */
function findingSources(
    { undeclared, things }: OrganizationInventory,
    open: ReadonlySet<Declarable>,
    declared: ReadonlyMap<string, StackDeclaration>,
): (ServiceObject & { readonly because?: string })[] {
    const isUndeclared = (one: { readonly kind: Kind; readonly id: string }): boolean => !declared.has(objectKey(one));
    return [
        ...open,
        ...undeclared
            .filter(
                ({ path, isFault, isTemporary, isUnread }) =>
                    path === undefined && (isFault || isTemporary) && !isUnread,
            )
            .filter(isUndeclared)
            .map(({ kind, id, because }) => ({
                kind,
                id,
                because,
                live: things.get(id)?.live ?? kind.keyOf(id),
            })),
    ];
}

/** Names of the declared objects that have their own ids, by id. */
function declaredNames(
    declared: ReadonlyMap<string, StackDeclaration>,
    things: ReadonlyMap<string, ServiceObject>,
): ReadonlyMap<string, string> {
    const objects = [...declared.values()].filter(({ kind }) => kind.shape === "entity");
    return new Map(objects.map(({ id, resource }) => [id, objectName(things.get(id)?.live ?? {}) ?? resource]));
}

/** Whether an entity lacks an owner, or its owner does not have users. */
function isUnowned({ kind, live }: Declarable, objects: ReadonlyMap<string, Properties>): boolean {
    const field = administratorField(kind);
    if (field === undefined || kind.shape !== "entity") return false;
    const id = live[field];
    const owner = typeof id === "string" ? objects.get(id) : undefined;
    return typeof id !== "string" || (Array.isArray(owner?.userIds) && owner.userIds.length === 0);
}

/** Returns the names of the users to whom an object gives access although they left or are suspended. */
function inactiveUsers({ kind, live }: Declarable, things: ReadonlyMap<string, ServiceObject>): string[] {
    if (kind.shape === "entity" || kind.access.created !== "widens") return [];
    return referencesIn(kind.fields, live)
        .filter(({ to }) => to === "User")
        .flatMap(({ id }) => {
            const user = things.get(id)?.live ?? {};
            return isInactiveStatus(user.hrIdpStatus) ? [objectName(user) ?? id] : [];
        });
}

function coverageNames(
    { kind, id, live }: ServiceObject,
    things: ReadonlyMap<string, ServiceObject>,
): { name: string; owner?: string } {
    const root = things.get(kind.rootOf(id))?.live ?? live;
    const parts =
        kind.shape === "membership" ? kind.key.map((name) => live[name]) : [kind.shape === "entity" ? undefined : id];
    const titles = parts.map(
        (part) => objectName(things.get(String(part))?.live ?? {}) ?? (typeof part === "string" ? part : ""),
    );
    const owner = objectName(things.get(administratorId(root))?.live ?? {});
    const name = kind.shape === "entity" ? objectName(live) : titles.filter((title) => title !== "").join(" / ");
    return { name: name || id, ...(owner ? { owner } : {}) };
}

function countsOf(all: readonly Declarable[], open: ReadonlySet<Declarable>): Counts {
    return { there: all.length, declared: all.filter((one) => !open.has(one)).length };
}

/** Returns the declared share as text, such as `99 %`. */
export function percentOf({ there, declared }: Counts): string {
    return `${shareOf({ there, declared })} %`;
}

/** Returns the declared share in percent, rounded down, so that 100 means that everything is declared. */
export function shareOf({ there, declared }: Counts): number {
    return there === 0 ? 100 : Math.floor((100 * declared) / there);
}
