import { type Facts, isObject } from "./facts.js";
import { Grants, lastsAsLong } from "./grants.js";

/** What the oracle remembers about the service since the stack was last settled. */
export class Memory {
    /** Undeclared facts that may exist, with their allowed values. */
    readonly may = new Map<string, Set<string>>();
    /** Undeclared facts that must still exist. */
    readonly must: Facts = new Map();
    /** Objects that must not be recreated, by name of the resource. */
    readonly identities = new Map<string, string>();
    /** Facts created by killed runs, which the state may not contain. */
    readonly limbo = new Set<string>();
    /** All objects that have ever existed. */
    readonly seen = new Set<string>();
    readonly grants = new Grants();
    /** Facts that were declared at any time since the stack was last settled. */
    readonly claimed = new Set<string>();
    /** Objects that existed when the stack was last settled. */
    objects = new Set<string>();

    constructor(facts: Facts) {
        this.begin(facts);
    }

    /** Starts a new period after settling: the current facts become the baseline. */
    begin(facts: Facts): void {
        this.see(facts);
        this.may.clear();
        this.must.clear();
        this.identities.clear();
        this.limbo.clear();
        this.claimed.clear();
        this.objects = new Set([...facts.keys()].filter(isObject));
        for (const [key, value] of facts) {
            this.allow(key, value);
            this.must.set(key, value);
        }
    }

    see(facts: Facts): void {
        for (const [key, value] of facts) {
            if (isObject(key)) this.seen.add(key);
            this.grants.see(key, value);
        }
    }

    allow(key: string, value: string): void {
        this.may.set(key, (this.may.get(key) ?? new Set()).add(value));
    }

    /** Whether an allowed grant has this expiration or a later one. */
    mayLast(key: string, end: string): boolean {
        const allowed = [...(this.may.get(key) ?? [])];
        return allowed.some((one) => one === end || lastsAsLong(one, end));
    }
}
