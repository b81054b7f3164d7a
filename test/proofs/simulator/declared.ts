import { CATALOGUE, type Claim } from "./catalogue.js";
import { claimsOf, entryOf, objectsOf } from "./claims.js";
import type { Facts } from "./facts.js";
import type { Declaration, Program } from "./program.js";

/** What a declaration is known by when its claims are looked at. */
export interface Known {
    /** The id that the state has for the resource of this name; undefined for one that is in no state. */
    stateId(name: string): string | undefined;
    /** The id of an object that was there at the beginning. */
    resolve(reference: string): string;
    readonly now: number;
    /** What the state has of the properties that the program gave; undefined for one that is in no state. */
    inputs(name: string): Declaration["args"] | undefined;
    /** When the resource of this name was first asked of the service as it now reads; undefined for never. */
    since(name: string): number | undefined;
}

/** One declaration, and what it says of the service. */
export interface Claimed {
    readonly declaration: Declaration;
    readonly claims: readonly Claim[];
    readonly ignored: readonly Claim[];
    /** The key of the object, when it is one and is known. */
    readonly object: string | undefined;
}

/** What the program says of the service, as far as the objects are there that it speaks of. */
export function claimed(program: Program, facts: Facts, known: Known): Claimed[] {
    const ids = new Map<string, string>();
    // The id of a document is that of its object.
    const objects = program.filter((one) => entryOf(one).object !== undefined);
    const inState = new Map(objects.map(({ name }) => [known.stateId(name), name] as const));
    for (const declaration of program) {
        // What another resource is on the service, and is still to be renamed, is not this one.
        const isFree = (id: string) => (inState.get(id) ?? declaration.name) === declaration.name;
        const found = objectsOf(facts, declaration).filter(isFree);
        const stateId = known.stateId(declaration.name);
        // What the state has may still be called otherwise.
        const isThere = facts.has(`${CATALOGUE[declaration.kind]?.object} ${stateId}`) || found.length === 0;
        const id = stateId !== undefined && isThere ? stateId : found[0];
        if (id !== undefined) ids.set(declaration.name, id);
    }
    return program.map((written) => {
        // What is ignored as a whole is what it was when that began.
        const args = (isLeftAlone(written) ? known.inputs(written.name) : undefined) ?? written.args;
        const declaration = { ...written, args };
        const id = ids.get(declaration.name);
        const { object } = CATALOGUE[declaration.kind] ?? {};
        const there =
            object !== undefined && id !== undefined && facts.has(`${object} ${id}`) ? `${object} ${id}` : undefined;
        // What is not there yet has no facts either.
        const idOf = (reference: string) =>
            reference.startsWith("@=") ? (ids.get(reference.slice(2)) ?? "nobody") : known.resolve(reference);
        return { declaration, ...claimsOf(declaration, id ?? "nobody", idOf), object: there };
    });
}

/** Whether it may be called anything by now. */
export function isLeftAlone({ options }: Declaration): boolean {
    return options?.ignoreChanges?.includes("*") ?? false;
}
