import type { Tag, Unknown } from "../../model/facts/facts.js";

/** A statement about a possible person, in propositional logic. */
export type Formula = boolean | Atom | Not | All | Any;

/** A basic statement that is either true or false for a possible person. Atoms with the same key are the same atom. */
export type Atom = { readonly key: string } & (
    | { readonly atom: "tag"; readonly tag: Tag }
    | { readonly atom: "status"; readonly status: string }
    /** True if the person is added to the group directly. */
    | { readonly atom: "joins"; readonly groupId: string }
    /** A fact about existing users. `holds` receives the number of the user, or undefined for a new user. */
    | { readonly atom: "fact"; readonly holds: (number: number | undefined) => boolean }
    /** A statement that cannot be decided because the API does not return the data. */
    | { readonly atom: "unknown"; readonly unknown: Unknown }
);

interface Not {
    readonly not: Formula;
}
interface All {
    readonly all: readonly Formula[];
}
interface Any {
    readonly any: readonly Formula[];
}

/** Returns the value of an atom, or undefined if it is unknown. */
export type Assignment = (atom: Atom) => boolean | undefined;

export function not(formula: Formula): Formula {
    if (typeof formula === "boolean") return !formula;
    return "not" in formula ? formula.not : { not: formula };
}

export function all(parts: readonly Formula[]): Formula {
    if (parts.includes(false)) return false;
    const rest = [...new Set(parts.filter((one) => one !== true))];
    return rest.length > 1 ? { all: rest } : (rest[0] ?? true);
}

export function any(parts: readonly Formula[]): Formula {
    if (parts.includes(true)) return true;
    const rest = [...new Set(parts.filter((one) => one !== false))];
    return rest.length > 1 ? { any: rest } : (rest[0] ?? false);
}

/** True if no more than one of the formulas is true. */
export function atMostOne(parts: readonly Formula[]): Formula {
    return all(parts.flatMap((one, at) => parts.slice(at + 1).map((other) => not(all([one, other])))));
}

/** Returns all atoms of a formula, without duplicates. Formulas share parts, so each part is visited only once. */
export function atomsOf(formula: Formula): Atom[] {
    const found = new Map<string, Atom>();
    const seen = new Set<Formula>();
    const open: Formula[] = [formula];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
        if (typeof one === "boolean" || seen.has(one)) continue;
        seen.add(one);
        if ("atom" in one) found.set(one.key, one);
        else open.push(...partsOf(one));
    }
    return [...found.values()];
}

/** Returns the value of a formula, or undefined if it depends on atoms whose values are unknown. */
export function evaluate(formula: Formula, assignment: Assignment): boolean | undefined {
    const known = new Map<Formula, boolean | undefined>();
    const find = (one: Formula): boolean | undefined => {
        if (typeof one === "boolean") return one;
        if (known.has(one)) return known.get(one);
        const value = "atom" in one ? assignment(one) : combined(one, partsOf(one).map(find));
        known.set(one, value);
        return value;
    };
    return find(formula);
}

function combined(formula: Not | All | Any, values: readonly (boolean | undefined)[]): boolean | undefined {
    if ("not" in formula) return values[0] === undefined ? undefined : !values[0];
    const decisive = "any" in formula;
    if (values.includes(decisive)) return decisive;
    return values.includes(undefined) ? undefined : !decisive;
}

function partsOf(formula: Not | All | Any): readonly Formula[] {
    if ("not" in formula) return [formula.not];
    return "all" in formula ? formula.all : formula.any;
}
