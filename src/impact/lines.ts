import type { Target } from "../access/facts.js";
import { type Fate, isNewGain, isWidening, type Shift, type Shifted, type TargetImpact } from "../access/impact.js";
import { ASPECTS, type Aspect, isRequested } from "../access/model.js";
import { pathOf } from "../access/path.js";
import { type OrganizationRole, organizationRoleOf } from "../access/roles.js";
import { dateWords, pathWords, untilWords } from "../access/words.js";
import type { PersonLine } from "../answers/together.js";
import { durationWords } from "../schema/counts.js";
import { compareText } from "../schema/order.js";
import { type Phrase, plain, prose } from "../schema/phrase.js";
import type { PreviewImpact } from "./preview-impact.js";
import { principalsText } from "./principals-text.js";
import { isReverted, wrongWords } from "./reverts.js";

/** Effects on one target, in words. */
export interface TargetLines {
    readonly target: Target;
    readonly name: string;
    /** Such as `CRITICAL`; undefined if unknown. */
    readonly sensitivity?: string;
    readonly isWider: boolean;
    readonly lines: readonly ImpactLine[];
}

/** One effect on some people. */
export interface ImpactLine {
    readonly aspect: Aspect;
    readonly fate: Shift["fate"];
    readonly isWider: boolean;
    /** When it begins, if that is after the change. */
    readonly begins?: string;
    /** Such as `12 people gain access at the level admin`. */
    readonly words: Phrase;
    readonly count: number;
    /** Everyone can do it afterwards, so names would add nothing. */
    readonly isForEverybody: boolean;
    /** Returns at most `most` of them, by name. */
    people(most: number): readonly PersonLine[];
}

/** Whether the change is planned or done. */
export type Tense = "present" | "past";

/** Effects of a preview on access: most sensitive targets first, and for each target gains before losses. */
export function linesOf(preview: PreviewImpact, tense: Tense = "present"): TargetLines[] {
    return preview.impact.targets
        .map((one) => ({
            ...one,
            shifts: one.shifts.filter(({ aspect }) => aspect !== "has" || !isRole(preview, one.target)),
        }))
        .filter(({ shifts }) => shifts.length > 0)
        .map((one) => targetLines(preview, one, tense))
        .sort(
            (a, b) =>
                Number(b.isWider) - Number(a.isWider) ||
                rankOf(a.sensitivity) - rankOf(b.sensitivity) ||
                compareText(a.name, b.name) ||
                compareText(a.target.id, b.target.id),
        );
}

/** Effects on roles in the organization. They come first, since such a role applies to every target. */
export function roleLinesOf(preview: PreviewImpact, tense: Tense = "present"): RoleLines[] {
    return preview.impact.roles.map(({ role, shifts }) => ({
        role,
        lines: shifts
            .map((shift) => lineOf(preview, undefined, shift, tense, ROLE_PHRASES[role]))
            .sort((a, b) => Number(b.isWider) - Number(a.isWider)),
    }));
}

/** Effects on one role in the organization, in words. */
export interface RoleLines {
    readonly role: OrganizationRole;
    readonly lines: readonly ImpactLine[];
}

const ROLE_PHRASES: Readonly<Record<OrganizationRole, string>> = {
    admin: "the role Admin, which administers the whole organization",
    readOnlyAdmin: "the role Read-only Admin, which sees the whole organization",
    auditor: "the role Auditor, which sees the whole organization",
    globalRequester: "the role Global Requester, which sees the whole catalog and requests access for others",
    impersonator: "the role User Impersonation, which sees what any other user sees",
};

/** Whether a target represents a role in the organization. Its holders are reported under the role. */
function isRole({ before, after }: PreviewImpact, { type, id }: Target): boolean {
    const found =
        type === "resource" ? (after.records.resources.get(id) ?? before.records.resources.get(id)) : undefined;
    return found !== undefined && organizationRoleOf(found) !== undefined;
}

function targetLines(preview: PreviewImpact, { target, shifts }: TargetImpact, tense: Tense): TargetLines {
    const lines = shifts
        .map((shift) => lineOf(preview, target, shift, tense))
        .sort((a, b) => Number(b.isWider) - Number(a.isWider) || ASPECTS.indexOf(a.aspect) - ASPECTS.indexOf(b.aspect));
    const sensitivity = sensitivityOf(preview, target);
    return {
        target,
        name: preview.directory.nameOf(target.id),
        ...(sensitivity !== undefined && { sensitivity }),
        isWider: lines.some((line) => line.isWider),
        lines,
    };
}

/** The higher sensitivity of before and after, since lowering it does not change what was at stake. */
function sensitivityOf({ before, after }: PreviewImpact, { type, id }: Target): string | undefined {
    if (type === "bundle") return undefined;
    const found = [before, after].map(
        ({ records }) => (type === "group" ? records.groups : records.resources).get(id)?.sensitivity,
    );
    return found.sort((a, b) => rankOf(a) - rankOf(b))[0];
}

/** Sensitivities as the API spells them, highest first. */
export const SENSITIVITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "NONE"];

function rankOf(sensitivity: string | undefined): number {
    const rank = SENSITIVITIES.indexOf(sensitivity ?? "");
    return rank < 0 ? SENSITIVITIES.length : rank;
}

/** @param target undefined for a role in the organization @param what what is gained or lost, if it is not access to the target */
function lineOf(
    preview: PreviewImpact,
    target: Target | undefined,
    shift: Shift,
    tense: Tense,
    what = "access",
): ImpactLine {
    const { aspect, fate, count, unknown, level, begins } = shift;
    const ids = shift.people().map(({ id }) => id);
    const later = begins === undefined ? undefined : preview.after.at(Date.parse(begins));
    const isWider = unknown ? unknown.isWider : isWidening(fate);
    // After `pulumi up`, nothing is wrong any more.
    const canBeWrong = tense === "present" && target !== undefined && isReverted(preview, target, shift);
    const wrong = canBeWrong ? wrongWords(aspect, fate, count) : undefined;
    const words = unknown
        ? prose`not known who else ${plain(aspect === "has" ? `${unknown.isWider ? "gains" : "loses"} ${what}` : unknown.isWider ? VERBS[aspect].gains : VERBS[aspect].loses)}${begins === undefined ? "" : prose` from ${plain(dayWords(begins))}`}: ${unknown.because}`
        : prose`${plain(`${principalsText(preview, ids)} ${wrong ?? wordsOf(aspect, fate as Fate, count, tense, what, begins)}`)}${level ? prose` at the level ${level}` : ""}`; // only an unknown shift has another
    const named = (): PersonLine[] =>
        shift
            .people()
            .map(
                (one): PersonLine => ({
                    id: one.id,
                    name: preview.directory.shortNameOf(one.id),
                    ends: endsOf(one, aspect, (later ?? preview.before).records.at),
                    because: prose``,
                }),
            )
            .sort((a, b) => compareText(a.name, b.name));
    const model = later ?? (isWider || fate === "shorter" ? preview.after : preview.before);
    const because = (id: string): Phrase => {
        const path = target && pathOf(model, id, aspect, target);
        return path ? pathWords(path, preview.directory, target.id) : prose``;
    };
    // People who may do it for longer could already do it, so they are listed by name.
    const isForEverybody = shift.isForEverybody && !later && wrong === undefined && isNewGain(fate);
    return {
        aspect,
        fate,
        isWider,
        ...(begins !== undefined && { begins }),
        words:
            isForEverybody && count > 0
                ? plain(
                      `everybody ${VERBS[aspect].everybody}: ${fate === "gained" ? "" : "up to "}${principalsText(preview, ids)} more than before`,
                  )
                : wrong !== undefined
                  ? prose`${words}; reverted by the deployment`
                  : words,
        count,
        isForEverybody,
        people: (most) =>
            named()
                .slice(0, most)
                .map((one) => ({ ...one, because: because(one.id) })),
    };
}

/** Verb phrases for unknown effects, after "who else", and for effects on everyone. */
const VERBS: Readonly<Record<Aspect, { readonly gains: string; readonly loses: string; readonly everybody: string }>> =
    {
        has: { gains: "gains access", loses: "loses access", everybody: "has access now" },
        getsWithoutApproval: {
            gains: "may get it without anybody's approval",
            loses: "may no longer get it without anybody's approval",
            everybody: "may now get it without anybody's approval",
        },
        mayRequest: { gains: "may ask for it", loses: "may no longer ask for it", everybody: "may now ask for it" },
        mayApprove: {
            gains: "may approve requests for it",
            loses: "may no longer approve requests for it",
            everybody: "may now approve requests for it",
        },
        administers: { gains: "administers it", loses: "no longer administers it", everybody: "administers it now" },
        sees: { gains: "sees it", loses: "no longer sees it", everybody: "sees it now" },
    };

/** Verbs for gaining and losing access, for one and for several people. */
export const HOLDS: Readonly<Record<Tense, Readonly<Record<"gain" | "lose", (count: number) => string>>>> = {
    present: { gain: (count) => `gain${s(count)}`, lose: (count) => `lose${s(count)}` },
    past: { gain: () => "gained", lose: () => "lost" },
};

/** The day at which something begins, with the time unless it is midnight: `1 January 2030`. */
export function dayWords(date: string): string {
    return dateWords(date).replace(/, 00:00 UTC$/, "");
}

function wordsOf(aspect: Aspect, fate: Fate, count: number, tense: Tense, what: string, begins?: string): string {
    const isOne = count === 1;
    const verb = (one: string): string => (isOne ? `${one}s` : one);
    const maybe = fate.startsWith("maybe");
    const gains = isNewGain(fate);
    if (fate === "longer" && begins !== undefined) {
        const still = {
            has: `${verb("keep")} ${what}`,
            getsWithoutApproval: "may still get it without anybody's approval",
            mayRequest: "may still ask for it",
            mayApprove: "may still approve requests for it",
            administers: `still ${verb("administer")} it`,
            sees: `still ${verb("see")} it`,
        }[aspect];
        return `${still} after ${dayWords(begins)}`;
    }
    if (fate === "longer" || fate === "shorter") {
        const time = fate === "longer" ? "for longer" : "for a shorter time";
        if (aspect === "mayRequest") return `may ask for it ${time}`;
        if (aspect === "getsWithoutApproval") return `may get it ${time} without anybody's approval`;
        return `${verb("keep")} ${aspect === "has" ? what : "it"} ${time}`;
    }
    const now = begins === undefined ? "now " : "";
    const sure = {
        has: `${HOLDS[tense][gains ? "gain" : "lose"](count)} ${what}`,
        getsWithoutApproval: `may ${gains ? now : "no longer "}get it without anybody's approval`,
        mayRequest: `may ${gains ? now : "no longer "}ask for it`,
        mayApprove: `may ${gains ? now : "no longer "}approve requests for it`,
        administers: gains ? `${now}${verb("administer")} it` : `no longer ${verb("administer")} it`,
        sees: gains ? `${now}${verb("see")} it` : `no longer ${verb("see")} it`,
    }[aspect];
    const dated = begins === undefined ? sure : `${sure} from ${dayWords(begins)}`;
    return maybe
        ? `${dated}, unless ${gains ? "they could before" : "they still can"} in a way that is not known`
        : dated;
}

/** When access ends; for a request, how long the access lasts. */
function endsOf({ from, to }: Shifted, aspect: Aspect, at: number): Phrase {
    const asked = (end: string | null): Phrase =>
        plain(end === null ? "no limit" : `${durationWords(Math.round((Date.parse(end) - at) / 60_000))} at most`);
    const held = (end: string | null): Phrase => (end === null ? prose`no end` : untilWords(end).trimmed);
    const word = isRequested(aspect) ? asked : held;
    if (from !== undefined && to !== undefined) return from === to ? prose`` : prose`${word(to)} (was ${word(from)})`;
    return to ? word(to) : prose``;
}

function s(count: number): string {
    return count === 1 ? "s" : "";
}
