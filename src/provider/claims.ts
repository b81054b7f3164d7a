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
        const rival = this.rival(thing, share, who);
        if (rival) throw new TakenError(`${both(rival, who)} both declare ${what}: keep one of them.`);
        const claimants = this.known.get(thing) ?? new Map();
        this.known.set(thing, claimants);
        claimants.set(idOf(who), { ...who, share });
    }

    /** Another resource that declares the thing, unless both declare no more than a member of it. */
    rival(thing: string, share: Share, who: Claimant): Claimant | undefined {
        const others = [...(this.known.get(thing)?.values() ?? [])].filter((other) => idOf(other) !== idOf(who));
        return others.find((other) => share === "whole" || other.share === "whole");
    }
}

function idOf({ kind, name }: Claimant): string {
    return `${kind} ${name}`;
}

function both(one: Claimant, other: Claimant): string {
    const shown = ({ kind, name }: Claimant): string =>
        one.name === other.name ? `${kind} ${JSON.stringify(name)}` : JSON.stringify(name);
    return `${shown(one)} and ${shown(other)}`;
}
