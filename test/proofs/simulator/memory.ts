import { type Facts, isObject } from "./facts.js";
import { Grants, lastsAsLong } from "./grants.js";

/** What the oracle remembers of the service since everything was last in order. */
export class Memory {
    /** Undeclared facts that may be there, with the values that they may have. */
    readonly may = new Map<string, Set<string>>();
    /** Undeclared facts that must be there still. */
    readonly must: Facts = new Map();
    /** Objects that the program must not have made again: the id by the name of the resource. */
    readonly identities = new Map<string, string>();
    /** Facts of calls whose run was killed: nobody may know of them. */
    readonly limbo = new Set<string>();
    /** Objects that were ever there. */
    readonly seen = new Set<string>();
    readonly grants = new Grants();
    /** What was declared at some time since everything was last in order. */
    readonly claimed = new Set<string>();
    /** Objects that were there when everything was last in order. */
    objects = new Set<string>();

    constructor(facts: Facts) {
        this.begin(facts);
    }

    /** Everything is in order: what is there now is the measure of what comes. */
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

    /** Whether somebody who may has granted it for as long, or longer. */
    mayLast(key: string, end: string): boolean {
        const allowed = [...(this.may.get(key) ?? [])];
        return allowed.some((one) => one === end || lastsAsLong(one, end));
    }
}
