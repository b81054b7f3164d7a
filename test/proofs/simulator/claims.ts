import { type Args, CATALOGUE, type Claim, type Entry } from "./catalogue.js";
import type { Facts } from "./facts.js";
import { type Declaration, type Program, references, resolved, type Value } from "./program.js";

/** A claim about a single fact. */
export type Single = Extract<Claim, { readonly key: string }>;

export function entryOf(declaration: Pick<Declaration, "kind">): Entry {
    const entry = CATALOGUE[declaration.kind];
    if (!entry) throw new RangeError(`The simulator does not know the kind ${declaration.kind}.`);
    return entry;
}

/** Natural key of a declared object, prefixed with its kind. Undefined for a resource that is not an object. */
export function keyTextOf(declaration: Declaration): string | undefined {
    const { object, key } = entryOf(declaration);
    return key && `${object} ${keyIn(key, declaration)}`;
}

/** Reason why a program is invalid, such as a duplicate declaration or a missing reference. Undefined if it is valid. */
export function unsound(program: Program): string | undefined {
    const objects = new Set<string>();
    const wholes = new Set<string>();
    const members = new Map<string, Set<string>>();
    for (const declaration of program) {
        const entry = entryOf(declaration);
        const missing = entry.needs.find((name) => declaration.args[name] === undefined);
        if (missing) return `${declaration.name} without ${missing}`;
        // The retained object would still refer to an object that is deleted.
        if (entry.object && declaration.options?.retainOnDelete && references(declaration.args).length > 0)
            return `${declaration.name} is retained and refers to others`;
        const key = keyTextOf(declaration);
        if (key && objects.has(key)) return `${key} twice`;
        if (key) objects.add(key);
        for (const { document, member } of entry.documents(declaration.args, `@=${declaration.name}`)) {
            const known = members.get(document) ?? new Set();
            if (wholes.has(document) || (member === undefined ? known.size > 0 : known.has(member)))
                return `${document} twice`;
            if (member === undefined) wholes.add(document);
            else members.set(document, known.add(member));
        }
    }
    return undefined;
}

/** Ids of the service's objects with the natural key of a declaration. */
export function objectsOf(facts: Facts, declaration: Declaration): string[] {
    const { object, key } = entryOf(declaration);
    if (!key) return [];
    const wanted = keyIn(key, declaration);
    const found: string[] = [];
    const prefix = `${object} `;
    for (const [fact, value] of facts)
        if (value === wanted && fact.startsWith(prefix) && fact.indexOf(" ", prefix.length) < 0)
            found.push(fact.slice(prefix.length));
    return found;
}

/** Claims of a declaration with its references resolved. `ignored` has those of properties in `ignoreChanges`. */
export function claimsOf(
    declaration: Declaration,
    id: string,
    idOf: (reference: string) => string,
): { readonly claims: Claim[]; readonly ignored: Claim[] } {
    const entry = entryOf(declaration);
    const args = resolved(declaration.args as Value, idOf) as Args;
    const left = declaration.options?.ignoreChanges ?? [];
    const all = entry.always?.(args) ?? [];
    const claims: Claim[] = left.includes("*") ? [] : [...all];
    const ignored: Claim[] = left.includes("*") ? [...all] : [];
    for (const [name, claim] of Object.entries(entry.properties)) {
        if (args[name] === undefined) continue;
        // The catalogue determines the type of each property's value.
        const made = claim(args[name] as never, id, args);
        (left.includes(name) || left.includes("*") ? ignored : claims).push(...made);
    }
    return { claims, ignored };
}

/** The facts that a claim is about. */
export function matching(claim: Claim, facts: Facts): [string, string | undefined][] {
    if ("whole" in claim) return [...facts].filter(([key]) => key.startsWith(claim.whole));
    return facts.has(claim.key) ? [[claim.key, facts.get(claim.key)]] : [];
}

export function keysOf(claim: Claim): readonly string[] {
    return "whole" in claim ? claim.keys : [claim.key];
}

function keyIn(key: readonly string[], { args }: Declaration): string {
    return key.map((field) => String(args[field] ?? "")).join("=");
}
