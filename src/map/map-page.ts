import { createHash } from "node:crypto";
import type { Change, Facts } from "../access/facts.js";
import { html } from "../schema/html.js";
import { changesBetween } from "./changes.js";
import { pageDataOf } from "./page-data.js";
import { pageScript } from "./scripts.js";
import { STYLE } from "./style.js";

export interface MapOptions {
    /** Stands above the page and in the title of the window. */
    readonly title: string;
    /** The organization afterwards, or what would be changed: before and after then stand beside each other. */
    readonly after?: Facts | readonly Change[];
}

/**
 * A map of who can get to what, as one HTML page: it needs no other file and no network, and its policy forbids both. The same facts give
 * the same bytes. It holds names, addresses and access of everybody: keep it as you keep those.
 */
export function pageOf(before: Facts, { title, after }: MapOptions): string {
    const facts = settled(before);
    const changes = after === undefined || isChanges(after) ? after : changesBetween(facts, settled(after));
    const { text, licences } = pageScript();
    const script = `\n${text}\n`;
    const style = `\n${STYLE}\n`;
    // Nothing but this script and this style: what a name might smuggle in would not run.
    const policy = `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(style)}'; base-uri 'none'; form-action 'none'`;
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${html`${title}`}</title>
<style>${style}</style>
</head>
<body>
${bodyOf(title)}
<script type="application/json" id="data">${jsonOf(pageDataOf(facts, title, changes))}</script>
<!--
Parts of the script are the work of others:

${licences.map((licence) => licence.replace(/--/g, "- -")).join("\n\n")}
-->
<script>${script}</script>
</body>
</html>
`;
}

/** What is there before the script is: it is painted while the data is still being read. */
function bodyOf(title: string): string {
    return `<a class="skip" href="#main">Skip to the result</a>
<header>
<h1><a id="home" href="#">${html`${title}`}</a></h1>
<search>
<label for="search">Search people, groups, resources, bundles and owners</label>
<input id="search" type="text" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" aria-describedby="keys" autocomplete="off" spellcheck="false" placeholder="Name, email or id" disabled>
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
<p id="keys" class="keys"><kbd>/</kbd> search <kbd>↑</kbd><kbd>↓</kbd> move <kbd>Enter</kbd> choose <kbd>Esc</kbd> close</p>
</search>
</header>
<p id="status" role="status" class="visually-hidden"></p>
<main id="main" tabindex="-1"><p class="quiet">Reading the organization …</p><noscript><p>The map needs JavaScript.</p></noscript></main>
`;
}

function isChanges(after: Facts | readonly Change[]): after is readonly Change[] {
    return Array.isArray(after);
}

/** With lists that can be read more than once. */
function settled(facts: Facts): Facts {
    return {
        ...facts,
        memberships: [...facts.memberships],
        grants: [...facts.grants],
        links: [...facts.links],
        nestings: [...facts.nestings],
    };
}

function digest(text: string): string {
    return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** JSON in which no name can end the script that it stands in. */
function jsonOf(value: unknown): string {
    return JSON.stringify(value).replace(/</g, "\\u003c");
}
