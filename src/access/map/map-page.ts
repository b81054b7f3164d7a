import { createHash } from "node:crypto";
import { type Html, html, raw } from "../../common/html.js";
import type { Change, Facts } from "../model/facts/facts.js";
import { changesBetween } from "./changes.js";
import { pageDataOf } from "./page-data.js";
import { pageScript } from "./scripts.js";
import { STYLE } from "./style.js";

export interface MapOptions {
    /** Heading of the page and title of the window. */
    readonly title: string;
    /** The organization after a change, or the changes: the page then shows before and after side by side. */
    readonly after?: Facts | readonly Change[];
}

/**
 * A map of access as one HTML page. It needs no other files and no network; its content security policy forbids both. The output is deterministic.
 * It contains the names, email addresses and access of all users, so protect it accordingly.
 */
export function pageOf(before: Facts, { title, after }: MapOptions): string {
    const facts = settled(before);
    const changes = after === undefined || isChanges(after) ? after : changesBetween(facts, settled(after));
    const { text, licences } = pageScript();
    const script = `\n${text}\n`;
    const style = `\n${STYLE}\n`;
    // Allows only this script and this style, so that code injected through a name cannot run.
    const policy = `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(style)}'; base-uri 'none'; form-action 'none'`;
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
${bodyOf(title)}
<script type="application/json" id="data">${raw(jsonOf(pageDataOf(facts, title, changes)))}</script>
<!--
The script contains the following third-party packages:

${raw(licences.map((licence) => licence.replace(/--/g, "- -")).join("\n\n"))}
-->
<script>${raw(script)}</script>
</body>
</html>
`.toString();
}

/** Body of the page before the script runs. Browsers show it while they parse the data. */
function bodyOf(title: string): Html {
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

/** Copies iterables that can be read only once into arrays. */
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

/** JSON that cannot end the script element around it. */
function jsonOf(value: unknown): string {
    return JSON.stringify(value).replace(/</g, "\\u003c");
}
