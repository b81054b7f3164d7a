import { assumptionWords } from "../answers/assumption-words.js";
import { together } from "../answers/together.js";
import { accessLines, accessTitle, ruleLines, stopBlocks, type ToldAccess, targetBlocks } from "../report/told.js";
import { markdown } from "../schema/markdown.js";
import { joined, type Phrase, plain, prose } from "../schema/phrase.js";
import { headlineOf, type ImpactLine, linesOf, roleLinesOf, type TargetLines, type Tense } from "./lines.js";
import type { PreviewImpact } from "./preview-impact.js";
import type { Verdict } from "./rules.js";

/** Maximum people named. The JSON form has all of them. */
const MOST_NAMED = 10;

/** Maximum targets listed. */
const MOST_TARGETS = 40;

/** Who gains and who loses, for a terminal or a log. */
export function impactText(preview: PreviewImpact, verdicts: readonly Verdict[] = []): string {
    const rules = verdicts.length > 0 ? [prose``, ...ruleLines(verdicts)] : [];
    return `${[...accessLines(toldOf(preview), accessTitle(false)), ...rules].join("\n")}\n`;
}

/** The same for a comment on a pull request. */
export function impactMarkdown(preview: PreviewImpact, verdicts: readonly Verdict[] = []): string {
    const told = toldOf(preview);
    const headline = markdown`\n\n${told.headline}`;
    const remarks = told.remarks.map((line) => markdown`\n\n${line}`);
    const blocks = [headline, ...stopBlocks(verdicts), ...targetBlocks(told), ...remarks];
    return markdown`### ${accessTitle(false)}${blocks}\n`.toString();
}

/** The same as plain words, for whoever says more. */
export function toldOf(preview: PreviewImpact, tense: Tense = "present"): ToldAccess {
    return {
        headline: headlineOf(preview, tense),
        targets: [
            ...roleLinesOf(preview, tense).map(({ lines }) => ({ title: prose`Roles in the organization`, lines })),
            ...linesOf(preview, tense)
                .slice(0, MOST_TARGETS)
                .map((one) => ({ title: titleOf(one), lines: one.lines })),
        ].map(({ title, lines }) => ({
            title,
            lines: lines.map((line) => ({ sign: signOf(line), words: line.words, people: namesOf(line) })),
        })),
        remarks: remarksOf(preview),
    };
}

/** Everything, with the full list of people. */
export function impactDocument(preview: PreviewImpact, verdicts: readonly Verdict[] = []): object {
    return { ...accessDocument(preview), rules: verdicts };
}

/** Who gains and who loses, with the full list of people. */
export function accessDocument(preview: PreviewImpact, tense: Tense = "present") {
    const { impact, directory, notEvaluated, notShown } = preview;
    const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: directory.nameOf(id) }));
    return {
        headline: headlineOf(preview, tense).toJSON(),
        targets: linesOf(preview, tense).map(({ target, name, sensitivity, isWider, lines }) => ({
            ...target,
            name,
            ...(sensitivity !== undefined && { sensitivity }),
            widens: isWider,
            changes: lines.map(changeOf),
        })),
        roles: roleLinesOf(preview, tense).map(({ role, lines }) => ({ role, changes: lines.map(changeOf) })),
        newUsers: named(impact.newUsers),
        removedUsers: named(impact.removedUsers),
        notEvaluated: [...notShown, ...notEvaluated],
    };
}

function changeOf(line: ImpactLine) {
    const { aspect, fate, isWider, words, count } = line;
    const people = line
        .people(count)
        .map((one) => ({ ...one, ends: one.ends.toJSON(), because: one.because.toJSON() }));
    return { aspect, fate, widens: isWider, words: words.toJSON(), count, people };
}

function remarksOf({ impact, directory, notEvaluated, notShown, facts }: PreviewImpact): Phrase[] {
    const more = impact.targets.length - MOST_TARGETS;
    const names = (ids: readonly string[]): Phrase => {
        const some = joined(
            ids.slice(0, MOST_NAMED).map((id) => directory.nameOf(id)),
            prose`, `,
        );
        return prose`${some}${ids.length > MOST_NAMED ? prose` and ${ids.length - MOST_NAMED} more` : ""}`;
    };
    return [
        ...(more > 0 ? [prose`… and ${more} more groups, resources and bundles.`] : []),
        ...(impact.newUsers.length > 0
            ? [
                  prose`New: ${names(impact.newUsers)}. They also see and may ask for everything that is open to everybody.`,
              ]
            : []),
        ...(impact.removedUsers.length > 0 ? [prose`Removed: ${names(impact.removedUsers)}.`] : []),
        ...[...notShown, ...notEvaluated].map((line) => prose`Not evaluated: ${line}`),
        ...assumptionWords(facts.assumptions).map((words) => prose`Assumed: ${plain(words)}.`),
    ];
}

/** The first ones by name, with what leads there. Whom everybody is said of need not be named. */
function namesOf(line: ImpactLine): Phrase[] {
    if (line.isForEverybody || line.count === 0) return [];
    const groups = together(line.people(MOST_NAMED));
    const more = line.count > MOST_NAMED ? [prose`… and ${line.count - MOST_NAMED} more`] : [];
    return [
        ...groups.map(({ names, ends, because }) => {
            const all = joined([...names, ...(ends.isEmpty ? [] : [ends])], prose`, `);
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
    return prose`${plain(target.type)} "${name}"${level}`.capitalized;
}

/** Signs are read aloud and seen without colour. */
function signOf({ isWider, fate, isForEverybody }: ImpactLine): Phrase {
    if (isForEverybody) return prose`+`;
    if (fate === "unknown" || fate.startsWith("maybe")) return prose`?`;
    return isWider ? prose`+` : prose`−`;
}
