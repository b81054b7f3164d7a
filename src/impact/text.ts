import { together } from "../answers/together.js";
import { headlineOf, type ImpactLine, linesOf, type TargetLines } from "./lines.js";
import type { PreviewImpact } from "./preview-impact.js";
import type { Verdict } from "./rules.js";

/** So many people are named; the JSON form has all of them. */
const MOST_NAMED = 10;

/** So many targets are written out. */
const MOST_TARGETS = 40;

/** Who gains and who loses, for a terminal or a log. */
export function impactText(preview: PreviewImpact, verdicts: readonly Verdict[] = []): string {
    const lines = [`Who gains access, who loses it: ${headlineOf(preview)}`];
    for (const one of shown(preview)) {
        lines.push("", titleOf(one));
        for (const line of one.lines) {
            lines.push(`  ${signOf(line)} ${line.words}`, ...namesOf(line).map((one) => `      ${one}`));
        }
    }
    lines.push(...endOf(preview).map((line) => `\n${line}`));
    if (verdicts.length > 0) lines.push("", ...verdictLines(verdicts));
    return `${lines.join("\n")}\n`;
}

/** The same for a comment on a pull request. */
export function impactMarkdown(preview: PreviewImpact, verdicts: readonly Verdict[] = []): string {
    return `### Who gains access, who loses it\n\n${impactBlocks(preview, verdicts).join("\n\n")}\n`;
}

/** The same in parts, for a comment that says more: the headline, the rules that stop it, and then target by target. */
export function impactBlocks(preview: PreviewImpact, verdicts: readonly Verdict[] = []): string[] {
    return [
        escaped(headlineOf(preview)),
        ...stopBlocks(verdicts),
        ...shown(preview).map((one) =>
            [`**${escaped(titleOf(one))}**\n`, ...one.lines.flatMap(markdownLines)].join("\n"),
        ),
        ...endOf(preview).map(escaped),
    ];
}

/** The rules that stop a change, for a comment. */
export function stopBlocks(verdicts: readonly Verdict[]): string[] {
    return verdicts.filter(({ isKept }) => !isKept).map(({ words }) => `> **Stopped:** ${escaped(words)}`);
}

/** The rules and whether they are kept, for a log. */
export function verdictLines(verdicts: readonly Verdict[]): string[] {
    return verdicts.map(({ isKept, words }) => `${isKept ? "ok     " : "STOPPED"} ${words}`);
}

/** Everything, with the full list of people. */
export function impactDocument(preview: PreviewImpact, verdicts: readonly Verdict[] = []): object {
    const { impact, directory, notEvaluated } = preview;
    const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: directory.nameOf(id) }));
    return {
        headline: headlineOf(preview),
        targets: linesOf(preview).map(({ target, name, sensitivity, isWider, lines }) => ({
            ...target,
            name,
            ...(sensitivity !== undefined && { sensitivity }),
            widens: isWider,
            changes: lines.map((line) => ({
                aspect: line.aspect,
                fate: line.fate,
                widens: line.isWider,
                words: line.words,
                count: line.count,
                people: line.people(line.count),
            })),
        })),
        newUsers: named(impact.newUsers),
        removedUsers: named(impact.removedUsers),
        notEvaluated,
        rules: verdicts,
    };
}

function shown(preview: PreviewImpact): TargetLines[] {
    return linesOf(preview).slice(0, MOST_TARGETS);
}

function endOf({ impact, directory, notEvaluated }: PreviewImpact): string[] {
    const more = impact.targets.length - MOST_TARGETS;
    const names = (ids: readonly string[]) => {
        const some = ids.slice(0, MOST_NAMED).map((id) => directory.nameOf(id));
        return some.join(", ") + (ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : "");
    };
    return [
        ...(more > 0 ? [`… and ${more} more groups, resources and bundles.`] : []),
        ...(impact.newUsers.length > 0
            ? [`New: ${names(impact.newUsers)}. What everybody sees and may ask for, they do as well.`]
            : []),
        ...(impact.removedUsers.length > 0 ? [`Removed: ${names(impact.removedUsers)}.`] : []),
        ...notEvaluated.map((line) => `Not evaluated: ${line}`),
    ];
}

function markdownLines(line: ImpactLine): string[] {
    // Alone at the beginning, a plus or a minus would be another list.
    return [`- **${signOf(line)}** ${escaped(line.words)}`, ...namesOf(line).map((one) => `  - ${escaped(one)}`)];
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

/** Prose that formats nothing and mentions nobody. */
function escaped(text: string): string {
    return text.replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&").replace(/@/g, "@\u200b");
}
