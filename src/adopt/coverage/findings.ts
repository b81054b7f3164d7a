import { compareText, grouped } from "../../common/collections.js";
import { RISKS, type Risk, referencesIn, riskiest } from "../../kernel.js";
import type { ServiceObject } from "../export/inventory/found.js";
import { administratorField } from "../export/inventory/selection.js";

export interface CoverageItem {
    readonly kind: string;
    readonly id: string;
    /** Name of the object. For a link: the names of the objects that it connects. */
    readonly name: string;
    /** Name of the owner that administers it. */
    readonly owner?: string;
}

/** An object, a document or a single member that no stack declares. */
export interface UndeclaredFinding extends CoverageItem {
    /** Id of the object that a document or a member belongs to. Undefined for an object with its own id. */
    readonly of?: string;
    /** Effect on access, of an object together with its undeclared documents and members. */
    readonly risk: Risk;
    /** Names of the declared objects whose access it concerns, such as a resource that a new group gives access to. */
    readonly reaches: readonly string[];
    /** Reason why a program cannot declare it. */
    readonly because?: string;
}

/** An undeclared object, as it was read, and its names. */
export interface FindingSource extends ServiceObject {
    readonly item: CoverageItem;
    readonly because?: string | undefined;
}

/** Kinds of objects that people get access to. */
const TARGETS: ReadonlySet<string> = new Set(["Group", "Resource", "Bundle", "Owner"]);

/**
 * Returns the findings about undeclared objects. What gives access to declared objects comes first, then what widens access, then the rest.
 * The documents and members of an object follow it.
 * @param declared names of the declared objects that have their own ids, by id
 */
export function undeclaredFindings(
    sources: readonly FindingSource[],
    declared: ReadonlyMap<string, string>,
): UndeclaredFinding[] {
    const parts = grouped(sources, ({ kind, id }) => kind.rootOf(id));
    const findings = sources.map((source): UndeclaredFinding => {
        const { kind, id, item, because } = source;
        const isEntity = kind.shape === "entity";
        return {
            ...item,
            ...(isEntity ? {} : { of: kind.rootOf(id) }),
            risk: riskiest((isEntity ? (parts.get(id) ?? [source]) : [source]).map((one) => one.kind.access.created)),
            reaches: isEntity ? reachedNames(id, parts, declared) : namesAmong(targetIds(source), declared),
            ...(because === undefined ? {} : { because }),
        };
    });
    return findingFamilies(findings).flat();
}

/** Names of the declared objects that an undeclared object leads to, also through other undeclared objects. */
function reachedNames(
    start: string,
    parts: ReadonlyMap<string, readonly FindingSource[]>,
    declared: ReadonlyMap<string, string>,
): string[] {
    const reached = new Set([start]);
    // Each step adds what the object leads to, which the loop then visits as well.
    for (const id of reached) {
        if (declared.has(id)) continue;
        for (const target of (parts.get(id) ?? []).flatMap(targetIds)) reached.add(target);
    }
    return namesAmong([...reached], declared);
}

/** Groups findings by the object that they are about, which comes first, and orders the groups by risk. */
export function findingFamilies(findings: readonly UndeclaredFinding[]): UndeclaredFinding[][] {
    const heads = new Set(findings.filter(({ of }) => of === undefined).map(({ id }) => id));
    const families = grouped(findings, ({ kind, id, of = id }) => (heads.has(of) ? of : `${kind} ${id}`));
    return [...families.values()]
        .map((family) => family.sort((a, b) => Number(a.of !== undefined) - Number(b.of !== undefined) || byRisk(a, b)))
        .sort(([a], [b]) => (a && b ? byRisk(a, b) : 0));
}

/** Ids of the objects to which somebody gets access through this one. Excludes those that only administer it. */
function targetIds({ kind, id, live }: FindingSource): string[] {
    if (kind.access.created === "none" || kind.access.created === "narrows") return [];
    const administrator = administratorField(kind);
    const ids = referencesIn(kind.fields, live).flatMap((one) =>
        TARGETS.has(one.to) && one.field !== administrator ? [one.id] : [],
    );
    return [...new Set(kind.shape === "entity" ? ids : [kind.rootOf(id), ...ids])];
}

function namesAmong(ids: readonly string[], declared: ReadonlyMap<string, string>): string[] {
    return ids.flatMap((id) => declared.get(id) ?? []);
}

function byRisk(a: UndeclaredFinding, b: UndeclaredFinding): number {
    return (
        Number(a.reaches.length === 0) - Number(b.reaches.length === 0) ||
        RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk) ||
        compareText(a.kind, b.kind) ||
        compareText(a.name, b.name) ||
        compareText(a.id, b.id)
    );
}
