import type { Claim } from "./catalogue.js";
import { entryOf, keysOf, keyTextOf, matching, objectsOf, type Single } from "./claims.js";
import { claimed, isLeftAlone, type Known } from "./declared.js";
import { audienceOf, ENDLESS, type Facts, isAccess, isObject, isShut, isSwitch, objectOf } from "./facts.js";
import { Grants, lastsAsLong, SLACK } from "./grants.js";
import type { Declaration, Program } from "./program.js";

/** What the service should not have become. */
export interface Violation {
    readonly what: (typeof VIOLATIONS)[number];
    readonly why: string;
    /** The resource of the program that it is about. */
    readonly of?: string;
}

/** `silent`: something was wider than declared, or lost a guard that nobody declares, and no line and no step said so. */
const VIOLATIONS = [
    "lost",
    "doubled",
    "widened",
    "stuck",
    "silent",
    "touched",
    "left",
    "astray",
    "crash",
    "hang",
] as const;

/**
 * What the service holds that the program does not declare, and what it is allowed to hold: kept by hand of what was there at the
 * beginning, what was changed outside and what the program once declared. It is the oracle of the simulator, and knows nothing of the kernel.
 */
export class Ledger {
    /** Undeclared facts that may be there, with the values that they may have. */
    readonly #may = new Map<string, Set<string>>();
    /** Undeclared facts that must be there still. */
    readonly #must: Facts = new Map();
    /** Objects that the program must not have made again: the id by the name of the resource. */
    readonly #identities = new Map<string, string>();
    /** Facts of calls whose run was killed: nobody may know of them. */
    readonly #limbo = new Set<string>();
    /** Objects that were ever there. */
    readonly #seen = new Set<string>();
    readonly #grants = new Grants();
    /** What sets the program declared when it was last run. */
    #wholes: string[] = [];
    /** Memberships of somebody else that resources of the program are to make, which are in no state: by the name of the resource. */
    readonly #foreign = new Map<string, string>();
    /** What one run did that no run may do. */
    #wrongs: Violation[] = [];
    /** What was declared at some time since everything was last in order. */
    readonly #claimed = new Set<string>();
    /** Objects that were there when everything was last in order. */
    #objects = new Set<string>();

    constructor(facts: Facts) {
        this.#begin(facts);
    }

    /**
     * Somebody else changed the organization; `ours` are facts that the state has: nobody can tell one that went and came again. `wholes` are the
     * sets that it has as a whole: what comes into one ends with it.
     */
    outside(before: Facts, after: Facts, ours: ReadonlySet<string>, wholes: readonly string[], now: number): void {
        this.#see(after);
        this.#grants.changed(before, after, now);
        for (const [name, key] of this.#foreign) if (!after.has(key)) this.#foreign.delete(name);
        for (const [key, value] of after) {
            if (before.get(key) === value) continue;
            // Whoever prolongs a grant of the program does not make it his own.
            if (!lastsAsLong(value, before.get(key) ?? "") || !ours.has(key)) this.#allow(key, value);
            // What was there and need not stay is the program's.
            const isNew = !before.has(key) && !ours.has(key) && !wholes.some((whole) => key.startsWith(whole));
            if (isNew || this.#must.has(key)) this.#must.set(key, value);
            if (isObject(key) && !before.has(key)) this.#objects.add(key);
        }
        for (const key of before.keys()) {
            if (after.has(key)) continue;
            this.#must.delete(key);
            this.#may.delete(key);
            if (!isObject(key)) continue;
            for (const [name, object] of this.#identities) if (object === key) this.#identities.delete(name);
        }
    }

    /** What came to be just now may go again. */
    unguarded(before: Facts, after: Facts): void {
        for (const key of after.keys()) if (!before.has(key)) this.#must.delete(key);
    }

    /** The program may have this object made again. */
    forget(name: string): void {
        this.#identities.delete(name);
    }

    /** What this resource grants begins anew. */
    begun(name: string): void {
        this.#grants.begun(name);
    }

    forgetAll(): void {
        this.#identities.clear();
        this.#grants.forget();
    }

    /** The time passes: what has come to its end is not missed. */
    expire(now: number): void {
        for (const key of this.#grants.over(now)) this.#must.delete(key);
    }

    /** These objects and facts stay when their declarations end, as the program wants it. */
    retained(facts: Facts, keys: readonly string[]): void {
        for (const [key, value] of facts)
            if (
                keys.includes(key) ||
                keys.includes(objectOf(key)) ||
                keys.some((one) => one.endsWith(" ") && key.startsWith(one))
            )
                this.#allow(key, value);
    }

    /** The state took over whatever these sets held: they end with all of it. */
    refreshed(wholes: readonly string[]): void {
        for (const key of this.#must.keys()) if (wholes.some((whole) => key.startsWith(whole))) this.#must.delete(key);
    }

    /** Nobody may know of what a run did that was killed. */
    killed(before: Facts, after: Facts): void {
        for (const key of after.keys()) if (!before.has(key)) this.#limbo.add(key);
    }

    /** A line said of this object that it is left for somebody to delete by hand. */
    leftByHand(id: string, facts: Facts): void {
        for (const key of facts.keys()) if (isObject(key) && key.endsWith(` ${id}`)) this.#limbo.add(key);
    }

    /** The stack is brought up to the program: what it declares is its own from now on. */
    run(program: Program, facts: Facts, known: Known): void {
        this.#see(facts);
        for (const [name, key] of this.#foreign)
            if (idsIn(key).every((id) => known.stateId(name)?.includes(id)) && facts.has(key))
                this.#wrongs.push({ what: "touched", why: `${key} was somebody else's, and ${name} took it over` });
        this.#foreign.clear();
        const before = this.#wholes;
        this.#wholes = [];
        for (const key of this.#may.keys()) {
            const audience = audienceOf(key);
            // What comes again is for people who have other rules meanwhile.
            if (audience !== undefined && !facts.has(audience)) this.#may.delete(key);
        }
        // Where a whole set was declared, nothing else was left alone.
        for (const key of this.#must.keys()) if (before.some((whole) => key.startsWith(whole))) this.#must.delete(key);
        for (const { declaration, claims, ignored, object } of claimed(program, facts, known)) {
            if (object && declaration.options?.import !== undefined) this.#must.delete(object);
            // What is ignored of an object is written when it is made, and never again.
            const written = [...claims, ...ignored.filter((claim) => !(object && claim.stays))];
            for (const claim of written) {
                if (this.#isForeign(declaration, claim, known)) continue;
                for (const [key, value] of matching(claim, this.#must)) if (value !== undefined) this.#must.delete(key);
            }
            for (const claim of claims) {
                for (const key of keysOf(claim)) this.#claimed.add(key);
                if ("whole" in claim) this.#wholes.push(claim.whole);
            }
            // What is ignored was written once: when it was made.
            for (const claim of [...claims, ...ignored]) {
                if (!claim.stays) continue;
                if ("whole" in claim) for (const key of claim.keys) this.#allow(key, "");
                else if (claim.value !== undefined) this.#allow(claim.key, claim.value);
            }
        }
    }

    /**
     * A run came to a good end: what it declares may not have gone, even if the next run would bring it back. If nothing struck it and nobody
     * came between, all of it is there.
     */
    succeeded(program: Program, before: Facts, after: Facts, known: Known, isCalm: boolean): void {
        for (const { declaration, claims } of claimed(program, after, known)) {
            for (const claim of claims) if ("minutes" in claim) this.#granted(declaration, claim, after, known);
            for (const key of claims.flatMap(keysOf)) {
                if (after.has(key) || this.#grants.mayHaveEnded(key, known.now)) continue;
                if (before.has(key))
                    this.#wrongs.push({ what: "lost", why: `${key} was taken away by a run that succeeded` });
                else if (isCalm)
                    this.#wrongs.push({ what: "lost", why: `${key} is not there after a run that succeeded` });
            }
        }
    }

    /** What a run made that was not killed is in the state: under its id, or as what may have been made. */
    made(before: Facts, after: Facts, states: readonly { readonly id?: string }[]): void {
        const ids = new Set(states.map(({ id }) => id));
        const doubts = states.filter(({ id }) => id?.startsWith("unconfirmed")).length;
        const made = [...after.keys()].filter((key) => isObject(key) && !before.has(key));
        const lost = made.filter((key) => !ids.has(key.slice(key.indexOf(" ") + 1)));
        for (const key of lost.slice(doubts))
            this.#wrongs.push({ what: "lost", why: `${key} was made, and no state has it` });
    }

    /** What is wrong with the service, once everything was done to make it right. */
    violations(program: Program, facts: Facts, known: Known): Violation[] {
        const found: Violation[] = [...this.#wrongs];
        const say = (what: Violation["what"], why: string, of?: string) =>
            found.push({ what, why, ...(of === undefined ? {} : { of }) });
        const covered = new Set<string>();
        const excused = new Set<string>();
        // Objects that may be called anything.
        const frozen = new Set(program.filter(isLeftAlone).map(({ name }) => known.stateId(name)));
        for (const { declaration, claims, ignored, object } of claimed(program, facts, known)) {
            const { name } = declaration;
            const entry = entryOf(declaration);
            if (entry.object) {
                const stateId = known.stateId(name);
                const ids = isLeftAlone(declaration) && object ? [stateId ?? ""] : objectsOf(facts, declaration);
                const word = `${declaration.kind} ${name} (${keyTextOf(declaration)})`;
                for (const id of ids)
                    if (id === stateId || !this.#may.has(`${entry.object} ${id}`)) covered.add(`${entry.object} ${id}`);
                if (ids.length === 0) say("lost", `${word} is not there`);
                else if (stateId === undefined || !ids.includes(stateId))
                    say("lost", `${word} is ${ids.join(", ")}, and the state has ${stateId}`);
                const more = ids.filter(
                    (id) => id !== stateId && !frozen.has(id) && !this.#may.has(`${entry.object} ${id}`),
                );
                if (more.length > 0) say("doubled", `${word} is there ${more.length + 1} times`);
                const before = this.#identities.get(name);
                const mayBeReplaced = declaration.options?.replaceOnChanges !== undefined;
                if (before !== undefined && object && before !== object && !mayBeReplaced)
                    say("lost", `${word} was made again, though ${before} was there`);
            }
            for (const claim of ignored) for (const [key] of matching(claim, facts)) excused.add(key);
            for (const claim of claims)
                for (const key of this.#judge(declaration, claim, facts, known, say)) covered.add(key);
        }
        for (const [key, value] of facts)
            if (!covered.has(key) && !excused.has(key)) this.#judgeUndeclared(key, value, say);
        for (const [key, value] of this.#must) {
            if (covered.has(key) || facts.get(key) === value || (!isObject(key) && this.#isOfGone(key, facts)))
                continue;
            say(
                "touched",
                facts.has(key) ? `${key} is ${facts.get(key)}, not ${value}` : `${key} is not there any more`,
            );
        }
        return found;
    }

    /** Guards that nobody declared, of an audience that was declared, and that went with their audience. */
    lostGuards(before: Facts, after: Facts): string[] {
        return [...before].flatMap(([key, value]) => {
            const audience = audienceOf(key);
            if (audience === undefined || !isAccess(key) || value !== "true" || !isShut(key, value)) return [];
            const isOurs = this.#claimed.has(audience) && !this.#claimed.has(key);
            return isOurs && !after.has(audience) && after.has(objectOf(key)) ? [key] : [];
        });
    }

    /** Everything is in order: what is there now is the measure of what comes. */
    settled(program: Program, facts: Facts, known: Known): void {
        this.#begin(facts);
        for (const { declaration, claims, ignored, object } of claimed(program, facts, known)) {
            if (object) {
                this.#identities.set(declaration.name, object);
                this.#must.delete(object);
                this.#may.delete(object);
            }
            for (const claim of claims) for (const key of keysOf(claim)) this.#claimed.add(key);
            for (const claim of claims) if ("minutes" in claim) this.#granted(declaration, claim, facts, known);
            for (const claim of [...claims, ...ignored])
                for (const [key] of matching(claim, facts)) {
                    // What an object has and the program ignores stays as it is.
                    if (!(object && claim.stays && ignored.includes(claim))) this.#must.delete(key);
                    if (!claim.stays && !ignored.includes(claim)) this.#may.delete(key);
                }
        }
    }

    /** Whether a membership of somebody else is to be made, which no program may take over in silence. */
    #isForeign({ name, options }: Declaration, claim: Claim, known: Known): boolean {
        const isTaken = !("minutes" in claim) || options?.import !== undefined || known.stateId(name) !== undefined;
        if (isTaken || !this.#must.has(claim.key)) return false;
        this.#foreign.set(name, claim.key);
        return true;
    }

    #granted({ name }: Declaration, claim: Single, facts: Facts, known: Known): void {
        this.#grants.granted(name, claim.key, facts.get(claim.key) ?? "", claim.minutes ?? 0, known);
    }

    #see(facts: Facts): void {
        for (const [key, value] of facts) {
            if (isObject(key)) this.#seen.add(key);
            this.#grants.see(key, value);
        }
    }

    #begin(facts: Facts): void {
        this.#see(facts);
        this.#may.clear();
        this.#must.clear();
        this.#identities.clear();
        this.#limbo.clear();
        this.#wrongs = [];
        this.#claimed.clear();
        this.#objects = new Set([...facts.keys()].filter(isObject));
        for (const [key, value] of facts) {
            this.#allow(key, value);
            this.#must.set(key, value);
        }
    }

    #allow(key: string, value: string): void {
        this.#may.set(key, (this.#may.get(key) ?? new Set()).add(value));
    }

    /** Holds one claim against the service; the keys of the facts that it speaks of. */
    #judge(
        { name, kind }: Declaration,
        claim: Claim,
        facts: Facts,
        known: Known,
        say: (what: Violation["what"], why: string, of: string) => void,
    ): string[] {
        const who = `${kind} ${name}`;
        if ("whole" in claim) {
            const there = [...facts.keys()].filter((key) => key.startsWith(claim.whole));
            for (const key of claim.keys) if (!facts.has(key)) say("lost", `${who}: ${key} is not there`, name);
            for (const key of there)
                if (!claim.keys.includes(key))
                    say(isAccess(key) ? "widened" : "touched", `${who}: ${key} is there and not declared`, name);
            return there;
        }
        const { key, value, minutes = 0 } = claim;
        const now = facts.get(key);
        if (now !== undefined && this.#grants.isLonger(name, key, now, known) && !this.#mayLast(key, now))
            say("widened", `${who}: ${key} was granted again, though nobody asked for it`, name);
        if (now === undefined) {
            const since = known.since(name);
            const isOver = minutes > 0 && since !== undefined && known.now - since >= minutes * 60_000;
            const mayHaveEnded = isOver || this.#grants.mayHaveEnded(key, known.now);
            if (!mayHaveEnded) say("lost", `${who}: ${key} is not there`, name);
        } else if (value !== undefined && now !== value) {
            const wider = isAccess(key) && !isShut(key, now);
            say(wider ? "widened" : "lost", `${who}: ${key} is ${now}, not ${value}`, name);
        } else if (minutes > 0 && (now === ENDLESS || Number(now) > known.now + minutes * 60_000 + SLACK))
            say(
                "widened",
                `${who}: ${key} ends ${now === ENDLESS ? "never" : new Date(Number(now)).toISOString()}`,
                name,
            );
        return [key];
    }

    /** Whether somebody who may has granted it for as long, or longer. */
    #mayLast(key: string, end: string): boolean {
        const allowed = [...(this.#may.get(key) ?? [])];
        return allowed.some((one) => one === end || lastsAsLong(one, end));
    }

    #judgeUndeclared(key: string, value: string, say: (what: Violation["what"], why: string) => void): void {
        const allowed = this.#may.get(key);
        if (this.#limbo.has(key) || allowed?.has(value)) return;
        if (isObject(key)) {
            // A name that was changed is a fact of the object, and judged with those that must stay.
            if (!allowed) say("left", `${key} (${value}) is there, and nobody declares it`);
            return;
        }
        if (!isAccess(key)) return;
        const isNew = !this.#objects.has(objectOf(key));
        // What is new has what the service gives it.
        if (isSwitch(key) ? isNew || !allowed || isShut(key, value) : isNew && / sees everybody$/.test(key)) return;
        if (this.#mayLast(key, value)) return;
        if (this.#limbo.has(objectOf(key))) return;
        say("widened", `${key} is ${value || "there"}, and nobody declares it`);
    }

    /** Whether a fact speaks of an object that is not there any more. */
    #isOfGone(key: string, facts: Facts): boolean {
        const ids = idsIn(key);
        const words = ["owner", "group", "resource", "tag", "bundle"];
        const audience = audienceOf(key);
        if (audience !== undefined && !facts.has(audience)) return true;
        return ids.some((id) => words.some((word) => this.#seen.has(`${word} ${id}`) && !facts.has(`${word} ${id}`)));
    }
}

function idsIn(key: string): readonly string[] {
    return key.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
}
