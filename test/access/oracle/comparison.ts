import { changesBetween } from "../../../src/access/map/changes.js";
import { impactOf } from "../../../src/access/model/change/impact.js";
import { AccessModel, ASPECTS, type Aspect, targetsOf } from "../../../src/access/model/model.js";
import { factsOf } from "../facts-of.js";
import { oracleOf, type Sentences } from "./oracle.js";
import { edit, randomStore } from "./organizations.js";
import { saidBy } from "./said-by-model.js";

/** Result of a comparison. */
export interface Tally {
    organizations: number;
    sentences: number;
    /** Differences between the service and the model, and changes that the model does not follow. */
    readonly disagreements: string[];
}

/** Compares the model with the service before and after a change of one organization, and the impact of the change with both. */
export function compare(seed: number, tally: Tally): void {
    const store = randomStore(seed);
    const facts = factsOf(store);
    const before = AccessModel.of(facts);
    hold(`${seed} before`, oracleOf(store), saidBy(before), tally);
    // Some results of the model are computed before the change, so that its caches must be invalidated correctly.
    edit(store, seed * 7 + 1);
    const factsAfter = factsOf(store);
    const after = AccessModel.of(factsAfter);
    hold(`${seed} after`, oracleOf(store), saidBy(after), tally);
    const changed = before.with(changesBetween(facts, factsAfter));
    hold(`${seed} changed`, saidBy(after), saidBy(changed), tally);
    follow(`${seed} impact`, before, changed, after, tally);
    tally.organizations += 1;
}

function hold(where: string, service: Sentences, model: Sentences, tally: Tally): void {
    for (const aspect of ASPECTS) {
        if (aspect === "administers") continue;
        const [theirs, ours] = [service.get(aspect) ?? new Set<string>(), model.get(aspect) ?? new Set<string>()];
        tally.sentences += theirs.size;
        for (const one of theirs)
            if (!isAmong(one, ours)) tally.disagreements.push(`${where}: only the service: ${aspect} ${one}`);
        for (const one of ours)
            if (!isAmong(one, theirs) && !theirs.has(`${upToEnd(one)} ?`))
                tally.disagreements.push(`${where}: only the model: ${aspect} ${one}`);
    }
}

/** An end that the service does not return matches any end. */
function isAmong(sentence: string, others: ReadonlySet<string>): boolean {
    if (!sentence.endsWith(" ?")) return others.has(sentence);
    return [...others].some((one) => upToEnd(one) === upToEnd(sentence));
}

function upToEnd(sentence: string): string {
    return sentence.slice(0, sentence.lastIndexOf(" "));
}

/** Checks that the impact equals the difference between all results of the model before and after. */
function follow(where: string, before: AccessModel, changed: AccessModel, after: AccessModel, tally: Tally): void {
    const impact = impactOf(before, changed);
    const reported = new Set(
        impact.targets.flatMap(({ target, shifts }) =>
            // The levels of requests and later beginnings are compared with the service in test/access/gates.
            shifts.flatMap((shift) =>
                (shift.level !== undefined && shift.aspect !== "has") || shift.begins !== undefined
                    ? []
                    : shift
                          .people()
                          // A user who could request one level before and can now request any level is also a matter of levels.
                          .filter(
                              ({ id }) =>
                                  !shift.fate.endsWith("ained") ||
                                  shift.aspect === "has" ||
                                  !setsOf(before, shift.aspect, target).has(` ${id}`),
                          )
                          .map(({ id }) => `${shift.aspect} ${shift.fate} ${target.id} ${shift.level ?? ""} ${id}`),
            ),
        ),
    );
    const expected = new Set<string>();
    for (const target of new Map([...targetsOf(before), ...targetsOf(after)].map((one) => [one.id, one])).values())
        for (const aspect of ASPECTS) {
            const [was, is] = [before, after].map((model) => setsOf(model, aspect, target));
            // If it is unknown who else had or has it, nobody surely gains or loses it.
            const gained = isOpen(before, aspect, target) ? "maybeGained" : "gained";
            const lost = isOpen(after, aspect, target) ? "maybeLost" : "lost";
            for (const [key, end] of is ?? []) {
                const old = was?.get(key);
                if (old === undefined) expected.add(`${aspect} ${gained} ${target.id} ${key}`);
                else if (end > old) expected.add(`${aspect} longer ${target.id} ${key}`);
                else if (end < old) expected.add(`${aspect} shorter ${target.id} ${key}`);
            }
            for (const key of was?.keys() ?? [])
                if (!is?.has(key)) expected.add(`${aspect} ${lost} ${target.id} ${key}`);
        }
    tally.sentences += expected.size;
    for (const one of expected) if (!reported.has(one)) tally.disagreements.push(`${where}: not reported: ${one}`);
    for (const one of reported) if (!expected.has(one)) tally.disagreements.push(`${where}: reported wrongly: ${one}`);
}

function isOpen(model: AccessModel, aspect: Aspect, target: Parameters<AccessModel["who"]>[1]): boolean {
    const isThere = [...targetsOf(model)].some(({ id }) => id === target.id);
    return isThere && aspect !== "has" && model.who(aspect, target).unknowns.size > 0;
}

function setsOf(model: AccessModel, aspect: Aspect, target: Parameters<AccessModel["who"]>[1]): Map<string, number> {
    // A target that does not exist has no users.
    if (![...targetsOf(model)].some(({ id }) => id === target.id)) return new Map();
    const sets = aspect === "has" ? model.holdersByLevel(target) : new Map([["", model.who(aspect, target)]]);
    return new Map(
        [...sets].flatMap(([level, set]) =>
            [...set.members].map((number, place) => [
                `${level} ${model.records.principals.id(number)}`,
                set.endAt(place),
            ]),
        ),
    );
}
