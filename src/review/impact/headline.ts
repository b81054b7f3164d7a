import { isNewGain, isWidening, type Shift } from "../../access/model/shifts.js";
import { counted } from "../../common/counts.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import { happeningWords, type Tense } from "./aspect-words.js";
import type { PreviewImpact } from "./preview-impact.js";
import { principalsText } from "./principals-text.js";

/** A summary in one sentence: `3 people gain access to 2 groups or resources; nobody loses access.` */
export function headlineOf(preview: PreviewImpact, tense: Tense = "present"): Phrase {
    const { impact, account, chains } = preview;
    const climbers = [...new Set(chains?.opened.map(({ personId }) => personId))];
    const among = (isMeant: (shift: Shift) => boolean) => affectedIn(impact.targets, isMeant);
    const gained = among(({ aspect, fate }) => aspect === "has" && isNewGain(fate));
    const lost = among(({ aspect, fate }) => aspect === "has" && !isWidening(fate));
    const alone = among(({ aspect, fate }) => aspect === "getsWithoutApproval" && isNewGain(fate));
    const everywhere = [...impact.targets, ...impact.roles];
    const more = affectedIn(everywhere, ({ fate }) => isWidening(fate));
    const less = affectedIn(everywhere, ({ fate }) => !isWidening(fate));
    const open = among(isUncertain).targets;
    const unknown = account.unknown.length;
    const admins = affectedIn(
        impact.roles.filter(({ role }) => role === "admin"),
        ({ fate }) => isWidening(fate),
    );
    const without = ({ people }: Affected, ...named: Affected[]): string[] =>
        people.filter((id) => !named.some((one) => one.people.includes(id)));
    const others = without(more, gained, alone, admins);
    const losers = without(less, lost);
    const words = (people: readonly string[], does: Phrase): Phrase =>
        prose`${principalsText(preview, people)} ${does}`;
    const turn = (fate: "gained" | "lost", count: number, held: Phrase): Phrase =>
        happeningWords({ aspect: "has", fate, count }, { tense, held });
    const turned = (fate: "gained" | "lost", { people, targets }: Affected): Phrase =>
        words(people, turn(fate, people.length, prose`access to ${things(targets)}`));
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
        hasGained && !isLess && unknown + open === 0 && prose`nobody ${turn("lost", 1, access)}`,
        alone.people.length > 0 && words(alone.people, prose`may get something without approval`),
        climbers.length > 0 && words(climbers, prose`may reach something by several steps, each without approval`),
        others.length > 0 && words(others, prose`may see, request, approve or administer more, or for longer`),
        losers.length > 0 && words(losers, prose`may see, request, approve or administer less, or for a shorter time`),
        unknown > 0 && prose`the effect of ${plain(counted(unknown, "change"))} is unknown`,
        affectedIn(impact.roles, isUncertain).targets > 0 &&
            prose`it is unknown who gains or loses a role in the organization`,
        open > 0 && prose`results are incomplete for ${things(open)}`,
    ].filter((part) => part !== false);
    return prose`${joined(parts, prose`; `).capitalized}.`;
}

/** Whether it is certain that no one gains access: an unknown effect may be a gain. */
export function isWithoutGain({ impact, account, chains }: PreviewImpact): boolean {
    if (chains && chains.opened.length + chains.open.length + chains.unexamined > 0) return false;
    const shifts = [...impact.targets, ...impact.roles].flatMap((one) => one.shifts);
    return account.unknown.length === 0 && !shifts.some((shift) => isUncertain(shift) || isWidening(shift.fate));
}

function isUncertain({ fate }: Shift): boolean {
    return fate === "unknown" || fate.startsWith("maybe");
}

/** Different people, and the number of places in which they are affected. */
interface Affected {
    readonly people: readonly string[];
    readonly targets: number;
}

function affectedIn(
    places: readonly { readonly shifts: readonly Shift[] }[],
    isMeant: (shift: Shift) => boolean,
): Affected {
    const found = places.map(({ shifts }) => shifts.filter(isMeant)).filter((shifts) => shifts.length > 0);
    const people = new Set(found.flat().flatMap((shift) => shift.people().map(({ id }) => id)));
    return { people: [...people], targets: found.length };
}

function adminWords(count: number, tense: Tense): Phrase {
    const become = tense === "past" ? prose`became` : count === 1 ? prose`becomes` : prose`become`;
    return prose`${become} ${count === 1 ? prose`an administrator` : prose`administrators`} of the organization`;
}

function things(count: number): Phrase {
    return plain(counted(count, "group or resource", "groups or resources"));
}
