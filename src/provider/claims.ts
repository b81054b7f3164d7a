import { TakenError } from "./errors.js";

/** A resource of the program: two classes may use one name. */
export interface Claimant {
    readonly kind: string;
    readonly name: string;
}

/** A document is declared as a whole by one resource, or in single members by any number of them. */
export type Share = "whole" | "member";

/** Who declares what in one run. */
export class Claims {
    private readonly known = new Map<string, Map<string, Claimant & { readonly share: Share }>>();

    /** @throws TakenError when another resource declares the thing too, and one of the two as a whole. */
    add(thing: string, what: string, share: Share, who: Claimant): void {
        const claimants = this.known.get(thing) ?? new Map();
        this.known.set(thing, claimants);
        const id = `${who.kind} ${who.name}`;
        for (const [otherId, other] of claimants) {
            if (otherId === id || (share === "member" && other.share === "member")) continue;
            throw new TakenError(`${both(other, who)} both declare ${what}: keep one of them.`);
        }
        claimants.set(id, { ...who, share });
    }
}

function both(one: Claimant, other: Claimant): string {
    const shown = ({ kind, name }: Claimant): string =>
        one.name === other.name ? `${kind} ${JSON.stringify(name)}` : JSON.stringify(name);
    return `${shown(one)} and ${shown(other)}`;
}
