import type { Coverage, Item, KindCoverage } from "./coverage.js";
import { percentOf } from "./percent.js";

/** A coverage as one HTML page that needs nothing else: no script, no other file, no network. */
export function pageOf(coverage: Coverage, title: string): string {
    const { kinds, total, missing, unowned } = coverage;
    const rows = [...kinds].sort((a, b) => b.there - b.declared - (a.there - a.declared));
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="total"><strong>${percentOf(total)}</strong> declared: ${total.declared} of ${total.there}</p>
<div class="wide" tabindex="0" role="region" aria-label="Kinds"><table>
<thead><tr><th>Kind</th><th class="number">There</th><th class="number">Declared</th><th>Share</th><th class="number">Left out on purpose</th></tr></thead>
<tbody>
${rows.map(rowOf).join("\n")}
</tbody>
</table></div>
${rows.map(({ kind, undeclared }) => listOf(`Not declared: ${kind}`, undeclared)).join("")}${listOf("Nobody administers", unowned)}${listOf(
    "Declared, and not on the service",
    missing.map(({ kind, id, resource }) => ({ kind, id, name: resource })),
)}</main>
</body>
</html>
`;
}

const STYLE = `
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
`;

function rowOf({ kind, there, declared, leftOut }: KindCoverage): string {
    const share = (100 * declared) / there;
    const bar =
        there > 0 &&
        `<div class="bar" role="img" aria-label="${percentOf({ there, declared })}"><div style="width:${share.toFixed(1)}%"></div></div>`;
    return `<tr><td>${escaped(kind)}</td><td class="number">${there}</td><td class="number">${declared}</td><td>${bar || ""}</td><td class="number">${leftOut}</td></tr>`;
}

function listOf(title: string, items: readonly Item[]): string {
    if (items.length === 0) return "";
    const rows = items.map(
        ({ name, owner = "", id }) =>
            `<tr><td>${escaped(name)}</td><td>${escaped(owner)}</td><td><code>${escaped(id)}</code></td></tr>`,
    );
    const head = "<thead><tr><th>Name</th><th>Owner</th><th>Id</th></tr></thead>";
    return `<details><summary>${escaped(title)} (${items.length})</summary>\n<div class="wide" tabindex="0" role="region" aria-label="${escaped(title)}"><table>${head}<tbody>\n${rows.join("\n")}\n</tbody></table></div></details>\n`;
}

function escaped(text: string): string {
    return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}
