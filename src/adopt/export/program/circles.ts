import { isObject } from "../../../provider/schema/comparison/equality.js";
import type { Properties } from "../../../provider/schema/fields.js";
import type { Kind } from "../../../provider/shapes/kind.js";
import { type Declarable, objectKey } from "../inventory/found.js";

/** The declarations of a program, without cycles. */
export interface Untangled {
    readonly declarables: readonly Declarable[];
    /** Ids that a declaration must look up instead of referring to the resource, by the key of the declaration. */
    readonly lookedUp: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the ids in a value that are in `known`. */
export function knownIdsIn(value: unknown, known: { has(id: string): boolean }): Set<string> {
    const found = new Set<string>();
    const look = (inner: unknown): void => {
        if (typeof inner === "string") {
            if (known.has(inner)) found.add(inner);
        } else if (typeof inner === "object" && inner !== null) for (const one of Object.values(inner)) look(one);
    };
    look(value);
    return found;
}

/**
 * Breaks cycles, such as a group that is visible only to its own members. Moves a part of an object to a separate declaration after the
 * object. If that is not enough, uses lookups for the property in a cycle that has the fewest references.
 */
export function untangle(declarables: readonly Declarable[], kinds: readonly Kind[]): Untangled {
    const apart = splitWherePossible(declarables, kinds);
    const lookedUp = new Map<string, Set<string>>();
    const objects = new Map(apart.filter(isObjectKind).map((one) => [one.id, one]));
    const uses = usesOf(apart, objects);
    for (let cycles = cyclesIn(objects, lookedUp); cycles.length > 0; cycles = cyclesIn(objects, lookedUp)) {
        for (const cycle of cycles) {
            const members = new Set(cycle.map(({ id }) => id));
            const edges = cycle.flatMap((one) =>
                Object.entries(one.given).flatMap(([property, value]) =>
                    [...knownIdsIn(value, members)]
                        .filter((id) => !lookedUp.get(objectKey(one))?.has(id))
                        .map((id) => ({ one, id, use: `${one.kind.name}.${property}` })),
                ),
            );
            const [rarest] = edges
                .map(({ use }) => use)
                .sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0) || (a < b ? 1 : -1));
            for (const { one, id, use } of edges) {
                if (use !== rarest) continue;
                lookedUp.set(objectKey(one), (lookedUp.get(objectKey(one)) ?? new Set()).add(id));
            }
        }
    }
    return { declarables: apart, lookedUp };
}

/**
 * Returns the cycles: groups of ids that depend on each other, or an id that depends on itself.
 * @param needs returns the dependencies of an id
 */
export function cyclesAmong(ids: Iterable<string>, needs: (id: string) => Iterable<string>): string[][] {
    // Tarjan's algorithm without recursion, because a chain may contain all objects.
    const index = new Map<string, number>();
    const low = new Map<string, number>();
    const stack: string[] = [];
    const onStack = new Set<string>();
    const cycles: string[][] = [];
    for (const root of ids) {
        if (index.has(root)) continue;
        const work = [{ id: root, rest: open(root) }];
        for (let top = work.at(-1); top; top = work.at(-1)) {
            const { id, rest } = top;
            const { value: next, done } = rest.next();
            if (!done) {
                if (!index.has(next)) work.push({ id: next, rest: open(next) });
                else if (onStack.has(next)) lower(id, index.get(next) ?? 0);
                continue;
            }
            work.pop();
            const above = work.at(-1);
            if (above) lower(above.id, low.get(id) ?? 0);
            if (low.get(id) === index.get(id)) close(id);
        }
    }
    return cycles;

    function open(id: string): Iterator<string, undefined> {
        index.set(id, index.size);
        low.set(id, index.get(id) ?? 0);
        stack.push(id);
        onStack.add(id);
        return [...needs(id)].values();
    }

    function lower(id: string, to: number): void {
        low.set(id, Math.min(low.get(id) ?? 0, to));
    }

    function close(id: string): void {
        const cycle = stack.splice(stack.lastIndexOf(id));
        for (const one of cycle) onStack.delete(one);
        if (cycle.length > 1 || [...needs(id)].includes(id)) cycles.push(cycle);
    }
}

function isObjectKind({ kind }: Declarable): boolean {
    return kind.shape === "entity";
}

function cyclesIn(
    objects: ReadonlyMap<string, Declarable>,
    lookedUp: ReadonlyMap<string, ReadonlySet<string>>,
): Declarable[][] {
    const needs = (id: string): string[] => {
        const one = objects.get(id);
        if (!one) return [];
        const aside = lookedUp.get(objectKey(one));
        return [...knownIdsIn(one.given, objects)].filter((other) => !aside?.has(other));
    };
    return cyclesAmong(objects.keys(), needs).map((cycle) => cycle.flatMap((id) => objects.get(id) ?? []));
}

/** Moves parts that are in cycles to separate declarations. */
function splitWherePossible(declarables: readonly Declarable[], kinds: readonly Kind[]): Declarable[] {
    const objects = new Map(declarables.filter(isObjectKind).map((one) => [one.id, one]));
    const cycleOf = new Map<string, Set<string>>();
    for (const cycle of cyclesIn(objects, new Map())) {
        const members = new Set(cycle.map(({ id }) => id));
        for (const id of members) cycleOf.set(id, members);
    }
    return declarables.flatMap((one) => {
        const cycle = isObjectKind(one) ? cycleOf.get(one.id) : undefined;
        if (!cycle) return [one];
        const names = Object.keys(one.kind.parts).filter((name) => knownIdsIn(one.given[name], cycle).size > 0);
        const rest = Object.fromEntries(Object.entries(one.given).filter(([name]) => !names.includes(name)));
        return [{ ...one, given: rest }, ...names.map((name) => partOf(one, name, kinds))];
    });
}

/** Returns a part of an object as a separate declaration. */
function partOf({ kind, id, given, live }: Declarable, name: string, kinds: readonly Kind[]): Declarable {
    const part = kinds.find((one) => one.name === kind.parts[name]);
    if (!part) throw new TypeError(`${kind.name}.${name} is not a part`);
    const key = part.keyOf(id);
    const isOneField = Object.keys(part.fields).length === Object.keys(key).length + 1;
    const alone = (value: unknown): Properties => (isObject(value) && !isOneField ? value : { [name]: value });
    return { kind: part, id, given: { ...key, ...alone(given[name]) }, live: { ...key, ...alone(live[name]) } };
}

/** Counts references by property. */
function usesOf(declarables: readonly Declarable[], known: { has(id: string): boolean }): Map<string, number> {
    const uses = new Map<string, number>();
    for (const { kind, given } of declarables) {
        for (const [property, value] of Object.entries(given)) {
            const use = `${kind.name}.${property}`;
            const count = knownIdsIn(value, known).size;
            if (count > 0) uses.set(use, (uses.get(use) ?? 0) + count);
        }
    }
    return uses;
}
