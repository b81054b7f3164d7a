import type { Claim } from "./catalogue.js";
import { entryOf, keyTextOf, matching, objectsOf } from "./claims.js";
import { claimed, isLeftAlone, type Known } from "./declared.js";
import { audienceOf, ENDLESS, type Facts, idsIn, isAccess, isObject, isShut, isSwitch, objectOf } from "./facts.js";
import { SLACK } from "./grants.js";
import type { Memory } from "./memory.js";
import type { Declaration, Program } from "./program.js";

/** A difference between the service and its allowed content, or a failure of the kernel. */
export interface Violation {
    readonly what: (typeof VIOLATIONS)[number];
    readonly why: string;
    /** The affected resource of the program. */
    readonly of?: string;
}

/** `silent`: access was wider than declared, or an undeclared guard was lost, without a message or step about it. */
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

/** Violations that remain after the stack has been settled. */
export function violationsOf(memory: Memory, program: Program, facts: Facts, known: Known): Violation[] {
    const found: Violation[] = [];
    const say = (what: Violation["what"], why: string, of?: string) =>
        found.push({ what, why, ...(of === undefined ? {} : { of }) });
    const covered = new Set<string>();
    const excused = new Set<string>();
    // Objects whose names may differ from the program.
    const frozen = new Set(program.filter(isLeftAlone).map(({ name }) => known.stateId(name)));
    for (const { declaration, claims, ignored, object } of claimed(program, facts, known)) {
        const { name } = declaration;
        const entry = entryOf(declaration);
        if (entry.object) {
            const stateId = known.stateId(name);
            const ids = isLeftAlone(declaration) && object ? [stateId ?? ""] : objectsOf(facts, declaration);
            const word = `${declaration.kind} ${name} (${keyTextOf(declaration)})`;
            const isSame = (id: string) =>
                entry.apart === undefined ||
                facts.get(`${entry.object} ${id} ${entry.apart}`) ===
                    facts.get(`${entry.object} ${stateId} ${entry.apart}`);
            for (const id of ids)
                if (id === stateId || (isSame(id) && !memory.may.has(`${entry.object} ${id}`)))
                    covered.add(`${entry.object} ${id}`);
            if (ids.length === 0) say("lost", `${word} is not there`);
            else if (stateId === undefined || !ids.includes(stateId))
                say("lost", `${word} is ${ids.join(", ")}, and the state has ${stateId}`);
            // A declaration that imports an object by id does not adopt one that a killed run may have created.
            const isNamed = declaration.options?.import !== undefined;
            const isOwn = (id: string) =>
                memory.may.has(`${entry.object} ${id}`) || (isNamed && memory.limbo.has(`${entry.object} ${id}`));
            const more = ids.filter((id) => id !== stateId && isSame(id) && !frozen.has(id) && !isOwn(id));
            if (more.length > 0) say("doubled", `${word} is there ${more.length + 1} times`);
            const before = memory.identities.get(name);
            if (before !== undefined && object && before !== object)
                say("lost", `${word} was made again, though ${before} was there`);
        }
        for (const claim of ignored) for (const [key] of matching(claim, facts)) excused.add(key);
        for (const claim of claims)
            for (const key of judge(memory, declaration, claim, facts, known, say)) covered.add(key);
    }
    for (const [key, value] of facts)
        if (!covered.has(key) && !excused.has(key)) judgeUndeclared(memory, key, value, say);
    for (const [key, value] of memory.must) {
        if (covered.has(key) || facts.get(key) === value || (!isObject(key) && isOfGone(memory, key, facts))) continue;
        say("touched", facts.has(key) ? `${key} is ${facts.get(key)}, not ${value}` : `${key} is not there any more`);
    }
    return found;
}

/** Undeclared guards of a declared audience that were removed together with it. */
export function lostGuards(memory: Memory, before: Facts, after: Facts): string[] {
    return [...before].flatMap(([key, value]) => {
        const audience = audienceOf(key);
        if (audience === undefined || !isAccess(key) || value !== "true" || !isShut(key, value)) return [];
        const isOurs = memory.claimed.has(audience) && !memory.claimed.has(key);
        return isOurs && !after.has(audience) && after.has(objectOf(key)) ? [key] : [];
    });
}

/** Compares a claim with the service and returns the keys of the facts that it is about. */
function judge(
    memory: Memory,
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
    if (now !== undefined && memory.grants.isLonger(name, key, now, known) && !memory.mayLast(key, now))
        say("widened", `${who}: ${key} was granted again, though nobody asked for it`, name);
    if (now === undefined) {
        const since = known.since(name);
        const isOver = minutes > 0 && since !== undefined && known.now - since >= minutes * 60_000;
        const mayHaveEnded = isOver || memory.grants.mayHaveEnded(key, known.now);
        if (!mayHaveEnded) say("lost", `${who}: ${key} is not there`, name);
    } else if (value !== undefined && now !== value) {
        const wider = isAccess(key) && !isShut(key, now);
        say(wider ? "widened" : "lost", `${who}: ${key} is ${now}, not ${value}`, name);
    } else if (minutes > 0 && (now === ENDLESS || Number(now) > known.now + minutes * 60_000 + SLACK))
        say("widened", `${who}: ${key} ends ${now === ENDLESS ? "never" : new Date(Number(now)).toISOString()}`, name);
    return [key];
}

function judgeUndeclared(
    memory: Memory,
    key: string,
    value: string,
    say: (what: Violation["what"], why: string) => void,
): void {
    const allowed = memory.may.get(key);
    if (memory.limbo.has(key) || allowed?.has(value)) return;
    if (isObject(key)) {
        // A changed name is a fact of the object and is checked with the facts that must stay.
        if (!allowed) say("left", `${key} (${value}) is there, and nobody declares it`);
        return;
    }
    if (!isAccess(key)) return;
    const isNew = !memory.objects.has(objectOf(key));
    // New objects have the defaults of the service.
    if (isSwitch(key) ? isNew || !allowed || isShut(key, value) : isNew && / sees everybody$/.test(key)) return;
    if (memory.mayLast(key, value)) return;
    if (memory.limbo.has(objectOf(key))) return;
    say("widened", `${key} is ${value || "there"}, and nobody declares it`);
}

/** Whether a fact is about an object that no longer exists. */
function isOfGone(memory: Memory, key: string, facts: Facts): boolean {
    const ids = idsIn(key);
    const words = ["owner", "group", "resource", "tag", "bundle"];
    const audience = audienceOf(key);
    if (audience !== undefined && !facts.has(audience)) return true;
    return ids.some((id) => words.some((word) => memory.seen.has(`${word} ${id}`) && !facts.has(`${word} ${id}`)));
}
