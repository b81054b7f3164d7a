import { CATALOGUE, type Claim } from "./catalogue.js";
import { claimsOf, entryOf, objectsOf } from "./claims.js";
import type { Facts } from "./facts.js";
import type { Declaration, Program } from "./program.js";

/** Data for evaluating the claims of declarations. */
export interface Known {
    /** The id of a resource in the state, or undefined if it is not in the state. */
    stateId(name: string): string | undefined;
    /** The id of an object that existed from the start. */
    resolve(reference: string): string;
    readonly now: number;
    /** The declared properties in the state, or undefined if the resource is not in the state. */
    inputs(name: string): Declaration["args"] | undefined;
    /** Time of the first deployment of the resource's current declaration. Undefined if it was never deployed. */
    since(name: string): number | undefined;
}

/** A declaration and its claims about the service. */
export interface Claimed {
    readonly declaration: Declaration;
    readonly claims: readonly Claim[];
    readonly ignored: readonly Claim[];
    /** Key of the declared object, if it exists. */
    readonly object: string | undefined;
}

/** Claims of the program about the service. Objects are looked up in the state and on the service. */
export function claimed(program: Program, facts: Facts, known: Known): Claimed[] {
    const ids = new Map<string, string>();
    // Only objects, since a subresource has the same id as its object.
    const objects = program.filter((one) => entryOf(one).object !== undefined);
    const inState = new Map(objects.map(({ name }) => [known.stateId(name), name] as const));
    for (const declaration of program) {
        // The object of another resource that is about to be renamed is not this one.
        const isFree = (id: string) => (inState.get(id) ?? declaration.name) === declaration.name;
        const found = objectsOf(facts, declaration).filter(isFree);
        const stateId = known.stateId(declaration.name);
        // The object in the state may still have another name.
        const isThere = facts.has(`${CATALOGUE[declaration.kind]?.object} ${stateId}`) || found.length === 0;
        const id = stateId !== undefined && isThere ? stateId : found[0];
        if (id !== undefined) ids.set(declaration.name, id);
    }
    return program.map((written) => {
        // With ignoreChanges: *, the inputs in the state apply.
        const args = (isLeftAlone(written) ? known.inputs(written.name) : undefined) ?? written.args;
        const declaration = { ...written, args };
        const id = ids.get(declaration.name);
        const { object } = CATALOGUE[declaration.kind] ?? {};
        const there =
            object !== undefined && id !== undefined && facts.has(`${object} ${id}`) ? `${object} ${id}` : undefined;
        // Objects that do not exist yet have no facts.
        const idOf = (reference: string) =>
            reference.startsWith("@=") ? (ids.get(reference.slice(2)) ?? "nobody") : known.resolve(reference);
        return { declaration, ...claimsOf(declaration, id ?? "nobody", idOf), object: there };
    });
}

/** Whether its name is ignored and may therefore differ. */
export function isLeftAlone({ options }: Declaration): boolean {
    return options?.ignoreChanges?.includes("*") ?? false;
}
