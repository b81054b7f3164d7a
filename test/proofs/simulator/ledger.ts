import type { Claim } from "./catalogue.js";
import { keysOf, matching, type Single } from "./claims.js";
import { claimed, type Known } from "./declared.js";
import { audienceOf, type Facts, idsIn, isObject, objectOf } from "./facts.js";
import { lastsAsLong } from "./grants.js";
import { isDoubted } from "./kept.js";
import { Memory } from "./memory.js";
import { type Declaration, type Program, references } from "./program.js";
import { lostGuards, type Violation, violationsOf } from "./verdict.js";

/**
 * What the service holds that the program does not declare, and what it is allowed to hold: kept by hand of what was there at the
 * beginning, what was changed outside and what the program once declared. It is the oracle of the simulator, and knows nothing of the kernel.
 */
export class Ledger {
    readonly #memory: Memory;
    /** What sets the program declared when it was last run. */
    #wholes: string[] = [];
    /** Memberships of somebody else that resources of the program are to make, which are in no state: by the name of the resource. */
    readonly #foreign = new Map<string, string>();
    /** What one run did that no run may do. */
    #wrongs: Violation[] = [];

    constructor(facts: Facts) {
        this.#memory = new Memory(facts);
    }

    /**
     * Somebody else changed the organization; `ours` are facts that the state has: nobody can tell one that went and came again. `wholes` are the
     * sets that it has as a whole: what comes into one ends with it.
     */
    outside(before: Facts, after: Facts, ours: ReadonlySet<string>, wholes: readonly string[], now: number): void {
        this.#memory.see(after);
        this.#memory.grants.changed(before, after, now);
        for (const [name, key] of this.#foreign) if (!after.has(key)) this.#foreign.delete(name);
        for (const [key, value] of after) {
            if (before.get(key) === value) continue;
            // Whoever prolongs a grant of the program does not make it his own.
            if (!lastsAsLong(value, before.get(key) ?? "") || !ours.has(key)) this.#memory.allow(key, value);
            // What was there and need not stay is the program's.
            const isNew = !before.has(key) && !ours.has(key) && !wholes.some((whole) => key.startsWith(whole));
            if (isNew || this.#memory.must.has(key)) this.#memory.must.set(key, value);
            if (isObject(key) && !before.has(key)) this.#memory.objects.add(key);
        }
        for (const key of before.keys()) {
            if (after.has(key)) continue;
            this.#memory.must.delete(key);
            this.#memory.may.delete(key);
            if (!isObject(key)) continue;
            for (const [name, object] of this.#memory.identities)
                if (object === key) this.#memory.identities.delete(name);
        }
    }

    /** What changed just now may be changed back. */
    unguarded(before: Facts, after: Facts): void {
        for (const [key, value] of after) if (before.get(key) !== value) this.#memory.must.delete(key);
    }

    /** The program may have this object made again. */
    forget(name: string): void {
        this.#memory.identities.delete(name);
    }

    /** What this resource grants begins anew. */
    begun(name: string): void {
        this.#memory.grants.begun(name);
    }

    forgetAll(): void {
        this.#memory.identities.clear();
        this.#memory.grants.forget();
    }

    /** The time passes: what has come to its end is not missed. */
    expire(now: number): void {
        for (const key of this.#memory.grants.over(now)) this.#memory.must.delete(key);
    }

    /** These objects and facts stay when their declarations end: the program wants it, or their resources were taken for gone elsewhere. */
    retained(facts: Facts, keys: readonly string[]): void {
        for (const [key, value] of facts)
            if (
                keys.includes(key) ||
                keys.includes(objectOf(key)) ||
                keys.some((one) => one.endsWith(" ") && key.startsWith(one))
            )
                this.#memory.allow(key, value);
    }

    /** The state took over whatever these sets held: they end with all of it. */
    refreshed(wholes: readonly string[]): void {
        for (const key of this.#memory.must.keys())
            if (wholes.some((whole) => key.startsWith(whole))) this.#memory.must.delete(key);
    }

    /** What a list that is behind does not show, no run can leave alone. */
    blinded(): void {
        this.#foreign.clear();
    }

    /** Nobody may know of what a run did that was killed. */
    killed(before: Facts, after: Facts): void {
        for (const key of after.keys()) if (!before.has(key)) this.#memory.limbo.add(key);
    }

    /** A line said of this object that it is left for somebody to delete by hand. */
    leftByHand(id: string, facts: Facts): void {
        for (const key of facts.keys()) if (isObject(key) && key.endsWith(` ${id}`)) this.#memory.limbo.add(key);
    }

    /** The stack is brought up to the program: what it declares is its own from now on. */
    run(program: Program, facts: Facts, known: Known): void {
        this.#memory.see(facts);
        for (const [name, key] of this.#foreign)
            if (idsIn(key).every((id) => known.stateId(name)?.includes(id)) && facts.has(key))
                this.#wrongs.push({ what: "touched", why: `${key} was somebody else's, and ${name} took it over` });
        this.#foreign.clear();
        const before = this.#wholes;
        this.#wholes = [];
        for (const key of this.#memory.may.keys()) {
            const audience = audienceOf(key);
            // What comes again is for people who have other rules meanwhile.
            if (audience !== undefined && !facts.has(audience)) this.#memory.may.delete(key);
        }
        // Where a whole set was declared, nothing else was left alone.
        for (const key of this.#memory.must.keys())
            if (before.some((whole) => key.startsWith(whole))) this.#memory.must.delete(key);
        for (const { declaration, claims, ignored, object } of claimed(program, facts, known)) {
            if (object && declaration.options?.import !== undefined) this.#memory.must.delete(object);
            // The object named in the option belongs to the program from now on.
            const { import: imported = "" } = declaration.options ?? {};
            for (const key of this.#memory.must.keys())
                if (idsIn(key).length > 0 && idsIn(key).every((id) => imported.includes(id)))
                    this.#memory.must.delete(key);
            // From now on it may be recreated, with what refers to it, even if the option is removed before the next check.
            if (declaration.options?.replaceOnChanges !== undefined) {
                this.forget(declaration.name);
                for (const { name, args } of program) if (references(args).includes(declaration.name)) this.begun(name);
            }
            // What is ignored of an object is written when it is made, and never again.
            const isMade = object !== undefined && !isDoubted(known.stateId(declaration.name));
            const written = [...claims, ...ignored.filter((claim) => !(isMade && claim.stays))];
            for (const claim of written) {
                if (this.#isForeign(declaration, claim, known)) continue;
                for (const [key, value] of matching(claim, this.#memory.must))
                    if (value !== undefined) this.#memory.must.delete(key);
            }
            for (const claim of claims) {
                for (const key of keysOf(claim)) this.#memory.claimed.add(key);
                if ("whole" in claim) this.#wholes.push(claim.whole);
            }
            // What is ignored was written once: when it was made.
            for (const claim of [...claims, ...ignored]) {
                if (!claim.stays) continue;
                if ("whole" in claim) for (const key of claim.keys) this.#memory.allow(key, "");
                else if (claim.value !== undefined) this.#memory.allow(claim.key, claim.value);
            }
        }
    }

    /**
     * After a successful run, nothing that it declares may have disappeared, even if the next run would bring it back. If the run is calm,
     * without faults, lag or hidden events, everything exists, except grants that an unanswered run may have given and that have ended: `lines` names them.
     */
    succeeded(program: Program, before: Facts, after: Facts, known: Known, isCalm: boolean, lines: string): void {
        for (const { declaration, claims } of claimed(program, after, known)) {
            for (const claim of claims) if ("minutes" in claim) this.#granted(declaration, claim, after, known);
            for (const claim of claims)
                for (const key of keysOf(claim)) {
                    if (after.has(key) || this.#memory.grants.mayHaveEnded(key, known.now)) continue;
                    if (before.has(key))
                        this.#wrongs.push({ what: "lost", why: `${key} was taken away by a run that succeeded` });
                    else if (
                        isCalm &&
                        !(isOver(claim, declaration, known) && lines.includes(`"${declaration.name}" expired on`))
                    )
                        this.#wrongs.push({ what: "lost", why: `${key} is not there after a run that succeeded` });
                }
        }
    }

    /** What a run made that was not killed is in the state: under its id, or as what may have been made. */
    made(before: Facts, after: Facts, states: readonly { readonly id?: string }[]): void {
        const ids = new Set(states.map(({ id }) => id));
        const doubts = states.filter(({ id }) => isDoubted(id)).length;
        const made = [...after.keys()].filter((key) => isObject(key) && !before.has(key));
        const lost = made.filter((key) => !ids.has(key.slice(key.indexOf(" ") + 1)));
        for (const key of lost.slice(doubts))
            this.#wrongs.push({ what: "lost", why: `${key} was made, and no state has it` });
    }

    /** What is wrong with the service, once everything was done to make it right. */
    violations(program: Program, facts: Facts, known: Known): Violation[] {
        return [...this.#wrongs, ...violationsOf(this.#memory, program, facts, known)];
    }

    /** Guards that nobody declared, of an audience that was declared, and that went with their audience. */
    lostGuards(before: Facts, after: Facts): string[] {
        return lostGuards(this.#memory, before, after);
    }

    /** Everything is in order: what is there now is the measure of what comes. */
    settled(program: Program, facts: Facts, known: Known): void {
        this.#memory.begin(facts);
        this.#wrongs = [];
        for (const { declaration, claims, ignored, object } of claimed(program, facts, known)) {
            if (object) {
                this.#memory.identities.set(declaration.name, object);
                this.#memory.must.delete(object);
                this.#memory.may.delete(object);
            }
            for (const claim of claims) for (const key of keysOf(claim)) this.#memory.claimed.add(key);
            for (const claim of claims) if ("minutes" in claim) this.#granted(declaration, claim, facts, known);
            for (const claim of [...claims, ...ignored])
                for (const [key] of matching(claim, facts)) {
                    // What an object has and the program ignores stays as it is.
                    if (!(object && claim.stays && ignored.includes(claim))) this.#memory.must.delete(key);
                    if (!claim.stays && !ignored.includes(claim)) this.#memory.may.delete(key);
                }
        }
    }

    /** Whether a membership of somebody else is to be made, which no program may take over in silence. */
    #isForeign({ name, options }: Declaration, claim: Claim, known: Known): boolean {
        const isTaken = !("minutes" in claim) || options?.import !== undefined || known.stateId(name) !== undefined;
        if (isTaken || !this.#memory.must.has(claim.key)) return false;
        this.#foreign.set(name, claim.key);
        return true;
    }

    #granted({ name }: Declaration, claim: Single, facts: Facts, known: Known): void {
        this.#memory.grants.granted(name, claim.key, facts.get(claim.key) ?? "", claim.minutes ?? 0, known);
    }
}

/** Whether a grant was declared so long ago that it may have been given and have ended. */
function isOver(claim: Claim, { name }: Declaration, { now, since }: Known): boolean {
    const asked = since(name);
    return "minutes" in claim && asked !== undefined && asked + (claim.minutes ?? 0) * 60_000 <= now;
}
