import type { AccessRule, Clause, Tag, Unknown, User } from "./facts.js";
import { PrincipalSet } from "./principals.js";

/** Which users fit the conditions of access rules. Users are looked through once, however many rules there are. */
export class RuleMatches {
    readonly #byTag = new Map<string, number[]>();
    readonly #byStatus = new Map<string, number[]>();
    #hasUnreadTags = false;
    #hasUnreadStatus = false;

    constructor(users: ReadonlyMap<number, User>) {
        for (const [number, { tags, status }] of users) {
            if (tags === undefined) this.#hasUnreadTags = true;
            if (status === undefined) this.#hasUnreadStatus = true;
            for (const key of new Set((tags ?? []).map(tagKey))) put(this.#byTag, key, number);
            // Whoever is not known to the directory has the status "".
            if (status !== undefined) put(this.#byStatus, status, number);
        }
    }

    /** Whoever fits `when` and not `unless`. */
    of(rule: AccessRule, groupId: string): PrincipalSet {
        const unknowns = this.#unknownsOf(rule, groupId);
        // Without a clause everybody would fit: the API asks for one at least.
        const [first, ...others] = rule.when.map((clause) => this.#fitting(clause));
        if (!first) return new PrincipalSet(new Uint32Array(0), undefined, unknowns);
        const left = rule.unless.map((clause) => this.#fitting(clause));
        const isLeftOut = (number: number): boolean => left.length > 0 && left.every((set) => set.has(number));
        const fit = [...first].filter((number) => others.every((set) => set.has(number)) && !isLeftOut(number));
        return new PrincipalSet(Uint32Array.from(fit), undefined, unknowns);
    }

    #fitting({ tags, statuses }: Clause): Set<number> {
        return new Set([
            ...tags.flatMap((tag) => this.#byTag.get(tagKey(tag)) ?? []),
            ...statuses.flatMap((status) => this.#byStatus.get(status) ?? []),
        ]);
    }

    #unknownsOf({ when, unless }: AccessRule, id: string): ReadonlySet<Unknown> {
        const variant = JSON.stringify([when, unless]);
        const clauses = [...when, ...unless];
        const isBlind =
            (this.#hasUnreadTags && clauses.some(({ tags }) => tags.length > 0)) ||
            (this.#hasUnreadStatus && clauses.some(({ statuses }) => statuses.length > 0));
        if (!isBlind) return new Set();
        return new Set([{ type: "group", id, because: "the tags or the status of some users were not read", variant }]);
    }
}

function tagKey({ key, value }: Tag): string {
    return `${key}\n${value}`;
}

function put(index: Map<string, number[]>, key: string, number: number): void {
    const known = index.get(key);
    if (known) known.push(number);
    else index.set(key, [number]);
}
