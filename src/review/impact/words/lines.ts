import type { PersonLine } from "../../../access/answers/together.js";
import { rankOf } from "../../../access/guarantees/tests/selectors.js";
import type { Impact, TargetImpact } from "../../../access/model/change/impact.js";
import { isNewGain, isWidening, type Shift, type Shifted } from "../../../access/model/change/shifts.js";
import type { Target } from "../../../access/model/facts/facts.js";
import { governedOf } from "../../../access/model/facts/records.js";
import { ASPECTS, type Aspect, isRequested } from "../../../access/model/model.js";
import { pathOf } from "../../../access/model/path.js";
import { type OrganizationRole, organizationRoleOf } from "../../../access/model/rules/roles.js";
import { pathWords, ROLE_WORDS, untilWords } from "../../../access/model/words.js";
import { compareText } from "../../../common/collections.js";
import { durationWords } from "../../../common/counts.js";
import { type Phrase, plain, prose } from "../../../common/phrase.js";
import type { PreviewImpact } from "../preview-impact.js";
import { canWords, driftWords, happeningWords, type Tense } from "./aspect-words.js";
import { principalsText } from "./principals-text.js";

/** Describes the effects on one target. */
export interface TargetLines {
    readonly target: Target;
    readonly name: string;
    /** Sensitivity such as `CRITICAL`. Undefined if unknown. */
    readonly sensitivity?: string;
    readonly isWider: boolean;
    readonly lines: readonly ImpactLine[];
}

/** Describes one effect on a number of people. */
export interface ImpactLine {
    readonly aspect: Aspect;
    readonly fate: Shift["fate"];
    readonly isWider: boolean;
    /** When the effect begins, if that is later than the change. */
    readonly begins?: string;
    /** Text such as `12 people gain access at the level admin`. */
    readonly words: Phrase;
    readonly count: number;
    /** Whether the effect applies to all users after the change. */
    readonly isForEverybody: boolean;
    /** Returns up to `most` of the people, sorted by name. */
    people(most: number): readonly PersonLine[];
}

/** Describes the effects of a preview on access. The most sensitive targets come first and, for each target, gains come before losses. */
export function impactTargetLines(preview: PreviewImpact, tense: Tense = "present"): TargetLines[] {
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

/** Lines about effects on roles in the organization. They come first, because these roles apply to every target. */
export function roleLinesOf(preview: PreviewImpact, tense: Tense = "present"): RoleLines[] {
    return preview.impact.roles.map(({ role, shifts }) => ({
        role,
        lines: shifts
            .map((shift) =>
                impactLine(preview, undefined, shift, tense, prose`${ROLE_NAMES[role]}, which ${ROLE_WORDS[role]}`),
            )
            .sort((a, b) => Number(b.isWider) - Number(a.isWider)),
    }));
}

/** Describes the effects on one role in the organization. */
export interface RoleLines {
    readonly role: OrganizationRole;
    readonly lines: readonly ImpactLine[];
}

const ROLE_NAMES: Readonly<Record<OrganizationRole, Phrase>> = {
    admin: prose`the role Admin`,
    readOnlyAdmin: prose`the role Read-only Admin`,
    auditor: prose`the role Auditor`,
    globalRequester: prose`the role Global Requester`,
    impersonator: prose`the role User Impersonation`,
};

/** Whether a target represents a role in the organization. If so, effects on its holders are reported with the role. */
function isRole({ before, after }: PreviewImpact, { type, id }: Target): boolean {
    const found =
        type === "resource" ? (after.records.resources.get(id) ?? before.records.resources.get(id)) : undefined;
    return found !== undefined && organizationRoleOf(found) !== undefined;
}

function targetLines(preview: PreviewImpact, { target, shifts }: TargetImpact, tense: Tense): TargetLines {
    const lines = shifts
        .map((shift) => impactLine(preview, target, shift, tense))
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

/** The higher one of the sensitivities before and after the change, so that lowering the sensitivity does not hide an effect. */
function sensitivityOf({ before, after }: PreviewImpact, target: Target): string | undefined {
    const found = [before, after].map(({ records }) => governedOf(records, target)?.sensitivity);
    return found.sort((a, b) => rankOf(a) - rankOf(b))[0];
}

/**
 * @param target undefined for a role in the organization
 * @param held description of what is gained or lost. Default: access to the target
 */
function impactLine(
    preview: PreviewImpact,
    target: Target | undefined,
    shift: Shift,
    tense: Tense,
    held?: Phrase,
): ImpactLine {
    const { aspect, fate, count, level, begins } = shift;
    const later = begins === undefined ? undefined : preview.after.at(Date.parse(begins));
    const isWider = shift.unknown?.isWider ?? isWidening(fate);
    // After `pulumi up`, drift has already been reverted, so the problem no longer exists.
    const isOf = (part: Impact): boolean =>
        tense === "present" && target !== undefined && isPartOf(part, target, shift);
    const wrong = isOf(preview.reverted) ? driftWords(shift) : undefined;
    const note = wrong
        ? prose`; reverted by the deployment`
        : isOf(preview.accepted)
          ? prose`; already changed outside, and accepted by this change`
          : prose``;
    // Only new gains are described as applying to all users. Users whose access is extended already had it before.
    const isForEverybody = shift.isForEverybody && count > 0 && !later && wrong === undefined && isNewGain(fate);
    const people = (): PersonLine[] =>
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
    const words = (): Phrase => {
        if (shift.unknown) {
            const happening = { aspect, fate: isWider ? "gained" : "lost", count: 1, begins } as const;
            return prose`it is unknown who else ${happeningWords(happening, { ...(held && { held }) })}: ${shift.unknown.because}`;
        }
        const who = principalsText(
            preview,
            shift.people().map(({ id }) => id),
        );
        if (isForEverybody)
            return prose`everybody ${canWords(aspect, 1, prose`now `)} (new for ${fate === "gained" ? "" : prose`up to `}${who})`;
        const what = wrong ?? happeningWords(shift, { tense, ...(held && { held }) });
        const where = level ? prose` at the level ${level}` : "";
        return prose`${who} ${what}${where}${note}`;
    };
    return {
        aspect,
        fate,
        isWider,
        ...(begins !== undefined && { begins }),
        words: words(),
        count,
        isForEverybody,
        people: (most) =>
            people()
                .slice(0, most)
                .map((one) => ({ ...one, because: because(one.id) })),
    };
}

/** When access expires. For access that can be requested, how long it lasts. */
function endsOf({ from, to }: Shifted, aspect: Aspect, at: number): Phrase {
    const asked = (end: string | null): Phrase =>
        plain(end === null ? "no limit" : `${durationWords(Math.round((Date.parse(end) - at) / 60_000))} at most`);
    const held = (end: string | null): Phrase => (end === null ? prose`no end` : untilWords(end).trimmed);
    const word = isRequested(aspect) ? asked : held;
    if (from !== undefined && to !== undefined) return from === to ? prose`` : prose`${word(to)}, was ${word(from)}`;
    return to ? word(to) : prose``;
}

/** Whether a part of the impact contains the whole effect. */
function isPartOf(part: Impact, target: Target, shift: Shift): boolean {
    const ids = new Set(shift.people().map(({ id }) => id));
    return part.targets
        .filter(({ target: { type, id } }) => type === target.type && id === target.id)
        .flatMap(({ shifts }) => shifts)
        .some(
            (one) =>
                one.aspect === shift.aspect &&
                one.fate === shift.fate &&
                one.level === shift.level &&
                one.begins === shift.begins &&
                one.count === shift.count &&
                one.people().every(({ id }) => ids.has(id)),
        );
}
