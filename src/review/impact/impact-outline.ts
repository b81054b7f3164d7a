import { type PersonLine, together } from "../../access/answers/together.js";
import { chainsDocument, chainsSection } from "../../access/guarantees/escalation/chain-reports.js";
import { rankOf } from "../../access/guarantees/tests/selectors.js";
import type { Impact } from "../../access/model/change/impact.js";
import { isNewGain, isWidening, type Shift, type Shifted } from "../../access/model/change/shifts.js";
import type { Assumptions, Target } from "../../access/model/facts/facts.js";
import { governedOf } from "../../access/model/facts/records.js";
import { ASPECTS, type Aspect, isRequested } from "../../access/model/model.js";
import { pathOf } from "../../access/model/path.js";
import { type OrganizationRole, organizationRoleOf } from "../../access/model/rules/roles.js";
import { pathWords, ROLE_WORDS, untilWords } from "../../access/model/words.js";
import { compareText, grouped } from "../../common/collections.js";
import { counted, durationWords } from "../../common/counts.js";
import type { Outline, OutlineItem, OutlineSection, OutlineVerdicts } from "../../common/outline/outline.js";
import { firstOf, joined, type Phrase, plain, prose } from "../../common/phrase.js";
import { isInactiveStatus } from "../../common/user-statuses.js";
import type { Risk } from "../../kernel.js";
import {
    canWords,
    driftWords,
    happeningWords,
    headlineOf,
    isWithoutGain,
    openWords,
    otherUnknowns,
    principalsText,
    type Tense,
} from "./impact-words.js";
import type { PreviewImpact } from "./preview-impact.js";
import { effectsByUrn } from "./resource-effects.js";
import type { RuleVerdict } from "./verdicts.js";

/** Describes who gains and who loses access because of a change. */
export interface AccessSummary {
    /** Summary in one sentence. */
    readonly headline: Phrase;
    /** Whether it is certain that no one gains access. */
    readonly isWithoutGain: boolean;
    /** Effect on access of each changed resource of the program, by URN. */
    readonly effects: ReadonlyMap<string, Risk>;
    /** Effects by target, starting with the most sensitive targets. */
    readonly targets: readonly OutlineSection[];
    /** Additional sentences, shown last. */
    readonly remarks: readonly Phrase[];
}

/**
 * Returns who gains and who loses access as a section of a report.
 * @param summary only the headline if the effects could not be evaluated
 */
export function accessSection(
    { headline, targets = [], remarks = [] }: Pick<AccessSummary, "headline"> & Partial<AccessSummary>,
    rules: readonly RuleVerdict[],
    tense: Tense = "present",
) {
    return {
        title: tense === "past" ? prose`Who gained access, who lost it` : prose`Who gains access, who loses it`,
        lead: headline,
        verdicts: verdictsIn(rules),
        sections: targets,
        noun: prose`groups, resources and bundles`,
        remarks,
    } satisfies OutlineSection;
}

/** Returns who gains and who loses access as an outline of its own. */
export function impactOutline(preview: PreviewImpact, verdicts: readonly RuleVerdict[] = []): Outline {
    const { title, lead, ...rest } = accessSection(accessSummaryOf(preview), verdicts);
    return { title, lead, groups: [[rest]] };
}

/** Several rules that were not evaluated share a verdict, which lists their names. */
function verdictsIn(rules: readonly RuleVerdict[]): OutlineVerdicts {
    const open = rules.filter(({ isJudged }) => !isJudged);
    const names = joined(
        open.map(({ rule, owner }) => prose`${plain(rule)} (owner: ${plain(owner)})`),
        prose`; `,
    );
    const isMerged = open.length > 1;
    const list = rules
        .filter(({ isJudged }) => isJudged || !isMerged)
        .map((rule) => ({
            status: !rule.isKept ? ("stopped" as const) : isWaived(rule) ? ("waived" as const) : ("kept" as const),
            words: rule.words,
        }));
    const merged = { status: "stopped", words: prose`These rules were not evaluated: ${names}.` } as const;
    return { list: isMerged ? [...list, merged] : list, summary: keptIn(rules) };
}

/** A sentence about the rules that the change complies with. Empty if it violates a rule, or if it complies with none. */
function keptIn(rules: readonly RuleVerdict[]): Phrase {
    const kept = rules.filter((one) => one.isKept && !isWaived(one)).length;
    if (kept === 0 || rules.some(({ isKept }) => !isKept)) return prose``;
    if (kept < rules.length) return prose`The change complies with ${kept} of ${rules.length} rules.`;
    return kept === 1 ? prose`The change complies with the rule.` : prose`The change complies with all ${kept} rules.`;
}

function isWaived({ isKept, waivers }: RuleVerdict): boolean {
    return isKept && waivers.length > 0;
}

/** Maximum number of people to name. The JSON format contains all of them. */
const MAX_NAMED_PEOPLE = 10;

/** Maximum number of targets to name if they are affected in the same way. */
const MAX_TITLES = 3;

/** Maximum number of blocks. Each block describes all targets that are affected in the same way. */
const MAX_BLOCKS = 40;

/** Maximum number of targets to compare with each other. Each comparison searches for the paths of the people to be named. */
const MAX_COMPARED = 400;

/** Describes who gains and who loses access, in phrases that can be inserted into a report. */
export function accessSummaryOf(preview: PreviewImpact, tense: Tense = "present"): AccessSummary {
    const all = [
        ...roleLines(preview, tense).map(({ lines }) => ({ title: prose`roles in the organization`, lines })),
        ...targetLines(preview, tense).map((one) => ({ title: titleOf(one), lines: one.lines })),
    ]
        .map(({ title, lines }) => ({ title, lines: lines.filter(({ shift }) => shift.fate !== "unknown") }))
        .filter(({ lines }) => lines.length > 0);
    const blocks = all.slice(0, MAX_COMPARED).map(({ title, lines }) => ({ title, items: lines.map(itemOf) }));
    const alike = [...grouped(blocks, ({ items }) => JSON.stringify(items)).values()].slice(0, MAX_BLOCKS);
    const more = all.length - alike.flat().length;
    const chains = preview.chains && chainsSection(preview.chains, preview.directory);
    return {
        headline: headlineOf(preview, tense),
        isWithoutGain: isWithoutGain(preview) && preview.impact.newUsers.length === 0,
        effects: effectsByUrn(preview),
        targets: [
            ...(chains ? [chains] : []),
            ...alike.map((some) => ({
                title: firstOf(
                    some.map(({ title }) => title),
                    MAX_TITLES,
                ).capitalized,
                items: some[0]?.items ?? [],
            })),
        ],
        remarks: [
            ...(more > 0 ? [prose`… and ${more} more groups, resources and bundles.`] : []),
            ...remarksOf(preview),
        ],
    };
}

/** Returns all results as an object for JSON output, including the complete list of people. */
export function impactDocument(preview: PreviewImpact, verdicts: readonly RuleVerdict[] = []): object {
    return { ...accessDocument(preview), rules: verdicts };
}

/** Formats who gains and who loses access as JSON, including the complete list of people. */
export function accessDocument(preview: PreviewImpact, tense: Tense = "present") {
    const { impact, directory, account } = preview;
    const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: directory.nameOf(id) }));
    return {
        headline: headlineOf(preview, tense),
        targets: targetLines(preview, tense).map(({ target, name, sensitivity, isWider, lines }) => ({
            ...target,
            name,
            ...(sensitivity !== undefined && { sensitivity }),
            widens: isWider,
            changes: lines.map(changeOf),
        })),
        roles: roleLines(preview, tense).map(({ role, lines }) => ({ role, changes: lines.map(changeOf) })),
        newUsers: named(impact.newUsers),
        removedUsers: named(impact.removedUsers),
        ...(preview.chains && { chains: chainsDocument(preview.chains, directory) }),
        notEvaluated: account.unknown.map(({ words }) => prose`${words}.`),
        account: { ...account, unknown: account.unknown.length },
    };
}

function changeOf({ shift: { aspect, fate, begins, count }, isWider, words, people }: ImpactLine) {
    return {
        aspect,
        fate,
        widens: isWider,
        ...(begins !== undefined && { begins }),
        words,
        count,
        people: people(count),
    };
}

function remarksOf(preview: PreviewImpact): Phrase[] {
    const { directory, facts } = preview;
    const { newUsers, removedUsers } = preview.impact;
    const { evaluated, irrelevant, unknown } = preview.account;
    const names = (ids: readonly string[]): Phrase =>
        firstOf(
            ids.map((id) => directory.nameOf(id)),
            MAX_NAMED_PEOPLE,
        );
    return [
        ...(newUsers.length > 0
            ? [prose`New users: ${names(newUsers)}. They can also see and request everything that is open to everyone.`]
            : []),
        ...(removedUsers.length > 0 ? [prose`Removed users: ${names(removedUsers)}.`] : []),
        ...inactiveWords(preview).map((words) => prose`${words}.`),
        ...[...openWords(preview), ...otherUnknowns(preview).map(({ words }) => words)].map(
            (words) => prose`Unknown: ${words}.`,
        ),
        ...assumptionWords(facts.assumptions).map((words) => prose`Assumed: ${plain(words)}.`),
        // The reported effects cover only the evaluated changes.
        ...(evaluated + irrelevant + unknown.length > 0
            ? [
                  prose`${plain(counted(evaluated, "change"))} evaluated, ${irrelevant} irrelevant to access, ${unknown.length} unknown.`,
              ]
            : []),
    ];
}

/** Names the users who left or are suspended, and have access to an affected target after the change. */
function inactiveWords({ impact, after, directory }: PreviewImpact): Phrase[] {
    const inactive = [...after.records.users].filter(([, { status }]) => isInactiveStatus(status));
    if (inactive.length === 0) return [];
    return impact.targets.flatMap(({ target }) => {
        const holders = after.holders(target);
        const names = inactive.filter(([number]) => holders.has(number)).map(([, { id }]) => directory.nameOf(id));
        if (names.length === 0) return [];
        const are = names.length === 1 ? prose`who left or is suspended, has` : prose`who left or are suspended, have`;
        return [prose`${firstOf(names, MAX_NAMED_PEOPLE)}, ${are} access to "${directory.nameOf(target.id)}"`];
    });
}

/** Describes the assumptions that differ from the defaults. */
function assumptionWords({ ownerPermissions, selfApproval, inheritGrants }: Partial<Assumptions> = {}): string[] {
    return [
        ...(ownerPermissions === "limited" ? ["owners can only change who has access to what they own"] : []),
        ...(ownerPermissions === "attribution" ? ["owners can only see what they own"] : []),
        ...(selfApproval === false ? ["reviewers cannot approve their own requests"] : []),
        ...(inheritGrants === false ? ["access to a resource does not include the resources below it"] : []),
    ];
}

/** An effect with the first people, and their paths. People are not named if the effect applies to all users and there are too many. */
function itemOf({ shift, isWider, isForEverybody, words, people }: ImpactLine): OutlineItem {
    const isUncertain = shift.fate.startsWith("maybe") && !isForEverybody;
    const sign = isUncertain ? prose`?` : isWider ? prose`+` : prose`−`;
    const more = shift.count - MAX_NAMED_PEOPLE;
    if (isForEverybody && more > 0) return { sign, words };
    const named = together(people(MAX_NAMED_PEOPLE)).map(({ names, ends, because }) => {
        const all = prose`${joined(names, prose`, `)}${ends.isEmpty ? "" : prose` (${ends})`}`;
        return because.isEmpty ? all : prose`${all}: ${because}`;
    });
    const lines = [...named, ...(more > 0 ? [prose`… and ${more} more`] : [])];
    return { sign, words, items: lines.map((line) => ({ words: line })) };
}

function titleOf({ target, name, sensitivity }: ReturnType<typeof targetLines>[number]): Phrase {
    const level =
        sensitivity === undefined || sensitivity === "UNKNOWN"
            ? ""
            : prose` (${plain(sensitivity.toLowerCase())} sensitivity)`;
    return prose`${plain(target.type)} "${name}"${level}`;
}

/** Describes one effect on a number of people. */
interface ImpactLine {
    readonly shift: Shift;
    readonly isWider: boolean;
    /** Text such as `12 people gain access at the level admin`. */
    readonly words: Phrase;
    /** Whether the effect applies to all users after the change. */
    readonly isForEverybody: boolean;
    /** Returns up to `most` of the people, sorted by name. */
    people(most: number): readonly PersonLine[];
}

/** Lines about the effects on each target. The most sensitive targets come first and, for each target, gains come before losses. */
function targetLines(preview: PreviewImpact, tense: Tense) {
    const { before, after, directory } = preview;
    return preview.impact.targets
        .map(({ target, shifts }) => {
            const lines = shifts
                .filter(({ aspect }) => aspect !== "has" || !isRole(preview, target))
                .map((shift) => impactLine(preview, shift, tense, { target }))
                .sort(compareLines);
            // The higher one of the sensitivities, so that lowering it does not hide an effect.
            const [sensitivity] = [before, after]
                .map(({ records }) => governedOf(records, target)?.sensitivity)
                .sort((a, b) => rankOf(a) - rankOf(b));
            const isWider = lines.some((line) => line.isWider);
            return { target, name: directory.nameOf(target.id), sensitivity, isWider, lines };
        })
        .filter(({ lines }) => lines.length > 0)
        .sort(
            (a, b) =>
                Number(b.isWider) - Number(a.isWider) ||
                rankOf(a.sensitivity) - rankOf(b.sensitivity) ||
                compareText(a.name, b.name) ||
                compareText(a.target.id, b.target.id),
        );
}

/** Lines about effects on roles in the organization. They come first, because these roles apply to every target. */
function roleLines(preview: PreviewImpact, tense: Tense) {
    return preview.impact.roles.map(({ role, shifts }) => {
        const held = prose`${ROLE_NAMES[role]}, which ${ROLE_WORDS[role]}`;
        return { role, lines: shifts.map((shift) => impactLine(preview, shift, tense, { held })).sort(compareLines) };
    });
}

const ROLE_NAMES: Readonly<Record<OrganizationRole, Phrase>> = {
    admin: prose`the role Admin`,
    readOnlyAdmin: prose`the role Read-only Admin`,
    auditor: prose`the role Auditor`,
    globalRequester: prose`the role Global Requester`,
    impersonator: prose`the role User Impersonation`,
};

function compareLines(a: ImpactLine, b: ImpactLine): number {
    return Number(b.isWider) - Number(a.isWider) || ASPECTS.indexOf(a.shift.aspect) - ASPECTS.indexOf(b.shift.aspect);
}

/** Whether a target represents a role in the organization. If so, effects on its holders are reported with the role. */
function isRole({ before, after }: PreviewImpact, { type, id }: Target): boolean {
    const found =
        type === "resource" ? (after.records.resources.get(id) ?? before.records.resources.get(id)) : undefined;
    return found !== undefined && organizationRoleOf(found) !== undefined;
}

/** @param held what is gained or lost, if that is not access to the target */
function impactLine(
    preview: PreviewImpact,
    shift: Shift,
    tense: Tense,
    { target, held }: { readonly target?: Target; readonly held?: Phrase },
): ImpactLine {
    const { before, after, directory } = preview;
    const { aspect, fate, level, begins, unknown } = shift;
    const later = begins === undefined ? undefined : after.at(Date.parse(begins));
    const isWider = unknown?.isWider ?? isWidening(fate);
    // After `pulumi up`, drift has already been reverted, so the problem no longer exists.
    const isOf = (part: Impact): boolean =>
        tense === "present" && target !== undefined && isPartOf(part, target, shift);
    const wrong = isOf(preview.reverted) ? driftWords(shift) : undefined;
    // Only new gains are described as applying to all users. Users whose access is extended already had it before.
    const isForEverybody = shift.isForEverybody && shift.count > 0 && !later && wrong === undefined && isNewGain(fate);
    const words = (): Phrase => {
        const options = { tense, ...(held && { held }) };
        if (unknown) {
            const happening = { aspect, fate: isWider ? "gained" : "lost", count: 1, begins } as const;
            return prose`it is unknown who else ${happeningWords(happening, { ...options, tense: "present" })}: ${unknown.because}`;
        }
        const who = principalsText(
            preview,
            shift.people().map(({ id }) => id),
        );
        if (isForEverybody)
            return prose`everybody ${canWords(aspect, 1, prose`now `)} (new for ${fate === "gained" ? "" : prose`up to `}${who})`;
        const note = wrong
            ? prose`; reverted by the deployment`
            : isOf(preview.accepted)
              ? prose`; already changed outside, and accepted by this change`
              : "";
        return prose`${who} ${wrong ?? happeningWords(shift, options)}${level ? prose` at the level ${level}` : ""}${note}`;
    };
    const model = later ?? (isWider || fate === "shorter" ? after : before);
    const because = (id: string): Phrase => {
        const path = target && pathOf(model, id, aspect, target);
        return path ? pathWords(path, directory, target.id) : prose``;
    };
    return {
        shift,
        isWider,
        words: words(),
        isForEverybody,
        people: (most) =>
            shift
                .people()
                .map((one) => ({ one, name: directory.shortNameOf(one.id) }))
                .sort((a, b) => compareText(a.name, b.name))
                .slice(0, most)
                .map(({ one, name }) => ({
                    id: one.id,
                    name,
                    ends: endsOf(one, aspect, (later ?? before).records.at),
                    because: because(one.id),
                })),
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
