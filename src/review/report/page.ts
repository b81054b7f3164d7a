import { type Html, html } from "../../common/html.js";
import { PALETTE } from "../../common/palette.js";
import { type Phrase, prose } from "../../common/phrase.js";
import {
    accessTitle,
    type Judgement,
    keptIn,
    notEvaluatedSentence,
    noticesIn,
    type TargetSummary,
} from "./judgement.js";
import {
    entryLines,
    type FilledPart,
    outsideHint,
    type Report,
    type ReportEntry,
    reportParts,
    reportSummary,
    signOf,
} from "./sections.js";

export interface PageOptions {
    /** URL of the run that created the report. */
    readonly link?: string;
    /** Describes who gains and who loses access. */
    readonly judgement?: Judgement;
}

/** Maximum number of objects or targets to show expanded. */
const MAX_OPEN = 20;

/** Formats a report as a self-contained HTML page, which does not use scripts, other files or the network. */
export function reportPageHtml(report: Report, { link, judgement = { rules: [] } }: PageOptions = {}): string {
    const title = prose`Access ${report.up ? prose`changed` : prose`changes`}${report.stack ? prose` in ${report.stack}` : ""}`;
    const isWeb = link !== undefined && /^https?:\/\//i.test(link);
    const alerts = (report.alerts ?? []).map(
        ({ title, lines }) =>
            html`<div class="alert"><strong>${title}</strong><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></div>\n`,
    );
    const errors = report.errors.map((error) => html`<li>${error}</li>`);
    const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.toString()}</title>
${REPORT_STYLE}
</head>
<body>
<main>
${alerts}<h1>${title}</h1>
<p class="summary">${reportSummary(report)}</p>
${errors.length > 0 ? html`<ul class="alert">${errors}</ul>\n` : ""}${quiet(outsideHint(report))}${accessOf(judgement, report.up !== undefined)}${reportParts(report).map(partOf)}${notesOf(report)}${
    isWeb ? html`<p><a href="${encodeURI(link)}">Pipeline run</a></p>\n` : ""
}</main>
</body>
</html>
`;
    return page.toString();
}

function accessOf({ access, notEvaluated, rules }: Judgement, isPast: boolean): Html {
    const notices = noticesIn(rules).map(
        ({ label, words }) => html`<p class="alert"><strong>${label}</strong> ${words}</p>\n`,
    );
    const said = access?.headline ?? (notEvaluated && notEvaluatedSentence(notEvaluated));
    if (!said && notices.length === 0) return html``;
    return html`<section>
<h2>${accessTitle(isPast)}</h2>
${said ? html`<p>${said}</p>\n` : ""}${notices}${quiet(keptIn(rules))}${folded(access?.targets.map(targetOf) ?? [], prose`groups, resources and bundles`)}${(access?.remarks ?? []).map((line) => html`<p>${line}</p>\n`)}</section>
`;
}

function targetOf({ title, lines }: TargetSummary): Html {
    const items = lines.map(({ sign, words, people }) => {
        const names = people.length > 0 ? html`<ul>${people.map((one) => html`<li>${one}</li>`)}</ul>` : "";
        return html`<li>${signed(sign)}<div>${words}${names}</div></li>\n`;
    });
    return html`<article>\n<h3>${title}</h3>\n<ul class="lines">${items}</ul>\n</article>\n`;
}

function partOf({ title, sign, hint, entries }: FilledPart): Html {
    return html`<section>
<h2>${sign ? html`${signed(sign)} ` : ""}${title} <span class="count">${entries.length}</span></h2>
${quiet(hint)}${folded(entries.map(entryHtml), prose`objects`)}</section>
`;
}

function entryHtml(entry: ReportEntry): Html {
    const { title, resource, fate } = entry;
    const items = entryLines(entry).map((line) => html`<li>${signed(signOf(line))}<div>${line.phrase}</div></li>\n`);
    return html`<article>
<h3>${title}</h3>
<p class="fate"><code>${resource}</code>${fate.isEmpty ? "" : prose` · ${fate}`}</p>
${items.length > 0 ? html`<ul class="lines">${items}</ul>\n` : ""}</article>
`;
}

function quiet(hint = prose``): Html {
    return hint.isEmpty ? html`` : html`<p class="quiet">${hint}</p>\n`;
}

function notesOf({ notes }: Report): Html {
    if (notes.length === 0) return html``;
    return html`<section>\n<h2>Notes</h2>\n<ul class="notes">${notes.map((note) => html`<li>${note}</li>\n`)}</ul>\n</section>\n`;
}

/** Shows the first blocks, and collapses the others. */
function folded(blocks: readonly Html[], noun: Phrase): Html {
    const more = blocks.slice(MAX_OPEN);
    const rest =
        more.length > 0 ? html`<details><summary>${more.length} more ${noun}</summary>\n${more}</details>\n` : "";
    return html`${blocks.slice(0, MAX_OPEN)}${rest}`;
}

const SIGNS: Readonly<Record<string, readonly [style: string, word: string]>> = {
    "+": ["wider", "more:"],
    "−": ["narrower", "less:"],
    "?": ["unknown", "not known:"],
    "!": ["wrong", "not done:"],
};

/** Screen readers read a word instead of the sign. */
function signed(sign: Phrase): Html {
    const [style, word] = SIGNS[sign.toString()] ?? ["", ""];
    if (word === "") return html`<span class="sign"></span>`;
    return html`<span class="sign ${style}"><span aria-hidden="true">${sign}</span><span class="heard">${word}</span></span>`;
}

const REPORT_STYLE = html`<style>
:root { color-scheme: light dark; ${PALETTE.light}
    --wrong: #a3211b; --wrong-ground: #fdeaea; }
@media (prefers-color-scheme: dark) { :root { ${PALETTE.dark}
    --wrong: #ffa49c; --wrong-ground: #3e1b1a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; display: flex; align-items: center; gap: .5rem; flex-wrap: wrap; }
h3 { font-size: 1rem; font-weight: 400; margin: 0; }
h3 bdi { font-weight: 650; }
.lines bdi { font-weight: 600; }
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
.wider { color: var(--wider); background: var(--wider-ground); }
.narrower { color: var(--narrower); background: var(--narrower-ground); }
.unknown { color: var(--unknown); background: var(--unknown-ground); }
.wrong { color: var(--wrong); background: var(--wrong-ground); }
.alert { color: var(--wrong); background: var(--wrong-ground); border-left: .25rem solid; border-radius: .3rem; padding: .5rem .9rem; list-style: none; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
summary { cursor: pointer; padding: .5rem 0; color: var(--accent); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media print { body { background: none; } article { break-inside: avoid; } }
</style>`;
