import { folded, hidden, link, type Markdown, markdown } from "../../common/markdown.js";
import { joined, type Phrase, prose } from "../../common/phrase.js";
import { accessTitle, type Judgement, notEvaluatedSentence, targetBlocks, verdictBlocks } from "./judgement.js";
import {
    type Alert,
    entryLines,
    outsideHint,
    type Report,
    type ReportEntry,
    reportParts,
    reportSummary,
    signOf,
} from "./sections.js";

export interface MarkdownOptions {
    /** URL of the run that created the report. */
    readonly link?: string;
    /** Maximum length in characters. GitHub comments and issues can contain up to 65,536 characters. */
    readonly maxLength: number;
    /** Describes who gains and who loses access. */
    readonly judgement?: Judgement;
}

/** Maximum number of lines per object and per alert. */
const MAX_LINES = 20;

/** Maximum number of objects or targets to show expanded. */
const MAX_OPEN = 20;

/** Formats a report as a comment. The marker in the first line identifies the stack, so that a pipeline can find and update its comment. */
export function markdownOf(
    report: Report,
    { link: address, maxLength, judgement = { rules: [] } }: MarkdownOptions,
): string {
    const stack = report.stack ?? "unknown";
    const hasFailed = report.errors.length > 0;
    const summary = reportSummary(report);
    const up = report.up ? prose`changed` : prose`changes`;
    // The preview for a pull request and the result of its deployment are posted as separate comments.
    const marker = hidden(`access-governance${report.up ? " up" : ""}: ${stack}`);
    const alerts = (report.alerts ?? []).map(alertOf);
    const head = markdown`${marker}\n${alerts}### Access ${up} in ${stack}\n\n${hasFailed ? markdown`**${summary}**` : summary}`;
    const foot = address ? markdown`\n\n${link(prose`Pipeline run`, address)}` : markdown``;
    const hint = outsideHint(report);
    const changes: HeadedBlocks[] = [
        { head: markdown`\n`, blocks: report.errors.map((error) => markdown`\n- ${error}`), noun: prose`reasons` },
        { head: markdown``, blocks: hint.isEmpty ? [] : [markdown`\n\n${hint}`], noun: prose`` },
        ...reportParts(report).map(({ title, sign, hint, entries }) => ({
            head: markdown`\n\n#### ${title}${sign ? prose` (${sign})` : ""}\n${hint ? markdown`\n${hint}\n` : ""}`,
            blocks: entries.map((entry) => markdown`\n${entryMarkdown(entry)}`),
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
    // Errors and outside changes come before gains. The space is divided so that neither displaces the other.
    const [errors, outside, ...others] = changes as [HeadedBlocks, HeadedBlocks, ...HeadedBlocks[]]; // the element was created above
    const first = fitted([errors, outside], room / 2);
    const rest = room - first.length;
    const accessText = fitted(access, Math.max(rest / 2, rest - lengthOf(others)));
    return markdown`${head}${first}${accessText}${fitted(others, rest - accessText.length)}${foot}\n`.toString();
}

/** Formats an alert. The number of its lines is limited, because the head of a comment must fit. */
function alertOf({ title, lines }: Alert): Markdown {
    const more = lines.length - MAX_LINES;
    const rest = more > 0 ? markdown`\n- and ${more} more: see the log of the run` : "";
    return markdown`**${title}**\n${lines.slice(0, MAX_LINES).map((line) => markdown`\n- ${line}`)}${rest}\n\n`;
}

/** Formats who gains and who loses access. Rules that block the change come before the targets. */
function accessParts({ access, notEvaluated, rules }: Judgement, isPast: boolean): HeadedBlocks[] {
    const said = access?.headline ?? (notEvaluated && notEvaluatedSentence(notEvaluated));
    const sentences = [...(said ? [markdown`\n\n${said}`] : []), ...verdictBlocks(rules)];
    if (sentences.length === 0) return [];
    const remarks = access?.remarks.map((line) => markdown`\n\n${line}`) ?? [];
    return [
        { head: markdown`\n\n#### ${accessTitle(isPast)}`, blocks: sentences, noun: prose`sentences` },
        { head: markdown``, blocks: access ? targetBlocks(access) : [], noun: prose`groups or resources` },
        { head: markdown``, blocks: remarks, noun: prose`remarks` },
    ];
}

/** A list of blocks under a heading. The heading is omitted if there are no blocks. */
interface HeadedBlocks {
    readonly head: Markdown;
    readonly blocks: readonly Markdown[];
    /** Noun for the blocks that are omitted if they do not fit. */
    readonly noun: Phrase;
}

/** Formats as many blocks as fit, in order. Adds a line with the number of omitted blocks. */
function fitted(parts: readonly HeadedBlocks[], room: number): Markdown {
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
    const line = markdown`\n\n**${counts} are omitted. The log of the run contains all of them.**`;
    return text.length + line.length <= room ? markdown`${text}${line}` : text;
}

/** Number of blocks at the start of the list that fit, including their heading. */
function mostThatFit(part: HeadedBlocks, room: number): number {
    let [fits, above] = [0, part.blocks.length + 1];
    while (above - fits > 1) {
        const middle = Math.floor((fits + above) / 2);
        if (withBlocks(part, middle).length <= room) fits = middle;
        else above = middle;
    }
    return fits;
}

function withBlocks({ head, blocks, noun }: HeadedBlocks, count: number): Markdown {
    if (count === 0) return markdown``;
    const shown = blocks.slice(0, count);
    const [open, more] = [shown.slice(0, MAX_OPEN), shown.slice(MAX_OPEN)];
    return markdown`${head}${open}${more.length > 0 ? folded(prose`${more.length} more ${noun}`, more) : ""}`;
}

function lengthOf(parts: readonly HeadedBlocks[]): number {
    return parts.reduce((sum, part) => sum + withBlocks(part, part.blocks.length).length, 0);
}

function entryMarkdown(entry: ReportEntry): Markdown {
    const { title, resource, fate } = entry;
    const lines = entryLines(entry);
    const shown = lines.slice(0, MAX_LINES).map((line) => {
        const sign = signOf(line);
        // A single plus or minus at the start would begin a nested list.
        return markdown`\n  - ${sign.isEmpty ? "" : markdown`**${sign}** `}${line.phrase}`;
    });
    const more = lines.length - MAX_LINES;
    const rest = more > 0 ? markdown`\n  - and ${more} more lines` : "";
    return markdown`- **${title}** (${resource})${fate.isEmpty ? "" : prose`: ${fate}`}${shown}${rest}`;
}
