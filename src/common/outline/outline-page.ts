import { type Html, html } from "../html.js";
import { PALETTE } from "../palette.js";
import { type Phrase, prose } from "../phrase.js";
import { MAX_EXPANDED, type Outline, type OutlineItem, type OutlineSection, verdictNotices } from "./outline.js";

/** Formats a report as a self-contained HTML page, which does not use scripts, other files or the network. */
export function outlinePage({ title, lead, hint, alerts = [], errors = [], groups, link = "" }: Outline): string {
    const warnings = alerts.map(
        ({ title, lines }) => html`<div class="alert"><strong>${title}</strong>${listHtml("", lines)}</div>\n`,
    );
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
${warnings}<h1>${title}</h1>
<p class="summary">${lead}</p>
${listHtml("alert", errors)}${quiet(hint)}${groups.flat().map(sectionHtml)}${
    /^https?:\/\//i.test(link) ? html`<p><a href="${encodeURI(link)}">Pipeline run</a></p>\n` : ""
}</main>
</body>
</html>
`;
    return page.toString();
}

function sectionHtml(section: OutlineSection): Html {
    const { title = prose``, sign, isCounted, lead, verdicts, hint } = section;
    const { items = [], sections = [], remarks = [], noun = prose`items` } = section;
    const count = isCounted ? html` <span class="count">${items.length}</span>` : "";
    const notices = (verdicts ? verdictNotices(verdicts) : []).map(
        ({ label, words }) => html`<p class="alert"><strong>${label}</strong> ${words}</p>\n`,
    );
    const blocks = [
        ...items.flatMap((item) => (item.title ? [articleHtml(item.title, item)] : [])),
        ...sections.map((one) => articleHtml(one.title ?? prose``, one)),
    ];
    const lines = items.flatMap(({ title, words = prose`` }) => (title ? [] : [words]));
    return html`<section>
<h2>${sign ? html`${signed(sign)} ` : ""}${title}${count}</h2>
${lead ? html`<p>${lead}</p>\n` : ""}${notices}${quiet(verdicts?.summary)}${quiet(hint)}${listHtml("notes", lines)}${folded(blocks, noun)}${remarks.map((words) => html`<p>${words}</p>\n`)}</section>
`;
}

/** An object, or a section within a section. */
function articleHtml(title: Phrase, { resource, words = prose``, items = [] }: OutlineItem): Html {
    const fate = words.isEmpty ? "" : prose` · ${words}`;
    const subtitle = resource === undefined ? "" : html`<p class="fate"><code>${resource}</code>${fate}</p>\n`;
    const lines = items.map(({ sign, words = prose``, items: below = [] }) => {
        const rest = listHtml(
            "",
            below.map(({ words = prose`` }) => words),
        );
        return html`<li>${signed(sign)}<div>${words}${rest}</div></li>\n`;
    });
    return html`<article>
<h3>${title}</h3>
${subtitle}${lines.length > 0 ? html`<ul class="lines">${lines}</ul>\n` : ""}</article>
`;
}

function listHtml(style: string, lines: readonly Phrase[]): Html {
    return lines.length > 0
        ? html`<ul class="${style}">${lines.map((words) => html`<li>${words}</li>\n`)}</ul>\n`
        : html``;
}

function quiet(hint = prose``): Html {
    return hint.isEmpty ? html`` : html`<p class="quiet">${hint}</p>\n`;
}

/** Shows the first blocks, and collapses the others. */
function folded(blocks: readonly Html[], noun: Phrase): Html {
    const more = blocks.slice(MAX_EXPANDED);
    const rest =
        more.length > 0 ? html`<details><summary>${more.length} more ${noun}</summary>\n${more}</details>\n` : "";
    return html`${blocks.slice(0, MAX_EXPANDED)}${rest}`;
}

const SIGNS: Readonly<Record<string, readonly [style: string, word: string]>> = {
    "+": ["wider", "more:"],
    "−": ["narrower", "less:"],
    "?": ["unknown", "not known:"],
    "!": ["wrong", "not done:"],
};

/** Screen readers read a word instead of the sign. */
function signed(sign: Phrase | undefined): Html {
    const [style, word] = SIGNS[String(sign)] ?? ["", ""];
    if (!sign) return html`<span class="sign"></span>`;
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
