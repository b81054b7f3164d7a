import { together } from "../../../access/answers/together.js";
import { chainLines, chainsDocument } from "../../../access/guarantees/escalation/chain-reports.js";
import type { Assumptions } from "../../../access/model/facts/facts.js";
import { counted } from "../../../common/counts.js";
import { markdown } from "../../../common/markdown.js";
import { firstOf, joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import {
    type AccessSummary,
    accessLines,
    accessTitle,
    type EffectLine,
    ruleLines,
    type TargetSummary,
    targetBlocks,
    verdictBlocks,
} from "../../report/judgement.js";
import type { Account } from "../account.js";
import type { PreviewImpact } from "../preview-impact.js";
import { effectsByUrn } from "../resource-effects.js";
import type { RuleVerdict } from "../verdicts.js";
import type { Tense } from "./aspect-words.js";
import { headlineOf, isWithoutGain } from "./headline.js";
import { type ImpactLine, impactTargetLines, roleLinesOf, type TargetLines } from "./lines.js";
import { openWords, otherUnknowns } from "./open-words.js";

/** Maximum number of people to name. The JSON format contains all of them. */
const MAX_NAMED_PEOPLE = 10;

/** Maximum number of targets to name if they are affected in the same way. */
const MAX_TITLES = 3;

/** Maximum number of blocks. Each block describes all targets that are affected in the same way. */
const MAX_BLOCKS = 40;

/** Maximum number of targets to compare with each other. Each comparison searches for the paths of the people to be named. */
const MAX_COMPARED = 400;

/** Formats who gains and who loses access as plain text for a terminal or a log. */
export function impactText(preview: PreviewImpact, verdicts: readonly RuleVerdict[] = []): string {
    const rules = verdicts.length > 0 ? [prose``, ...ruleLines(verdicts)] : [];
    return `${[...accessLines(accessSummaryOf(preview), accessTitle(false)), ...rules].join("\n")}\n`;
}

/** Formats who gains and who loses access as Markdown for a comment on a pull request. */
export function impactMarkdown(preview: PreviewImpact, verdicts: readonly RuleVerdict[] = []): string {
    const summary = accessSummaryOf(preview);
    const headline = markdown`\n\n${summary.headline}`;
    const remarks = summary.remarks.map((line) => markdown`\n\n${line}`);
    const blocks = [headline, ...verdictBlocks(verdicts), ...targetBlocks(summary), ...remarks];
    return markdown`### ${accessTitle(false)}${blocks}\n`.toString();
}

/** Describes who gains and who loses access, in phrases that can be inserted into a report. */
export function accessSummaryOf(preview: PreviewImpact, tense: Tense = "present"): AccessSummary {
    const all = [
        ...roleLinesOf(preview, tense).map(({ lines }) => ({ title: prose`roles in the organization`, lines })),
        ...impactTargetLines(preview, tense).map((one) => ({ title: titleOf(one), lines: one.lines })),
    ]
        .map(({ title, lines }) => ({ title, lines: lines.filter(({ fate }) => fate !== "unknown") }))
        .filter(({ lines }) => lines.length > 0);
    const alike = new Map<string, { titles: Phrase[]; lines: readonly EffectLine[] }>();
    for (const { title, lines } of all.slice(0, MAX_COMPARED)) {
        const summary = lines.map((line) => ({ sign: signOf(line), words: line.words, people: lineNames(line) }));
        const same = alike.get(JSON.stringify(summary));
        if (same) same.titles.push(title);
        else alike.set(JSON.stringify(summary), { titles: [title], lines: summary });
    }
    const shown = [...alike.values()].slice(0, MAX_BLOCKS);
    const more = all.length - shown.reduce((sum, { titles }) => sum + titles.length, 0);
    return {
        headline: headlineOf(preview, tense),
        isWithoutGain: isWithoutGain(preview) && preview.impact.newUsers.length === 0,
        effects: effectsByUrn(preview),
        targets: [
            ...chainSummary(preview),
            ...shown.map(({ titles, lines }) => ({ title: titleOfAll(titles), lines })),
        ],
        remarks: [
            ...(more > 0 ? [prose`… and ${more} more groups, resources and bundles.`] : []),
            ...remarksOf(preview),
        ],
    };
}

/** Lines about the chains that the change adds or removes. */
function chainSummary({ chains, directory }: PreviewImpact): TargetSummary[] {
    const lines = chains ? chainLines(chains, directory) : [];
    if (lines.length === 0) return [];
    const summary = lines.map(({ sign, words, steps }) => ({ sign, words, people: steps }));
    return [{ title: prose`Chains of steps`, lines: summary }];
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
        headline: headlineOf(preview, tense).toJSON(),
        targets: impactTargetLines(preview, tense).map(({ target, name, sensitivity, isWider, lines }) => ({
            ...target,
            name,
            ...(sensitivity !== undefined && { sensitivity }),
            widens: isWider,
            changes: lines.map(changeOf),
        })),
        roles: roleLinesOf(preview, tense).map(({ role, lines }) => ({ role, changes: lines.map(changeOf) })),
        newUsers: named(impact.newUsers),
        removedUsers: named(impact.removedUsers),
        ...(preview.chains && { chains: chainsDocument(preview.chains, directory) }),
        notEvaluated: account.unknown.map(({ words }) => `${words.toJSON()}.`),
        account: { evaluated: account.evaluated, irrelevant: account.irrelevant, unknown: account.unknown.length },
    };
}

function changeOf(line: ImpactLine) {
    const { aspect, fate, isWider, begins, words, count } = line;
    const people = line
        .people(count)
        .map((one) => ({ ...one, ends: one.ends.toJSON(), because: one.because.toJSON() }));
    return {
        aspect,
        fate,
        widens: isWider,
        ...(begins !== undefined && { begins }),
        words: words.toJSON(),
        count,
        people,
    };
}

function remarksOf(preview: PreviewImpact): Phrase[] {
    const { impact, directory, account, facts } = preview;
    const names = (ids: readonly string[]): Phrase =>
        firstOf(
            ids.map((id) => directory.nameOf(id)),
            MAX_NAMED_PEOPLE,
        );
    return [
        ...(impact.newUsers.length > 0
            ? [
                  prose`New users: ${names(impact.newUsers)}. They can also see and request everything that is open to everyone.`,
              ]
            : []),
        ...(impact.removedUsers.length > 0 ? [prose`Removed users: ${names(impact.removedUsers)}.`] : []),
        ...[...openWords(preview), ...otherUnknowns(preview).map(({ words }) => words)].map(
            (words) => prose`Unknown: ${words}.`,
        ),
        ...assumptionWords(facts.assumptions).map((words) => prose`Assumed: ${plain(words)}.`),
        ...accountWords(account),
    ];
}

/** Describes how much of the preview was evaluated. The reported effects cover only the evaluated changes. */
function accountWords({ evaluated, irrelevant, unknown }: Account): Phrase[] {
    const all = evaluated + irrelevant + unknown.length;
    if (all === 0) return [];
    const changes = plain(counted(evaluated, "change"));
    return [prose`${changes} evaluated, ${irrelevant} irrelevant to access, ${unknown.length} unknown.`];
}

/** Names the first people, with their paths. Empty if the effect applies to all users and there are too many to name. */
function lineNames(line: ImpactLine): Phrase[] {
    if (line.isForEverybody && line.count > MAX_NAMED_PEOPLE) return [];
    const groups = together(line.people(MAX_NAMED_PEOPLE));
    const more = line.count > MAX_NAMED_PEOPLE ? [prose`… and ${line.count - MAX_NAMED_PEOPLE} more`] : [];
    return [
        ...groups.map(({ names, ends, because }) => {
            const all = prose`${joined(names, prose`, `)}${ends.isEmpty ? "" : prose` (${ends})`}`;
            return because.isEmpty ? all : prose`${all}: ${because}`;
        }),
        ...more,
    ];
}

function titleOf({ target, name, sensitivity }: TargetLines): Phrase {
    const level =
        sensitivity === undefined || sensitivity === "UNKNOWN"
            ? ""
            : prose` (${plain(sensitivity.toLowerCase())} sensitivity)`;
    return prose`${plain(target.type)} "${name}"${level}`;
}

/** Names the first few targets that are affected in the same way. */
function titleOfAll(titles: readonly Phrase[]): Phrase {
    return firstOf(titles, MAX_TITLES).capitalized;
}

/** The sign of a line. The sign conveys the meaning without relying on color, and screen readers read it aloud. */
function signOf({ isWider, fate, isForEverybody }: ImpactLine): Phrase {
    if (isForEverybody) return prose`+`;
    if (fate === "unknown" || fate.startsWith("maybe")) return prose`?`;
    return isWider ? prose`+` : prose`−`;
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
