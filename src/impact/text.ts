import { assumptionWords } from "../answers/assumption-words.js";
import { together } from "../answers/together.js";
import { escaped } from "../report/markup.js";
import { accessLines, accessTitle, ruleLines, stopBlocks, type ToldAccess, targetBlocks } from "../report/told.js";
import type { Account } from "./account.js";
import { headlineOf, type ImpactLine, linesOf, roleLinesOf, type TargetLines, type Tense } from "./lines.js";
import type { PreviewImpact } from "./preview-impact.js";
import type { Verdict } from "./rules.js";

/** Maximum people named. The JSON form has all of them. */
const MOST_NAMED = 10;

/** Maximum targets listed. */
const MOST_TARGETS = 40;

/** Who gains and who loses, for a terminal or a log. */
export function impactText(preview: PreviewImpact, verdicts: readonly Verdict[] = []): string {
    const rules = verdicts.length > 0 ? ["", ...ruleLines(verdicts)] : [];
    return `${[...accessLines(toldOf(preview), accessTitle(false)), ...rules].join("\n")}\n`;
}

/** The same for a comment on a pull request. */
export function impactMarkdown(preview: PreviewImpact, verdicts: readonly Verdict[] = []): string {
    const told = toldOf(preview);
    const blocks = [
        escaped(told.headline),
        ...stopBlocks(verdicts),
        ...targetBlocks(told),
        ...told.remarks.map(escaped),
    ];
    return `### ${accessTitle(false)}\n\n${blocks.join("\n\n")}\n`;
}

/** The same as plain words, for whoever says more. */
export function toldOf(preview: PreviewImpact, tense: Tense = "present"): ToldAccess {
    return {
        headline: headlineOf(preview, tense),
        targets: [
            ...roleLinesOf(preview, tense).map(({ lines }) => ({ title: "Roles in the organization", lines })),
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
    const { impact, directory, account } = preview;
    const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: directory.nameOf(id) }));
    return {
        headline: headlineOf(preview, tense),
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
        notEvaluated: account.unknown.map(({ words }) => words),
        account: { evaluated: account.evaluated, irrelevant: account.irrelevant, unknown: account.unknown.length },
    };
}

function changeOf(line: ImpactLine) {
    const { aspect, fate, isWider, words, count } = line;
    return { aspect, fate, widens: isWider, words, count, people: [...line.people(count)] };
}

function remarksOf({ impact, directory, account, facts }: PreviewImpact): string[] {
    const more = impact.targets.length - MOST_TARGETS;
    const names = (ids: readonly string[]) => {
        const some = ids.slice(0, MOST_NAMED).map((id) => directory.nameOf(id));
        return some.join(", ") + (ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : "");
    };
    return [
        ...(more > 0 ? [`… and ${more} more groups, resources and bundles.`] : []),
        ...(impact.newUsers.length > 0
            ? [`New: ${names(impact.newUsers)}. They also see and may ask for everything that is open to everybody.`]
            : []),
        ...(impact.removedUsers.length > 0 ? [`Removed: ${names(impact.removedUsers)}.`] : []),
        ...account.unknown.map(({ words }) => `Unknown: ${words}`),
        ...assumptionWords(facts.assumptions).map((words) => `Assumed: ${words}.`),
        ...accountWords(account),
    ];
}

/** How much was evaluated: what is said of the rest is worth no more than that. */
function accountWords({ evaluated, irrelevant, unknown }: Account): string[] {
    const all = evaluated + irrelevant + unknown.length;
    const verb = (count: number): string => (count === 1 ? "is" : "are");
    if (all === 0) return [];
    const parts = [
        `${evaluated} ${verb(evaluated)} evaluated`,
        `${irrelevant} ${verb(irrelevant)} irrelevant to access`,
    ];
    return [
        `Of ${all} ${all === 1 ? "change" : "changes"}, ${parts.join(", ")}, and ${unknown.length} ${verb(unknown.length)} unknown.`,
    ];
}

/** The first ones by name, with what leads there. Whom everybody is said of need not be named. */
function namesOf(line: ImpactLine): string[] {
    if (line.isForEverybody || line.count === 0) return [];
    const groups = together(line.people(MOST_NAMED));
    const more = line.count > MOST_NAMED ? [`… and ${line.count - MOST_NAMED} more`] : [];
    return [
        ...groups.map(({ names, ends, because }) => {
            const all = `${names.join(", ")}${ends ? `, ${ends}` : ""}`;
            return because ? `${all}: ${because}` : all;
        }),
        ...more,
    ];
}

function titleOf({ target, name, sensitivity }: TargetLines): string {
    const noun = target.type.charAt(0).toUpperCase() + target.type.slice(1);
    return `${noun} "${name}"${sensitivity === undefined || sensitivity === "UNKNOWN" ? "" : ` (${sensitivity.toLowerCase()} sensitivity)`}`;
}

/** Signs are read aloud and seen without colour. */
function signOf({ isWider, fate, isForEverybody }: ImpactLine): string {
    if (isForEverybody) return "+";
    if (fate === "unknown" || fate.startsWith("maybe")) return "?";
    return isWider ? "+" : "−";
}
