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
 * Records which undeclared facts the service must and may have, derived from its initial content, outside changes and earlier
 * declarations. It is the oracle of the simulator and is independent of the kernel.
 */
export class Ledger {
    readonly #memory: Memory;
    /** Sets that the program declared in its last run. */
    #wholes: string[] = [];
    /** Existing undeclared memberships that new resources of the program also declare, by name of the resource. */
    readonly #foreign = new Map<string, string>();
    /** Violations found in single runs. */
    #wrongs: Violation[] = [];

    constructor(facts: Facts) {
        this.#memory = new Memory(facts);
    }

    /**
     * Records a change outside. `ours` are facts in the state, for which removing and adding again cannot be detected. `wholes` are the
     * sets that the state contains as a whole: elements added to one may be removed with it.
     */
    outside(before: Facts, after: Facts, ours: ReadonlySet<string>, wholes: readonly string[], now: number): void {
        this.#memory.see(after);
        this.#memory.grants.changed(before, after, now);
        for (const [name, key] of this.#foreign) if (!after.has(key)) this.#foreign.delete(name);
        for (const [key, value] of after) {
            if (before.get(key) === value) continue;
            // An outside extension of a declared grant does not make it undeclared.
            if (!lastsAsLong(value, before.get(key) ?? "") || !ours.has(key)) this.#memory.allow(key, value);
            // Existing facts that need not stay belong to the program.
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

    /** The latest changes may be reverted. */
    unguarded(before: Facts, after: Facts): void {
        for (const [key, value] of after) if (before.get(key) !== value) this.#memory.must.delete(key);
    }

    /** The object of this resource may be recreated. */
    forget(name: string): void {
        this.#memory.identities.delete(name);
    }

    /** Allows a new grant of this resource. */
    begun(name: string): void {
        this.#memory.grants.begun(name);
    }

    forgetAll(): void {
        this.#memory.identities.clear();
        this.#memory.grants.forget();
    }

    /** Expired grants need not exist any longer. */
    expire(now: number): void {
        for (const key of this.#memory.grants.over(now)) this.#memory.must.delete(key);
    }

    /** These objects and facts may remain after their declarations are removed: they have `retainOnDelete`, or a run against another organization removed them from the state. */
    retained(facts: Facts, keys: readonly string[]): void {
        for (const [key, value] of facts)
            if (
                keys.includes(key) ||
                keys.includes(objectOf(key)) ||
                keys.some((one) => one.endsWith(" ") && key.startsWith(one))
            )
                this.#memory.allow(key, value);
    }

    /** A refresh added all elements of these sets to the state, so they may be removed with them. */
    refreshed(wholes: readonly string[]): void {
        for (const key of this.#memory.must.keys())
            if (wholes.some((whole) => key.startsWith(whole))) this.#memory.must.delete(key);
    }

    /** A run with outdated lists cannot detect existing memberships. */
    blinded(): void {
        this.#foreign.clear();
    }

    /** New facts of a killed run may be unknown to the state. */
    killed(before: Facts, after: Facts): void {
        for (const key of after.keys()) if (!before.has(key)) this.#memory.limbo.add(key);
    }

    /** A message reported that this object must be deleted manually. */
    leftByHand(id: string, facts: Facts): void {
        for (const key of facts.keys()) if (isObject(key) && key.endsWith(` ${id}`)) this.#memory.limbo.add(key);
    }

    /** The program is deployed: the facts that it declares belong to it from now on. */
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
            // If its audience no longer exists, the setting may not be restored for a later audience.
            if (audience !== undefined && !facts.has(audience)) this.#memory.may.delete(key);
        }
        // A set that was declared as a whole may remove all other elements.
        for (const key of this.#memory.must.keys())
            if (before.some((whole) => key.startsWith(whole))) this.#memory.must.delete(key);
        for (const { declaration, claims, ignored, object } of claimed(program, facts, known)) {
            if (object && declaration.options?.import !== undefined) this.#memory.must.delete(object);
            // An imported object belongs to the program from now on.
            const { import: imported = "" } = declaration.options ?? {};
            for (const key of this.#memory.must.keys())
                if (idsIn(key).length > 0 && idsIn(key).every((id) => imported.includes(id)))
                    this.#memory.must.delete(key);
            // An object with replaceOnChanges may be recreated from now on, with all resources that refer to it, even if the option is removed before the next check.
            if (declaration.options?.replaceOnChanges !== undefined) {
                this.forget(declaration.name);
                for (const { name, args } of program) if (references(args).includes(declaration.name)) this.begun(name);
            }
            // Ignored properties are written when the object is created, and never again.
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
            // Ignored properties were written once, when the object was created.
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

    /** Objects created by a run that was not killed must be in the state, by id or as possibly created. */
    made(before: Facts, after: Facts, states: readonly { readonly id?: string }[]): void {
        const ids = new Set(states.map(({ id }) => id));
        const doubts = states.filter(({ id }) => isDoubted(id)).length;
        const made = [...after.keys()].filter((key) => isObject(key) && !before.has(key));
        const lost = made.filter((key) => !ids.has(key.slice(key.indexOf(" ") + 1)));
        for (const key of lost.slice(doubts))
            this.#wrongs.push({ what: "lost", why: `${key} was made, and no state has it` });
    }

    /** Violations that remain after the stack has been settled. */
    violations(program: Program, facts: Facts, known: Known): Violation[] {
        return [...this.#wrongs, ...violationsOf(this.#memory, program, facts, known)];
    }

    /** Undeclared guards of a declared audience that were removed together with it. */
    lostGuards(before: Facts, after: Facts): string[] {
        return lostGuards(this.#memory, before, after);
    }

    /** The stack is settled: the current facts become the baseline. */
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
                    // Ignored properties of an object must stay unchanged.
                    if (!(object && claim.stays && ignored.includes(claim))) this.#memory.must.delete(key);
                    if (!claim.stays && !ignored.includes(claim)) this.#memory.may.delete(key);
                }
        }
    }

    /** Whether a claim would create an existing undeclared membership, which must not be adopted silently. */
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

/** Whether a grant was declared so long ago that it may have been created and have expired. */
function isOver(claim: Claim, { name }: Declaration, { now, since }: Known): boolean {
    const asked = since(name);
    return "minutes" in claim && asked !== undefined && asked + (claim.minutes ?? 0) * 60_000 <= now;
}
