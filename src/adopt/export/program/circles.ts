import { isObject, type Properties } from "../../../common/properties.js";
import type { Existing, Kind } from "../../../kernel.js";
import type { Declarable } from "../inventory/found.js";

/** A declaration that is not part of a cycle. */
export interface UntangledDeclaration extends Declarable {
    /** Ids in `given` of declared objects that are looked up, because references to them would form a cycle. */
    readonly lookedUp: ReadonlySet<string>;
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

/** Returns the declarations of objects that have their own ids, by id. */
export function entitiesById<One extends Existing & { readonly kind: Kind }>(all: readonly One[]): Map<string, One> {
    return new Map(all.filter(({ kind }) => kind.shape === "entity").map((one) => [one.id, one]));
}

/** Returns the declarations among `objects` that a value of a declaration refers to. Default: those of all its values. */
export function referredDeclarations<One>(
    { given, lookedUp }: Pick<UntangledDeclaration, "given" | "lookedUp">,
    objects: ReadonlyMap<string, One>,
    value: unknown = given,
): One[] {
    return [...knownIdsIn(value, objects)].filter((id) => !lookedUp.has(id)).flatMap((id) => objects.get(id) ?? []);
}

/**
 * Breaks cycles, such as a group that is visible only to its own members. Moves a part of an object to a separate declaration after the
 * object. If that is not enough, uses lookups for the property in a cycle that has the fewest references.
 */
export function untangle(declarables: readonly Declarable[], kinds: readonly Kind[]): UntangledDeclaration[] {
    const apart = splitWherePossible(declarables, kinds).map((one) => ({ ...one, lookedUp: new Set<string>() }));
    const objects = entitiesById(apart);
    const uses = usesOf(apart, objects);
    for (let cycles = cyclesIn(objects); cycles.length > 0; cycles = cyclesIn(objects)) {
        for (const cycle of cycles) {
            const members = entitiesById(cycle);
            const edges = cycle.flatMap((one) =>
                Object.entries(one.given).flatMap(([property, value]) =>
                    referredDeclarations(one, members, value).map(({ id }) => ({
                        id,
                        lookedUp: one.lookedUp,
                        use: `${one.kind.name}.${property}`,
                    })),
                ),
            );
            const [rarest] = edges
                .map(({ use }) => use)
                .sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0) || (a < b ? 1 : -1));
            for (const { id, lookedUp, use } of edges) if (use === rarest) lookedUp.add(id);
        }
    }
    return apart;
}

/**
 * Returns the strongly connected components of a graph: nodes that need each other, directly or indirectly. Each one comes after those that
 * it needs, and otherwise in the order of the nodes.
 * @param needs returns the nodes that a node needs
 */
export function componentsOf<Node>(nodes: Iterable<Node>, needs: (node: Node) => Iterable<Node>): Node[][] {
    // Tarjan's algorithm without recursion, because a chain may contain all objects.
    const index = new Map<Node, number>();
    const low = new Map<Node, number>();
    const stack: Node[] = [];
    const onStack = new Set<Node>();
    const components: Node[][] = [];
    for (const root of nodes) {
        if (index.has(root)) continue;
        const work = [{ node: root, rest: open(root) }];
        for (let top = work.at(-1); top; top = work.at(-1)) {
            const { node, rest } = top;
            const { value: next, done } = rest.next();
            if (!done) {
                if (!index.has(next)) work.push({ node: next, rest: open(next) });
                else if (onStack.has(next)) lower(node, index.get(next) ?? 0);
                continue;
            }
            work.pop();
            const above = work.at(-1);
            if (above) lower(above.node, low.get(node) ?? 0);
            if (low.get(node) === index.get(node)) close(node);
        }
    }
    return components;

    function open(node: Node): Iterator<Node, undefined> {
        index.set(node, index.size);
        low.set(node, index.get(node) ?? 0);
        stack.push(node);
        onStack.add(node);
        return [...needs(node)].values();
    }

    function lower(node: Node, to: number): void {
        low.set(node, Math.min(low.get(node) ?? 0, to));
    }

    function close(node: Node): void {
        const component = stack.splice(stack.lastIndexOf(node));
        for (const one of component) onStack.delete(one);
        components.push(component);
    }
}

/** Returns the cycles: nodes that need each other, or a node that needs itself. */
export function cyclesAmong<Node>(nodes: Iterable<Node>, needs: (node: Node) => Iterable<Node>): Node[][] {
    return componentsOf(nodes, needs).filter(
        (component) => component.length > 1 || component.some((one) => [...needs(one)].includes(one)),
    );
}

function cyclesIn<One extends UntangledDeclaration>(objects: ReadonlyMap<string, One>): One[][] {
    return cyclesAmong(objects.values(), (one) => referredDeclarations(one, objects));
}

/** Moves parts that are in cycles to separate declarations. */
function splitWherePossible(declarables: readonly Declarable[], kinds: readonly Kind[]): Declarable[] {
    const lookedUp: ReadonlySet<string> = new Set();
    const cycleOf = new Map<string, ReadonlyMap<string, Declarable>>();
    for (const cycle of cyclesIn(entitiesById(declarables.map((one) => ({ ...one, lookedUp }))))) {
        const members = entitiesById(cycle);
        for (const id of members.keys()) cycleOf.set(id, members);
    }
    return declarables.flatMap((one) => {
        const cycle = one.kind.shape === "entity" ? cycleOf.get(one.id) : undefined;
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
            uses.set(use, (uses.get(use) ?? 0) + knownIdsIn(value, known).size);
        }
    }
    return uses;
}
