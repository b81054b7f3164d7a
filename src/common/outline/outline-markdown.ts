import { folded, hidden, link as linked, type Markdown, markdown } from "../markdown.js";
import { joined, type Phrase, prose } from "../phrase.js";
import { MAX_EXPANDED, type Outline, type OutlineItem, type OutlineSection, verdictNotices } from "./outline.js";

/** Maximum number of lines below an item, and per alert. */
const MAX_LINES = 20;

/**
 * Formats a report as a comment.
 * @param maxLength maximum length in characters. GitHub comments and issues can contain up to 65,536 characters.
 */
export function outlineMarkdown(outline: Outline, maxLength = Number.POSITIVE_INFINITY): string {
    const { title, lead, hint, alerts = [], errors = [], groups, marker, link } = outline;
    const start = marker === undefined ? "" : markdown`${hidden(marker)}\n`;
    const summary = errors.length > 0 ? markdown`**${lead}**` : lead;
    const head = markdown`${start}${alerts.map(alertMarkdown)}### ${title}\n\n${summary}`;
    const foot = link === undefined ? markdown`` : markdown`\n\n${linked(prose`Pipeline run`, link)}`;
    const first: HeadedBlocks[] = [
        { head: markdown`\n`, blocks: errors.map((words) => itemMarkdown({ words })), noun: prose`reasons` },
        { head: markdown``, blocks: hint ? [markdown`\n\n${hint}`] : [], noun: prose`sentences` },
    ];
    let rest = [first, ...groups.map((sections) => sections.flatMap(sectionParts))];
    let room = maxLength - head.length - foot.length;
    let body = markdown``;
    while (rest.length > 0) {
        const [parts = [], ...later] = rest;
        const text = fitted(parts, Math.max(room / 2, room - lengthOf(later.flat())));
        body = markdown`${body}${text}`;
        room -= text.length;
        rest = later;
    }
    return markdown`${head}${body}${foot}\n`.toString();
}

/** Formats a section without limits: a heading and a list. */
export function sectionMarkdown({ title = prose``, hint, items = [] }: OutlineSection): Markdown {
    return markdown`#### ${title}\n${hint ? markdown`\n${hint}\n` : ""}${items.map((item) => itemMarkdown(item))}\n`;
}

/** Formats an alert. The number of its lines is limited, because the head of a comment must fit. */
function alertMarkdown({ title, lines }: NonNullable<Outline["alerts"]>[number]): Markdown {
    const more = lines.length - MAX_LINES;
    const rest = more > 0 ? markdown`\n- and ${more} more: see the log of the run` : "";
    return markdown`**${title}**\n${lines.slice(0, MAX_LINES).map((words) => itemMarkdown({ words }))}${rest}\n\n`;
}

function sectionParts(section: OutlineSection): HeadedBlocks[] {
    const { title, sign, lead, verdicts, hint, items = [], sections = [], remarks = [], noun = prose`items` } = section;
    const heading = title ? markdown`\n\n#### ${title}${sign ? prose` (${sign})` : ""}` : markdown``;
    const sentences = [
        ...(lead ? [markdown`\n\n${lead}`] : []),
        ...(verdicts ? verdictNotices(verdicts) : []).map(({ label, words }) => markdown`\n\n> **${label}** ${words}`),
        ...(verdicts && !verdicts.summary.isEmpty ? [markdown`\n\n${verdicts.summary}`] : []),
    ];
    const list = {
        head: items.length > 0 ? markdown`\n${hint ? markdown`\n${hint}\n` : ""}` : markdown``,
        blocks: [...items.map((item) => itemMarkdown(item)), ...sections.map(blockMarkdown)],
        noun,
    };
    return [
        ...(sentences.length > 0
            ? [{ head: heading, blocks: sentences, noun: prose`sentences` }, list]
            : [{ ...list, head: markdown`${heading}${list.head}` }]),
        { head: markdown``, blocks: remarks.map((words) => markdown`\n\n${words}`), noun: prose`remarks` },
    ];
}

function blockMarkdown({ title = prose``, items = [] }: OutlineSection): Markdown {
    return markdown`\n\n**${title}**\n${items.map((item) => itemMarkdown(item))}`;
}

const BULLETS = [markdown`\n- `, markdown`\n  - `, markdown`\n    - `] as const;

function itemMarkdown({ sign, title, resource, words = prose``, items = [] }: OutlineItem, depth: 0 | 1 = 0): Markdown {
    // Without escaping, a plus or minus at the start would begin a nested list.
    const mark = sign ? markdown`**${sign}** ` : "";
    const name = title ? markdown`**${title}**${resource === undefined ? "" : prose` (${resource})`}` : "";
    const text = markdown`${name}${title && !words.isEmpty ? prose`: ` : ""}${words}`;
    const below = items.slice(0, MAX_LINES).map((one) => itemMarkdown(one, 1));
    const more = items.length - MAX_LINES;
    const rest = more > 0 ? markdown`${BULLETS[1]}and ${more} more lines` : "";
    return markdown`${BULLETS[depth]}${mark}${text}${below}${rest}`;
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
    const [open, more] = [shown.slice(0, MAX_EXPANDED), shown.slice(MAX_EXPANDED)];
    return markdown`${head}${open}${more.length > 0 ? folded(prose`${more.length} more ${noun}`, more) : ""}`;
}

function lengthOf(parts: readonly HeadedBlocks[]): number {
    return parts.reduce((sum, part) => sum + withBlocks(part, part.blocks.length).length, 0);
}
