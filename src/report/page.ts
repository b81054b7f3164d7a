import type { Phrase } from "./phrase.js";
import {
    type Entry,
    type FilledPart,
    linesOf,
    outsideHint,
    partsOf,
    type Report,
    signOf,
    summaryOf,
} from "./sections.js";
import { accessTitle, type Judgement, stopsIn, type ToldTarget, untoldSentence } from "./told.js";

export interface PageOptions {
    /** Address of the run that made the report. */
    readonly link?: string;
    /** Who gains and who loses by it. */
    readonly judgement?: Judgement;
}

/** So many objects or targets stand open; those after them are folded up. */
const MOST_OPEN = 20;

/** A report as one HTML page that needs nothing else, and may load nothing: no script, no other file, no network. */
export function pageOf(report: Report, { link, judgement = { rules: [] } }: PageOptions = {}): string {
    const title = `Access ${report.up ? "changed" : "changes"}${report.stack ? ` in ${report.stack}` : ""}`;
    const hint = outsideHint(report);
    const isWeb = link !== undefined && /^https?:\/\//i.test(link);
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="summary">${escaped(summaryOf(report))}</p>
${report.errors.length > 0 ? `<ul class="alert">${report.errors.map((error) => `<li>${escaped(error)}</li>`).join("")}</ul>\n` : ""}${
    hint ? `<p class="quiet">${escaped(hint)}</p>\n` : ""
}${accessOf(judgement, report.up !== undefined)}${partsOf(report).map(partOf).join("")}${notesOf(report)}${
    isWeb ? `<p><a href="${escaped(encodeURI(link))}">The run that says so</a></p>\n` : ""
}</main>
</body>
</html>
`;
}

function accessOf({ access, untold, rules }: Judgement, isPast: boolean): string {
    const stops = stopsIn(rules).map((words) => `<p class="alert"><strong>Stopped:</strong> ${escaped(words)}</p>\n`);
    if (!access && untold === undefined && stops.length === 0) return "";
    const said = access?.headline ?? (untold === undefined ? "" : untoldSentence(untold));
    return `<section>
<h2>${escaped(accessTitle(isPast))}</h2>
${said ? `<p>${escaped(said)}</p>\n` : ""}${stops.join("")}${folded(access?.targets.map(targetOf) ?? [], "groups, resources and bundles")}${(access?.remarks ?? []).map((line) => `<p>${escaped(line)}</p>\n`).join("")}</section>
`;
}

function targetOf({ title, lines }: ToldTarget): string {
    const items = lines.map(({ sign, words, people }) => {
        const names = people.length > 0 ? `<ul>${people.map((one) => `<li>${escaped(one)}</li>`).join("")}</ul>` : "";
        return `<li>${signed(sign)}<div>${escaped(words)}${names}</div></li>`;
    });
    return `<article>\n<h3><b>${escaped(title)}</b></h3>\n<ul class="lines">${items.join("\n")}</ul>\n</article>\n`;
}

function partOf({ title, sign, hint, entries }: FilledPart): string {
    return `<section>
<h2>${sign ? `${signed(sign)} ` : ""}${escaped(title)} <span class="count">${entries.length}</span></h2>
${hint ? `<p class="quiet">${escaped(hint)}</p>\n` : ""}${folded(entries.map(entryOf), "objects")}</section>
`;
}

function entryOf(entry: Entry): string {
    const { title, resource, fate } = entry;
    const items = linesOf(entry).map((line) => `<li>${signed(signOf(line))}<div>${phraseOf(line.phrase)}</div></li>`);
    return `<article>
<h3>${phraseOf(title)}</h3>
<p class="fate"><code>${escaped(resource)}</code>${fate ? ` · ${escaped(fate)}` : ""}</p>
${items.length > 0 ? `<ul class="lines">${items.join("\n")}</ul>\n` : ""}</article>
`;
}

function notesOf({ notes }: Report): string {
    if (notes.length === 0) return "";
    return `<section>\n<h2>Notes</h2>\n<ul class="notes">${notes.map((note) => `<li>${escaped(note)}</li>`).join("\n")}</ul>\n</section>\n`;
}

/** The first ones, and the others under a line that unfolds them. */
function folded(blocks: readonly string[], noun: string): string {
    const more = blocks.slice(MOST_OPEN);
    const rest =
        more.length > 0 ? `<details><summary>${more.length} more ${noun}</summary>\n${more.join("")}</details>\n` : "";
    return blocks.slice(0, MOST_OPEN).join("") + rest;
}

const SIGNS: Readonly<Record<string, readonly [style: string, word: string]>> = {
    "+": ["more", "more:"],
    "−": ["less", "less:"],
    "?": ["open", "not known:"],
    "!": ["wrong", "not done:"],
};

/** A sign is a word for who listens. */
function signed(sign: string): string {
    const [style, word] = SIGNS[sign] ?? ["", ""];
    if (word === "") return '<span class="sign"></span>';
    return `<span class="sign ${style}"><span aria-hidden="true">${sign}</span><span class="heard">${word}</span></span>`;
}

function phraseOf(phrase: Phrase): string {
    return phrase.map((part) => (typeof part === "string" ? escaped(part) : `<b>${escaped(part.value)}</b>`)).join("");
}

function escaped(text: string): string {
    return text.replace(/[&<>"'`]/g, (one) => `&#${one.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; --ground: #f6f7f9; --panel: #fff; --text: #1b2129; --quiet: #56606c; --line: #d3d9e0; --accent: #0b57a4;
    --more: #8a3800; --more-ground: #fff0e2; --less: #13652c; --less-ground: #e3f4e8; --open: #5b4a00; --open-ground: #fbf3cf;
    --wrong: #a3211b; --wrong-ground: #fdeaea; }
@media (prefers-color-scheme: dark) { :root { --ground: #11151a; --panel: #1a2027; --text: #e7ebf0; --quiet: #a3aebb; --line: #353f4b;
    --accent: #86b9f7; --more: #ffb783; --more-ground: #3f2713; --less: #83e0a0; --less-ground: #14311f; --open: #f3d677;
    --open-ground: #37300f; --wrong: #ffa49c; --wrong-ground: #3e1b1a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; display: flex; align-items: center; gap: .5rem; flex-wrap: wrap; }
h3 { font-size: 1rem; font-weight: 400; margin: 0; }
h3 b { font-weight: 650; }
b { font-weight: 600; }
p { margin: .5rem 0; }
.summary { font-size: 1.05rem; }
.quiet, .fate, .count { color: var(--quiet); }
.count { font-weight: 400; }
.fate { margin: 0; font-size: .9rem; }
code { font: .85rem ui-monospace, monospace; }
article { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .65rem .9rem; margin: .5rem 0; }
.lines { list-style: none; margin: .4rem 0 0; padding: 0; }
.lines > li { display: flex; gap: .5rem; padding: .1rem 0; }
.lines > li > div { min-width: 0; }
.lines ul, .notes { margin: .1rem 0 .3rem; padding-left: 1.2rem; }
.lines ul { color: var(--quiet); font-size: .93rem; }
.sign { flex: none; width: 1.4rem; height: 1.4rem; border-radius: .3rem; text-align: center; font: 700 1rem/1.4rem ui-monospace, monospace; }
.more { color: var(--more); background: var(--more-ground); }
.less { color: var(--less); background: var(--less-ground); }
.open { color: var(--open); background: var(--open-ground); }
.wrong { color: var(--wrong); background: var(--wrong-ground); }
.alert { color: var(--wrong); background: var(--wrong-ground); border-left: .25rem solid; border-radius: .3rem; padding: .5rem .9rem; list-style: none; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
summary { cursor: pointer; padding: .5rem 0; color: var(--accent); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media print { body { background: none; } article { break-inside: avoid; } }
`;
