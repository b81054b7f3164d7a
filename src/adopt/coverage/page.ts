import { numberText } from "../../common/counts.js";
import { type Html, html } from "../../common/html.js";
import type { Counts, Coverage, KindCoverage, OwnerCoverage } from "./coverage.js";
import { percentOf } from "./coverage.js";
import type { CoverageItem } from "./findings.js";

/** Returns a coverage as one HTML page, which does not need scripts, other files or network access. */
export function coveragePageHtml(coverage: Coverage, title: string): string {
    const { kinds, total, owners, leftOut, missing, unowned, inactive } = coverage;
    const rows = byMissing(kinds.filter(({ there }) => there > 0));
    const most = Math.max(...kinds.map(({ there }) => there));
    const undeclared = rows.map(({ kind, undeclared }) => itemsHtml(`Not declared: ${kind}`, undeclared));
    const gone = missing.map(({ kind, id, resource }) => ({ kind, id, name: resource }));
    return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${COVERAGE_STYLE}
</head>
<body>
<main>
<h1>${title}</h1>
<p class="total"><strong>${percentOf(total)}</strong> of declarable objects are declared: ${numberText(total.declared)} of ${numberText(total.there)}</p>
${total.there > 0 ? barOf(total, total.there) : ""}
${ownersOf(owners)}<h2>Kinds</h2>
<div class="wide" tabindex="0" role="region" aria-label="Kinds"><table>
<thead><tr><th>Kind</th><th class="number">Existing</th><th class="number">Declared</th><th>Share</th><th class="number">Left out on purpose</th></tr></thead>
<tbody>
${rows.map((row) => rowOf(row, most))}</tbody>
</table></div>
${undeclared}${leftOutOf(leftOut)}${itemsHtml("Without an owner", unowned)}${itemsHtml("Access of users who left or are suspended", inactive)}${itemsHtml("Declared, but not on the service", gone)}</main>
</body>
</html>
`.toString();
}

const COVERAGE_STYLE = html`<style>
:root { color-scheme: light dark; --bar: #2f6f4f; --rest: #8883; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: var(--rest); height: .8rem; min-width: 2px; }
th:nth-child(4) { width: 45%; }
.bar > div { background: var(--bar); height: 100%; }
details { margin: 1rem 0; }
summary { cursor: pointer; font-weight: 600; }
code { font-size: .85em; }
</style>`;

function rowOf(row: KindCoverage, most: number): Html {
    const { kind, there, declared, leftOut } = row;
    return html`<tr><td>${kind}</td><td class="number">${there}</td><td class="number">${declared}</td><td>${barOf(row, most)}</td><td class="number">${leftOut}</td></tr>\n`;
}

/** Returns a table of how much is declared for each owner. */
function ownersOf(owners: readonly OwnerCoverage[]): Html {
    if (owners.length === 0) return html``;
    const most = Math.max(...owners.map(({ there }) => there));
    const rows = byMissing(owners).map(
        (row) =>
            html`<tr><td>${row.owner}</td><td class="number">${row.there}</td><td class="number">${row.declared}</td><td>${barOf(row, most)}</td></tr>\n`,
    );
    const head = html`<thead><tr><th>Owner</th><th class="number">Existing</th><th class="number">Declared</th><th>Share</th></tr></thead>`;
    return html`<h2>Owners</h2>\n<div class="wide" tabindex="0" role="region" aria-label="Owners"><table>${head}<tbody>\n${rows}</tbody></table></div>\n`;
}

function leftOutOf(leftOut: Coverage["leftOut"]): Html {
    if (leftOut.length === 0) return html``;
    const all = leftOut.reduce((sum, { count }) => sum + count, 0);
    const rows = leftOut.map(({ because, count }) => html`<li>${numberText(count)}: ${because}</li>\n`);
    return html`<details><summary>Left out on purpose (${numberText(all)})</summary>\n<ul>\n${rows}</ul></details>\n`;
}

/** Returns a bar whose length shows the number of objects, and whose filled part shows the declared share. */
function barOf(counts: Counts, most: number): Html {
    const share = ((100 * counts.declared) / counts.there).toFixed(1);
    const length = ((100 * counts.there) / most).toFixed(1);
    return html`<div class="bar" style="width:${length}%" role="img" aria-label="${percentOf(counts)}"><div style="width:${share}%"></div></div>`;
}

/** Sorts rows by the number of undeclared objects, then by the number of all objects, both descending. */
function byMissing<Row extends Counts>(rows: readonly Row[]): Row[] {
    return [...rows].sort((a, b) => b.there - b.declared - (a.there - a.declared) || b.there - a.there);
}

function itemsHtml(title: string, items: readonly CoverageItem[]): Html {
    if (items.length === 0) return html``;
    const rows = items.map(
        ({ name, owner = "", id }) => html`<tr><td>${name}</td><td>${owner}</td><td><code>${id}</code></td></tr>\n`,
    );
    const head = html`<thead><tr><th>Name</th><th>Owner</th><th>Id</th></tr></thead>`;
    return html`<details><summary>${title} (${items.length})</summary>\n<div class="wide" tabindex="0" role="region" aria-label="${title}"><table>${head}<tbody>\n${rows}</tbody></table></div></details>\n`;
}
