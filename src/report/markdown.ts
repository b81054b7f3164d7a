import { escaped, folded, span } from "./markup.js";
import { written } from "./phrase.js";
import { type Entry, linesOf, outsideHint, partsOf, type Report, signOf, summaryOf } from "./sections.js";
import { accessTitle, type Judgement, stopBlocks, targetBlocks, untoldSentence } from "./told.js";

export interface MarkdownOptions {
    /** Address of the run that made the report. */
    readonly link?: string;
    /** Characters that it may have at most: comments and issues of GitHub take 65,536. */
    readonly maxLength: number;
    /** Who gains and who loses by it. */
    readonly judgement?: Judgement;
}

/** So many lines of one object are shown. */
const MOST_LINES = 20;

/** So many objects or targets stand open; those after them are folded up. */
const MOST_OPEN = 20;

/**
 * A report as a comment: one for a stack, which a marker in its first line lets a pipeline find again. Names come from people and from the
 * service, so every value stands in a code span, where it neither formats the page nor calls anybody.
 */
export function markdownOf(report: Report, { link, maxLength, judgement = { rules: [] } }: MarkdownOptions): string {
    const stack = report.stack ?? "unknown";
    const hasFailed = report.errors.length > 0;
    const head = [
        // What a pull request would do, and what it did, are two comments.
        `<!-- access-governance${report.up ? " up" : ""}: ${stack.replace(/[^\w./ -]/g, "_")} -->`,
        `### Access ${report.up ? "changed" : "changes"} in ${span(stack)}`,
        "",
        hasFailed ? `**${summaryOf(report)}**` : summaryOf(report),
    ].join("\n");
    const foot = link ? `\n\n[The run that says so](${encodeURI(link)})` : "";
    const hint = outsideHint(report);
    const changes: Part[] = [
        { head: "\n", blocks: report.errors.map((error) => `\n- ${escaped(error)}`), noun: "reasons" },
        { head: "", blocks: hint ? [`\n\n${hint}`] : [], noun: "" },
        ...partsOf(report).map(({ title, sign, hint, entries }) => ({
            head: `\n\n#### ${title}${sign ? ` (${sign})` : ""}\n${hint ? `\n${hint}\n` : ""}`,
            blocks: entries.map((entry) => `\n${entryOf(entry)}`),
            noun: "objects",
        })),
        { head: "\n\n#### Notes\n", blocks: report.notes.map((note) => `\n- ${escaped(note)}`), noun: "notes" },
    ];
    const access = accessParts(judgement, report.up !== undefined);
    const room = maxLength - head.length - foot.length;
    // Why it failed, and that something was changed outside, comes before who gains; and neither of the two takes the place of the other.
    const [errors, outside, ...others] = changes as [Part, Part, ...Part[]]; // as just made
    const first = fitted([errors, outside], room / 2);
    const rest = room - first.length;
    const told = fitted(access, Math.max(rest / 2, rest - lengthOf(others)));
    return `${head}${first}${told}${fitted(others, rest - told.length)}${foot}\n`;
}

/** Who gains and who loses, the rules that stop it first. */
function accessParts({ access, untold, rules }: Judgement, isPast: boolean): Part[] {
    const said = access ? escaped(access.headline) : untold === undefined ? "" : escaped(untoldSentence(untold));
    const stops = stopBlocks(rules);
    if (said === "" && stops.length === 0) return [];
    return [
        {
            head: `\n\n#### ${accessTitle(isPast)}`,
            blocks: [...(said ? [said] : []), ...stops].map((block) => `\n\n${block}`),
            noun: "sentences",
        },
        {
            head: "",
            blocks: access ? targetBlocks(access).map((block) => `\n\n${block}`) : [],
            noun: "groups or resources",
        },
        { head: "", blocks: access?.remarks.map((line) => `\n\n${escaped(line)}`) ?? [], noun: "remarks" },
    ];
}

/** Blocks under a heading, which is there only with them. */
interface Part {
    readonly head: string;
    readonly blocks: readonly string[];
    /** What they are called, if some of them do not fit. */
    readonly noun: string;
}

/** As much as there is room for, in this order, and a line for each part of which something is left out. */
function fitted(parts: readonly Part[], room: number): string {
    if (lengthOf(parts) <= room) return parts.map((part) => withBlocks(part, part.blocks.length)).join("");
    let text = "";
    const left = new Map<string, number>();
    const reserve = 120;
    for (const part of parts) {
        const count = left.size > 0 ? 0 : mostThatFit(part, room - reserve - text.length);
        text += withBlocks(part, count);
        if (count < part.blocks.length) left.set(part.noun, (left.get(part.noun) ?? 0) + part.blocks.length - count);
    }
    const counts = [...left].map(([noun, count]) => `${count} more ${noun}`).join(" and ");
    const line = `\n\n**${counts} do not fit here: the log of the run has all of them.**`;
    return text.length + line.length <= room ? text + line : text;
}

/** How many of the first blocks fit, with all that stands around them. */
function mostThatFit(part: Part, room: number): number {
    let [fits, above] = [0, part.blocks.length + 1];
    while (above - fits > 1) {
        const middle = Math.floor((fits + above) / 2);
        if (withBlocks(part, middle).length <= room) fits = middle;
        else above = middle;
    }
    return fits;
}

function withBlocks({ head, blocks, noun }: Part, count: number): string {
    if (count === 0) return "";
    const shown = blocks.slice(0, count);
    const [open, more] = [shown.slice(0, MOST_OPEN), shown.slice(MOST_OPEN)];
    return `${head}${open.join("")}${more.length > 0 ? folded(`${more.length} more ${noun}`, more.join("")) : ""}`;
}

function lengthOf(parts: readonly Part[]): number {
    return parts.reduce((sum, part) => sum + withBlocks(part, part.blocks.length).length, 0);
}

function entryOf(entry: Entry): string {
    const { title, resource, fate } = entry;
    const lines = linesOf(entry);
    const spanned = lines.map((line) => {
        const sign = signOf(line);
        // Alone at the beginning, a plus or a minus would be another list.
        return `  - ${sign && `**${sign}** `}${written(line.phrase, span)}`;
    });
    const more = lines.length - MOST_LINES;
    const shown = [...spanned.slice(0, MOST_LINES), ...(more > 0 ? [`  - and ${more} more lines`] : [])];
    return [`- **${written(title, span)}** (${span(resource)})${fate && `: ${escaped(fate)}`}`, ...shown].join("\n");
}
