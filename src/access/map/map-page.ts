import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Html, html, raw } from "../../common/html.js";
import type { Change } from "../model/facts/change.js";
import type { Facts } from "../model/facts/facts.js";
import { changesBetween, sortedText } from "./changes.js";
import type { PageData } from "./page-data.js";
import { pageScript } from "./scripts.js";
import { MAP_STYLE } from "./style.js";

export interface MapOptions {
    /** Heading and title of the page. */
    readonly title: string;
    /** The organization after the change, or a list of changes. If set, the page shows before and after side by side. */
    readonly after?: Facts | readonly Change[];
}

/**
 * Returns a map of access as a single HTML page. The page does not load other files or use the network; its content security policy forbids
 * both. The output is deterministic. It contains names, email addresses and access of all users, so treat it as confidential.
 */
export function mapPageHtml(before: Facts, { title, after }: MapOptions): string {
    const facts = settled(before);
    const changes = after === undefined || isChanges(after) ? after : changesBetween(facts, settled(after));
    const { text, licences } = pageScript();
    const script = `\n${text}\n`;
    const style = `\n${MAP_STYLE}\n`;
    // Allows only this script and this style, so that code injected through a name is not executed.
    const policy = `default-src 'none'; script-src '${scriptDigest(script)}'; style-src '${scriptDigest(style)}'; base-uri 'none'; form-action 'none'`;
    return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${loadingBody(title)}
<script type="application/octet-stream" id="data">${packedData({ title, facts, changes })}</script>
<!--
The script contains the following third-party packages:

${raw(licences.map((licence) => licence.replace(/--/g, "- -")).join("\n\n"))}
-->
<script>${raw(script)}</script>
</body>
</html>
`.toString();
}

/** Body of the page before the script runs. The browser shows it while the data is being parsed. */
function loadingBody(title: string): Html {
    return html`<a class="skip" href="#main">Skip to the result</a>
<header>
<h1><a id="home" href="#">${title}</a></h1>
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

/** Copies iterables into arrays, because some iterables can be read only once. */
function settled(facts: Facts): Facts {
    return {
        ...facts,
        memberships: [...facts.memberships],
        grants: [...facts.grants],
        links: [...facts.links],
        nestings: [...facts.nestings],
    };
}

function scriptDigest(text: string): string {
    return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Packs the data for the page. Sorts properties, so that equal facts produce equal pages. */
function packedData(data: PageData): string {
    return gzipSync(sortedText(data)).toString("base64");
}
