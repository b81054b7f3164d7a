import { ENDLESS, type Facts } from "./facts.js";

/** Information about a resource that grants access. */
interface Granting {
    readonly now: number;
    /** Time of the first deployment of the resource's current declaration. Undefined if it was never deployed. */
    since(name: string): number | undefined;
}

/** Maximum difference between clocks, in milliseconds. */
export const SLACK = 60_000;

/** Value of a fact with an expiration, in milliseconds. */
const END = /^\d{13}$/;

/** Expirations of grants: observed on the service, and declared by the program. */
export class Grants {
    /** Observed expirations: the latest observation, and the earliest value. */
    readonly #ends = new Map<string, { readonly last: number; readonly first: number }>();
    /** Expiration of each resource's grant, and the time since which it is declared. */
    readonly #due = new Map<
        string,
        { readonly key: string; readonly end: number; readonly since: number | undefined }
    >();
    /** Time of the last outside change of each grant. */
    readonly #touched = new Map<string, number>();

    see(key: string, value: string): void {
        if (!END.test(value)) return;
        const last = Number(value);
        this.#ends.set(key, { last, first: Math.min(last, this.#ends.get(key)?.first ?? last) });
    }

    /** Keys of expired grants. */
    over(now: number): string[] {
        return [...this.#ends].flatMap(([key, { last }]) => (last <= now ? [key] : []));
    }

    mayHaveEnded(key: string, now: number): boolean {
        return (this.#ends.get(key)?.first ?? Number.POSITIVE_INFINITY) <= now + SLACK;
    }

    /** Records the expiration of a resource's grant when it is first observed. */
    granted(name: string, key: string, value: string, minutes: number, { now, since }: Granting): void {
        if (minutes <= 0 || !END.test(value)) return;
        const before = this.#due.get(name);
        if (before?.key === key && before.since === since(name)) return;
        this.#due.set(name, { key, end: Math.min(Number(value), now + minutes * 60_000), since: since(name) });
    }

    /** Whether the grant of a resource expires later than when it was first granted, although it was not declared again. */
    isLonger(name: string, key: string, value: string, { since }: Granting): boolean {
        const due = this.#due.get(name);
        const isAsGiven = (this.#touched.get(key) ?? 0) < (since(name) ?? 0);
        return isAsGiven && due?.key === key && due.since === since(name) && endOf(value) > due.end + SLACK;
    }

    /** Records outside changes, since repairing them may require a new grant. */
    changed(before: Facts, after: Facts, now: number): void {
        for (const key of new Set([...before.keys(), ...after.keys()]))
            if (before.get(key) !== after.get(key)) this.#touched.set(key, now);
    }

    /** Allows a new grant of this resource. */
    begun(name: string): void {
        this.#due.delete(name);
    }

    forget(): void {
        this.#due.clear();
    }
}

/** Whether one grant expires at the same time as another, or later. */
export function lastsAsLong(one: string, other: string): boolean {
    return END.test(other) && endOf(one) + SLACK >= endOf(other);
}

function endOf(value: string): number {
    return value === ENDLESS ? Number.POSITIVE_INFINITY : Number(value);
}
