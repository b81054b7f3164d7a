import { type Html, html } from "../../common/html.js";
import type { Coverage, Item, KindCoverage } from "./coverage.js";
import { percentOf } from "./percent.js";

/** A coverage as one HTML page without scripts, other files or network access. */
export function pageOf(coverage: Coverage, title: string): string {
    const { kinds, total, missing, unowned } = coverage;
    const rows = [...kinds].sort((a, b) => b.there - b.declared - (a.there - a.declared));
    const undeclared = rows.map(({ kind, undeclared }) => listOf(`Not declared: ${kind}`, undeclared));
    const gone = missing.map(({ kind, id, resource }) => ({ kind, id, name: resource }));
    return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${STYLE}
</head>
<body>
<main>
<h1>${title}</h1>
<p class="total"><strong>${percentOf(total)}</strong> declared: ${total.declared} of ${total.there}</p>
<div class="wide" tabindex="0" role="region" aria-label="Kinds"><table>
<thead><tr><th>Kind</th><th class="number">There</th><th class="number">Declared</th><th>Share</th><th class="number">Left out on purpose</th></tr></thead>
<tbody>
${rows.map(rowOf)}</tbody>
</table></div>
${undeclared}${listOf("Without an owner", unowned)}${listOf("Declared, but not on the service", gone)}</main>
</body>
</html>
`.toString();
}

const STYLE = html`<style>
:root { color-scheme: light dark; --bar: #2f6f4f; --rest: #8883; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: var(--rest); height: .8rem; min-width: 8rem; }
.bar > div { background: var(--bar); height: 100%; }
details { margin: 1rem 0; }
summary { cursor: pointer; font-weight: 600; }
code { font-size: .85em; }
</style>`;

function rowOf({ kind, there, declared, leftOut }: KindCoverage): Html {
    const share = ((100 * declared) / there).toFixed(1);
    const bar =
        there > 0
            ? html`<div class="bar" role="img" aria-label="${percentOf({ there, declared })}"><div style="width:${share}%"></div></div>`
            : "";
    return html`<tr><td>${kind}</td><td class="number">${there}</td><td class="number">${declared}</td><td>${bar}</td><td class="number">${leftOut}</td></tr>\n`;
}

function listOf(title: string, items: readonly Item[]): Html {
    if (items.length === 0) return html``;
    const rows = items.map(
        ({ name, owner = "", id }) => html`<tr><td>${name}</td><td>${owner}</td><td><code>${id}</code></td></tr>\n`,
    );
    const head = html`<thead><tr><th>Name</th><th>Owner</th><th>Id</th></tr></thead>`;
    return html`<details><summary>${title} (${items.length})</summary>\n<div class="wide" tabindex="0" role="region" aria-label="${title}"><table>${head}<tbody>\n${rows}</tbody></table></div></details>\n`;
}
