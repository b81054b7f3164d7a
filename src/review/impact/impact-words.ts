import type { Impact, TargetImpact } from "../../access/model/change/impact.js";
import { isNewGain, isWidening, type Shift } from "../../access/model/change/shifts.js";
import type { Target } from "../../access/model/facts/facts.js";
import type { Aspect } from "../../access/model/model.js";
import { backReference, dateWords, targetsText } from "../../access/model/words.js";
import { compareText } from "../../common/collections.js";
import { counted } from "../../common/counts.js";
import { firstOf, joined, type Phrase, plain, prose } from "../../common/phrase.js";
import type { UnknownChange } from "./account.js";
import type { PreviewImpact } from "./preview-impact.js";

/** Summarizes the impact in one sentence: `3 people gain access to 1 group and 2 resources; nobody loses access.` */
export function headlineOf(preview: PreviewImpact, tense: Tense = "present"): Phrase {
    const { impact, account, chains } = preview;
    const climbers = [...new Set(chains?.opened.map(({ personId }) => personId))];
    const among = (matches: (shift: Shift) => boolean) => affectedIn(impact.targets, matches);
    const gained = among(({ aspect, fate }) => aspect === "has" && isNewGain(fate));
    const lost = among(({ aspect, fate }) => aspect === "has" && !isWidening(fate));
    const alone = among(({ aspect, fate }) => aspect === "getsWithoutApproval" && isNewGain(fate));
    const everywhere = [...impact.targets, ...impact.roles];
    const more = affectedIn(everywhere, ({ fate }) => isWidening(fate));
    const less = affectedIn(everywhere, ({ fate }) => !isWidening(fate));
    const open = among(isUncertain).places;
    const unknown = account.unknown.length;
    const admins = affectedIn(
        impact.roles.filter(({ role }) => role === "admin"),
        ({ fate }) => isWidening(fate),
    );
    const without = ({ people }: Affected<unknown>, ...named: Affected<unknown>[]): string[] =>
        people.filter((id) => !named.some((one) => one.people.includes(id)));
    const others = without(more, gained, alone, admins);
    const losers = without(less, lost);
    const words = (people: readonly string[], does: Phrase): Phrase =>
        prose`${principalsText(preview, people)} ${does}`;
    const turn = (fate: "gained" | "lost", count: number, held: Phrase): Phrase =>
        happeningWords({ aspect: "has", fate, count }, { tense, held });
    const turned = (fate: "gained" | "lost", { people, places }: Affected<TargetImpact>): Phrase =>
        words(people, turn(fate, people.length, prose`access to ${targetsWords(places)}`));
    const access = prose`access`;
    const hasGained = gained.people.length > 0;
    const hasLost = lost.people.length > 0;
    const isLess = less.people.length > 0;
    const parts = [
        admins.people.length > 0 && words(admins.people, adminWords(admins.people.length, tense)),
        isWithoutGain(preview) &&
            prose`nobody ${turn("gained", 1, access)}${isLess ? "" : prose` and nobody ${turn("lost", 1, prose`any`)}`}`,
        hasGained && turned("gained", gained),
        hasLost && turned("lost", lost),
        hasGained && !isLess && unknown + open.length === 0 && prose`nobody ${turn("lost", 1, access)}`,
        alone.people.length > 0 && words(alone.people, prose`can get something without approval`),
        climbers.length > 0 && words(climbers, prose`can reach something in several steps, each without approval`),
        others.length > 0 && words(others, prose`can see, request, approve or administer more, or for longer`),
        losers.length > 0 && words(losers, prose`can see, request, approve or administer less, or for a shorter time`),
        unknown > 0 && prose`the effect of ${plain(counted(unknown, "change"))} is unknown`,
        affectedIn(impact.roles, isUncertain).places.length > 0 &&
            prose`it is unknown who gains or loses a role in the organization`,
        open.length > 0 && prose`results are incomplete for ${targetsWords(open)}`,
    ].filter((part) => part !== false);
    return prose`${joined(parts, prose`; `).capitalized}.`;
}

/** Whether it is certain that no one gains access. An unknown effect counts as a possible gain. */
export function isWithoutGain({ impact, account, chains }: PreviewImpact): boolean {
    if (chains && chains.opened.length + chains.open.length + chains.unexamined > 0) return false;
    const shifts = [...impact.targets, ...impact.roles].flatMap((one) => one.shifts);
    return account.unknown.length === 0 && !shifts.some((shift) => isUncertain(shift) || isWidening(shift.fate));
}

function isUncertain({ fate }: Shift): boolean {
    return fate === "unknown" || fate.startsWith("maybe");
}

/** All affected people without duplicates, and the targets or roles concerned. */
interface Affected<Place> {
    readonly people: readonly string[];
    readonly places: readonly Place[];
}

function affectedIn<Place extends { readonly shifts: readonly Shift[] }>(
    all: readonly Place[],
    matches: (shift: Shift) => boolean,
): Affected<Place> {
    const places = all.filter(({ shifts }) => shifts.some(matches));
    const people = places.flatMap(({ shifts }) => shifts.filter(matches).flatMap((shift) => [...shift.people()]));
    return { people: [...new Set(people.map(({ id }) => id))], places };
}

function adminWords(count: number, tense: Tense): Phrase {
    const become = tense === "past" ? prose`became` : count === 1 ? prose`becomes` : prose`become`;
    return prose`${become} ${count === 1 ? prose`an administrator` : prose`administrators`} of the organization`;
}

function targetsWords(places: readonly TargetImpact[]): Phrase {
    return plain(targetsText(places.map(({ target }) => target)));
}

/** Tense of the description: present for a planned change, past for a completed change. */
export type Tense = "present" | "past";

/** An effect on people who are all affected in the same way. */
export interface Happening {
    readonly aspect: Aspect;
    readonly fate: Shift["fate"];
    /** Number of people. */
    readonly count: number;
    /** ISO date on which the effect begins, if that is later than the change. */
    readonly begins?: string | undefined;
}

/** Options for a verb phrase that describes an effect. */
export interface PhraseOptions {
    readonly tense?: Tense;
    /** Object of the verb. Default: `it`, for text below a heading that names the target. */
    readonly target?: Phrase;
    /** Noun for the access that is gained, retained or lost. Default: `access`, followed by the target if `target` is set. */
    readonly held?: Phrase;
}

/**
 * Returns a verb phrase to follow a number of people, such as `gain access` or `can now request "Vault"`. An effect with an unknown fate is
 * described as a gain.
 */
export function happeningWords(happening: Happening, options: PhraseOptions = {}): Phrase {
    const { aspect, fate, count, begins } = happening;
    const [did, still] = backReference(canWords(aspect, count));
    switch (fate) {
        case "longer":
            return prose`${keepWords(happening, options)}${begins === undefined ? prose` for longer` : prose` after ${plain(startWords(begins))}`}`;
        case "shorter":
            return prose`${keepWords(happening, options)} for a shorter time`;
        case "maybeGained":
            return prose`${gainOrLossWords(happening, options, true)}, unless they already ${plain(did)}`;
        case "maybeLost":
            return prose`${gainOrLossWords(happening, options, false)}, unless they still ${plain(still)} by an unknown path`;
        default:
            return gainOrLossWords(happening, options, fate !== "lost");
    }
}

/** Describes the problem that reverting drift solves, such as `sees it but should not`. Undefined if the effect is uncertain. */
export function driftWords({ aspect, fate, count }: Happening): Phrase | undefined {
    switch (fate) {
        case "lost":
            return prose`${canWords(aspect, count)} but should not`;
        case "gained":
            return prose`${canWords(aspect, count, prose`no longer `)} but should`;
        case "shorter":
            return prose`${canWords(aspect, count)} for longer than they should`;
        case "longer":
            return prose`${canWords(aspect, count)} for a shorter time than they should`;
        default:
            return undefined;
    }
}

/**
 * Returns a verb phrase for what people can do, such as `can request it`.
 * @param adverb adverb with a trailing space
 */
export function canWords(aspect: Aspect, count: number, adverb = prose``, target = prose`it`): Phrase {
    const isOne = count === 1;
    const s = isOne ? prose`s` : "";
    return {
        has: prose`${adverb}${isOne ? prose`has` : prose`have`} access`,
        getsWithoutApproval: prose`can ${adverb}get ${target} without approval`,
        mayRequest: prose`can ${adverb}request ${target}`,
        mayApprove: prose`can ${adverb}approve requests for ${target}`,
        administers: prose`${adverb}administer${s} ${target}`,
        sees: prose`${adverb}see${s} ${target}`,
    }[aspect];
}

/** The day on which an effect begins, with the time unless it is midnight: `1 January 2030`. */
export function startWords(date: string): string {
    return dateWords(date).replace(/, 00:00 UTC$/, "");
}

function gainOrLossWords({ aspect, count, begins }: Happening, options: PhraseOptions, isGain: boolean): Phrase {
    const from = begins === undefined ? "" : prose` from ${plain(startWords(begins))}`;
    if (aspect === "has")
        return prose`${GAIN_OR_LOSS[options.tense ?? "present"](isGain, count)} ${heldIn(options)}${from}`;
    const adverb = isGain ? (begins === undefined ? prose`now ` : prose``) : prose`no longer `;
    return prose`${canWords(aspect, count, adverb, options.target)}${from}`;
}

function keepWords({ aspect, count, begins }: Happening, options: PhraseOptions): Phrase {
    if (aspect === "has") return prose`${count === 1 ? prose`keeps` : prose`keep`} ${heldIn(options)}`;
    return canWords(aspect, count, begins === undefined ? prose`` : prose`still `, options.target);
}

function heldIn({ held, target }: PhraseOptions): Phrase {
    return held ?? (target ? prose`access to ${target}` : prose`access`);
}

const GAIN_OR_LOSS: Readonly<Record<Tense, (isGain: boolean, count: number) => Phrase>> = {
    present: (isGain, count) => prose`${isGain ? prose`gain` : prose`lose`}${count === 1 ? prose`s` : ""}`,
    past: (isGain) => (isGain ? prose`gained` : prose`lost`),
};

/** Text with the number of principals: `8 people and 1 Paladin`. Paladins are counted separately, although the API lists them as users. */
export function principalsText({ before, after }: PreviewImpact, ids: Iterable<string>): Phrase {
    const all = [...ids];
    const isPaladin = (id: string): boolean =>
        [before, after].some(({ records }) => records.users.get(records.principals.number(id))?.isPaladin === true);
    const paladins = all.filter(isPaladin).length;
    const people = all.length - paladins;
    const parts = [
        ...(people > 0 || paladins === 0 ? [counted(people, "person", "people")] : []),
        ...(paladins > 0 ? [counted(paladins, "Paladin")] : []),
    ];
    return plain(parts.join(" and "));
}

/** Maximum number of reasons to list, and maximum number of names to list per reason. */
const MAX_SHOWN = 3;

/**
 * Returns a clause about who else may gain access, such as `who else gains rights to "Vault" (the API does not return who is on call)`.
 * Returns a single clause for the whole impact, so that unknown effects do not bury the known ones. Returns nothing if everything is known.
 * If changes in the preview are the cause, lists these changes instead of the reason.
 */
export function openWords({ impact, directory, account }: PreviewImpact): Phrase[] {
    const reasons = openReasons(impact);
    if (reasons.size === 0) return [];
    const nameOf = ({ id }: Target): string => directory.nameOf(id);
    const clauses = [...reasons]
        .sort(([one], [other]) => compareText(one, other))
        .map(([because, targets]) => {
            const causes = account.unknown.filter((one) => one.because === because).map(({ words }) => words);
            const why = causes.length > 0 ? firstOf(causes, MAX_SHOWN, prose`; `) : prose`${because}`;
            const names = [...new Set(targets.map(nameOf))].sort(compareText).map((name) => prose`"${name}"`);
            return prose`${firstOf(names, MAX_SHOWN)} (${why})`;
        });
    const more = clauses.length - MAX_SHOWN;
    const rest = more > 0 ? prose`; to others, for ${plain(counted(more, "more reason"))}` : "";
    return [prose`who else gains rights to ${joined(clauses.slice(0, MAX_SHOWN), prose`; to `)}${rest}`];
}

/** Changes with unknown effects that `openWords` does not mention. */
export function otherUnknowns({ impact, account }: PreviewImpact): UnknownChange[] {
    const reasons = openReasons(impact);
    return account.unknown.filter(({ because }) => because === undefined || !reasons.has(because));
}

/** Reasons why it is unknown who gains access, each with the targets concerned. */
function openReasons({ targets }: Impact): ReadonlyMap<string, readonly Target[]> {
    const reasons = new Map<string, Target[]>();
    for (const { target, shifts } of targets)
        for (const { unknown } of shifts)
            if (unknown?.isWider) reasons.set(unknown.because, [...(reasons.get(unknown.because) ?? []), target]);
    return reasons;
}
