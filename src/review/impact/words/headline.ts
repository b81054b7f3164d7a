import type { TargetImpact } from "../../../access/model/change/impact.js";
import { isNewGain, isWidening, type Shift } from "../../../access/model/change/shifts.js";
import { targetsText } from "../../../access/model/words.js";
import { counted } from "../../../common/counts.js";
import { joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { PreviewImpact } from "../preview-impact.js";
import { happeningWords, type Tense } from "./aspect-words.js";
import { principalsText } from "./principals-text.js";

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
