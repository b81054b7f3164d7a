import { ENDLESS, type Facts } from "./facts.js";

/** What is known of a resource that grants something. */
interface Granting {
    readonly now: number;
    /** When the resource of this name was first asked of the service as it now reads; undefined for never. */
    since(name: string): number | undefined;
}

/** Milliseconds by which clocks may differ. */
export const SLACK = 60_000;

/** The end of a grant as a fact has it. */
const END = /^\d{13}$/;

/** When grants end: as anybody saw it, and as the program asked for it. */
export class Grants {
    /** When grants were seen to end: last, and at the earliest. */
    readonly #ends = new Map<string, { readonly last: number; readonly first: number }>();
    /** By the resource that declares it: when its grant ends, and since when it is asked for. */
    readonly #due = new Map<
        string,
        { readonly key: string; readonly end: number; readonly since: number | undefined }
    >();
    /** When somebody else changed a grant last. */
    readonly #touched = new Map<string, number>();

    see(key: string, value: string): void {
        if (!END.test(value)) return;
        const last = Number(value);
        this.#ends.set(key, { last, first: Math.min(last, this.#ends.get(key)?.first ?? last) });
    }

    /** Keys of grants that have come to their end. */
    over(now: number): string[] {
        return [...this.#ends].flatMap(([key, { last }]) => (last <= now ? [key] : []));
    }

    mayHaveEnded(key: string, now: number): boolean {
        return (this.#ends.get(key)?.first ?? Number.POSITIVE_INFINITY) <= now + SLACK;
    }

    /** Notes when the grant of a resource ends, as it is first seen. */
    granted(name: string, key: string, value: string, minutes: number, { now, since }: Granting): void {
        if (minutes <= 0 || !END.test(value)) return;
        const before = this.#due.get(name);
        if (before?.key === key && before.since === since(name)) return;
        this.#due.set(name, { key, end: Math.min(Number(value), now + minutes * 60_000), since: since(name) });
    }

    /** Whether the grant of a resource lasts longer than it was first given for, though nobody asked for it again. */
    isLonger(name: string, key: string, value: string, { since }: Granting): boolean {
        const due = this.#due.get(name);
        const isAsGiven = (this.#touched.get(key) ?? 0) < (since(name) ?? 0);
        return isAsGiven && due?.key === key && due.since === since(name) && endOf(value) > due.end + SLACK;
    }

    /** To put right what somebody changed outside may take another grant. */
    changed(before: Facts, after: Facts, now: number): void {
        for (const key of new Set([...before.keys(), ...after.keys()]))
            if (before.get(key) !== after.get(key)) this.#touched.set(key, now);
    }

    /** What this resource grants begins anew. */
    begun(name: string): void {
        this.#due.delete(name);
    }

    forget(): void {
        this.#due.clear();
    }
}

/** Whether one grant lasts as long as another, or longer. */
export function lastsAsLong(one: string, other: string): boolean {
    return END.test(other) && endOf(one) + SLACK >= endOf(other);
}

function endOf(value: string): number {
    return value === ENDLESS ? Number.POSITIVE_INFINITY : Number(value);
}
