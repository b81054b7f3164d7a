import { folded, hidden, link, type Markdown, markdown } from "../../common/markdown.js";
import { joined, type Phrase, prose } from "../../common/phrase.js";
import { type Entry, linesOf, outsideHint, partsOf, type Report, signOf, summaryOf } from "./sections.js";
import { accessTitle, type Judgement, targetBlocks, untoldSentence, verdictBlocks } from "./told.js";

export interface MarkdownOptions {
    /** URL of the run that created the report. */
    readonly link?: string;
    /** Maximum length in characters: GitHub's comments and issues allow 65,536. */
    readonly maxLength: number;
    /** Who gains and who loses by it. */
    readonly judgement?: Judgement;
}

/** Maximum lines per object. */
const MOST_LINES = 20;

/** Maximum objects or targets shown open; the rest is folded. */
const MOST_OPEN = 20;

/**
 * A report as a comment: one for a stack, which a marker in its first line lets a pipeline find again.
 */
export function markdownOf(
    report: Report,
    { link: address, maxLength, judgement = { rules: [] } }: MarkdownOptions,
): string {
    const stack = report.stack ?? "unknown";
    const hasFailed = report.errors.length > 0;
    const summary = summaryOf(report);
    const up = report.up ? prose`changed` : prose`changes`;
    // The preview of a pull request and its result are two comments.
    const marker = hidden(`access-governance${report.up ? " up" : ""}: ${stack}`);
    const head = markdown`${marker}\n### Access ${up} in ${stack}\n\n${hasFailed ? markdown`**${summary}**` : summary}`;
    const foot = address ? markdown`\n\n${link(prose`Pipeline run`, address)}` : markdown``;
    const hint = outsideHint(report);
    const changes: Part[] = [
        { head: markdown`\n`, blocks: report.errors.map((error) => markdown`\n- ${error}`), noun: prose`reasons` },
        { head: markdown``, blocks: hint.isEmpty ? [] : [markdown`\n\n${hint}`], noun: prose`` },
        ...partsOf(report).map(({ title, sign, hint, entries }) => ({
            head: markdown`\n\n#### ${title}${sign ? prose` (${sign})` : ""}\n${hint ? markdown`\n${hint}\n` : ""}`,
            blocks: entries.map((entry) => markdown`\n${entryOf(entry)}`),
            noun: prose`objects`,
        })),
        {
            head: markdown`\n\n#### Notes\n`,
            blocks: report.notes.map((note) => markdown`\n- ${note}`),
            noun: prose`notes`,
        },
    ];
    const access = accessParts(judgement, report.up !== undefined);
    const room = maxLength - head.length - foot.length;
    // Errors and outside changes come before gains, and neither crowds out the other.
    const [errors, outside, ...others] = changes as [Part, Part, ...Part[]]; // as just made
    const first = fitted([errors, outside], room / 2);
    const rest = room - first.length;
    const told = fitted(access, Math.max(rest / 2, rest - lengthOf(others)));
    return markdown`${head}${first}${told}${fitted(others, rest - told.length)}${foot}\n`.toString();
}

/** Who gains and who loses, the rules that stop it first. */
function accessParts({ access, untold, rules }: Judgement, isPast: boolean): Part[] {
    const said = access?.headline ?? (untold && untoldSentence(untold));
    const sentences = [...(said ? [markdown`\n\n${said}`] : []), ...verdictBlocks(rules)];
    if (sentences.length === 0) return [];
    const remarks = access?.remarks.map((line) => markdown`\n\n${line}`) ?? [];
    return [
        { head: markdown`\n\n#### ${accessTitle(isPast)}`, blocks: sentences, noun: prose`sentences` },
        { head: markdown``, blocks: access ? targetBlocks(access) : [], noun: prose`groups or resources` },
        { head: markdown``, blocks: remarks, noun: prose`remarks` },
    ];
}

/** Blocks under a heading, which is omitted without blocks. */
interface Part {
    readonly head: Markdown;
    readonly blocks: readonly Markdown[];
    /** Noun for those that do not fit. */
    readonly noun: Phrase;
}

/** As much as fits, in this order, with a line for each truncated part. */
function fitted(parts: readonly Part[], room: number): Markdown {
    if (lengthOf(parts) <= room) return markdown`${parts.map((part) => withBlocks(part, part.blocks.length))}`;
    let text = markdown``;
    const left = new Map<string, { noun: Phrase; count: number }>();
    const reserve = 120;
    for (const part of parts) {
        const count = left.size > 0 ? 0 : mostThatFit(part, room - reserve - text.length);
        text = markdown`${text}${withBlocks(part, count)}`;
        const known = left.get(String(part.noun))?.count ?? 0;
        if (count < part.blocks.length)
            left.set(String(part.noun), { noun: part.noun, count: known + part.blocks.length - count });
    }
    const counts = joined(
        [...left.values()].map(({ noun, count }) => prose`${count} more ${noun}`),
        prose` and `,
    );
    const line = markdown`\n\n**${counts} are left out. The log of the run has all of them.**`;
    return text.length + line.length <= room ? markdown`${text}${line}` : text;
}

/** Number of leading blocks that fit, with everything around them. */
function mostThatFit(part: Part, room: number): number {
    let [fits, above] = [0, part.blocks.length + 1];
    while (above - fits > 1) {
        const middle = Math.floor((fits + above) / 2);
        if (withBlocks(part, middle).length <= room) fits = middle;
        else above = middle;
    }
    return fits;
}

function withBlocks({ head, blocks, noun }: Part, count: number): Markdown {
    if (count === 0) return markdown``;
    const shown = blocks.slice(0, count);
    const [open, more] = [shown.slice(0, MOST_OPEN), shown.slice(MOST_OPEN)];
    return markdown`${head}${open}${more.length > 0 ? folded(prose`${more.length} more ${noun}`, more) : ""}`;
}

function lengthOf(parts: readonly Part[]): number {
    return parts.reduce((sum, part) => sum + withBlocks(part, part.blocks.length).length, 0);
}

function entryOf(entry: Entry): Markdown {
    const { title, resource, fate } = entry;
    const lines = linesOf(entry);
    const shown = lines.slice(0, MOST_LINES).map((line) => {
        const sign = signOf(line);
        // A lone plus or minus at the start would begin a nested list.
        return markdown`\n  - ${sign.isEmpty ? "" : markdown`**${sign}** `}${line.phrase}`;
    });
    const more = lines.length - MOST_LINES;
    const rest = more > 0 ? markdown`\n  - and ${more} more lines` : "";
    return markdown`- **${title}** (${resource})${fate.isEmpty ? "" : prose`: ${fate}`}${shown}${rest}`;
}
