import { isNewGain, isWidening, type Shift } from "../access/impact.js";
import { type Phrase, plain } from "../schema/phrase.js";
import { HOLDS, type Tense } from "./lines.js";
import type { PreviewImpact } from "./preview-impact.js";
import { principalsText } from "./principals-text.js";

/** A summary in one sentence: `3 people gain access to 2 groups or resources; nobody loses access.` */
export function headlineOf(preview: PreviewImpact, tense: Tense = "present"): Phrase {
    const { impact, account } = preview;
    const isNoGain = isWithoutGain(preview);
    const among = (isMeant: (shift: Shift) => boolean) => affectedIn(impact.targets, isMeant);
    const gained = among(({ aspect, fate }) => aspect === "has" && isNewGain(fate));
    const lost = among(({ aspect, fate }) => aspect === "has" && !isWidening(fate) && fate !== "unknown");
    const alone = among(({ aspect, fate }) => aspect === "getsWithoutApproval" && isNewGain(fate));
    const more = among(
        ({ aspect, fate }) =>
            isWidening(fate) && !(isNewGain(fate) && (aspect === "has" || aspect === "getsWithoutApproval")),
    );
    const told = new Set([...gained.people, ...alone.people]);
    const others = more.people.filter((id) => !told.has(id));
    const open = among(({ fate }) => fate === "unknown" || fate.startsWith("maybe")).targets;
    const admins = affectedIn(
        impact.roles.filter(({ role }) => role === "admin"),
        ({ fate }) => isWidening(fate),
    ).people;
    const words = (people: readonly string[]): string => principalsText(preview, people);
    const { gain, lose } = HOLDS[tense];
    const hasGained = gained.people.length > 0;
    const hasLost = lost.people.length > 0;
    const isCertain = account.unknown.length + open === 0;
    const become = tense === "past" ? "became" : admins.length === 1 ? "becomes" : "become";
    const parts = [
        admins.length > 0 &&
            `${words(admins)} ${become} ${admins.length === 1 ? "an administrator" : "administrators"} of the organization`,
        isNoGain && `nobody ${gain(1)} access${hasLost ? "" : ` and nobody ${lose(1)} any`}`,
        hasGained && `${words(gained.people)} ${gain(gained.people.length)} access to ${things(gained.targets)}`,
        hasLost && `${words(lost.people)} ${lose(lost.people.length)} access to ${things(lost.targets)}`,
        isCertain && hasGained && !hasLost && `nobody ${lose(1)} access`,
        alone.people.length > 0 && `${words(alone.people)} may get something without anybody's approval`,
        others.length > 0 && `${words(others)} may see, request, approve or administer more, or for longer`,
        account.unknown.length > 0 &&
            `the effect of ${account.unknown.length} ${account.unknown.length === 1 ? "change" : "changes"} is unknown`,
        open > 0 && `results are incomplete for ${things(open)}`,
    ].filter((part) => part !== false);
    const text = parts.join("; ");
    return plain(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

/** Whether it is certain that nobody gains anything: an unknown effect may be a gain. */
export function isWithoutGain({ impact, account }: PreviewImpact): boolean {
    const shifts = [...impact.targets, ...impact.roles].flatMap((one) => one.shifts);
    return (
        account.unknown.length === 0 &&
        !shifts.some(({ fate }) => fate === "unknown" || fate.startsWith("maybe") || isWidening(fate))
    );
}

/** The different people of the shifts that are meant, and the number of places in which there are any. */
function affectedIn(places: readonly { readonly shifts: readonly Shift[] }[], isMeant: (shift: Shift) => boolean) {
    const found = places.map(({ shifts }) => shifts.filter(isMeant)).filter((shifts) => shifts.length > 0);
    const people = new Set(found.flat().flatMap((shift) => shift.people().map(({ id }) => id)));
    return { people: [...people], targets: found.length };
}

function things(count: number): string {
    return count === 1 ? "1 group or resource" : `${count.toLocaleString("en")} groups or resources`;
}
