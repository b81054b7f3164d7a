import { PALETTE } from "../../common/palette.js";

/** Light and dark style of the page. Color is never the only indicator: there is always a sign or a word as well. */
export const MAP_STYLE = `
:root {
    color-scheme: light dark;
    ${PALETTE.light}
    --edge: #7c8794; --chosen: #e3eefb; --person: #6b3fa0; --group: #0b57a4; --resource: #0a6b62; --other: #6d5a1f;
}
@media (prefers-color-scheme: dark) {
    :root {
        ${PALETTE.dark}
        --edge: #76828f; --chosen: #1d3552; --person: #c5a3f3; --group: #86b9f7; --resource: #6fd6c9; --other: #dcc682;
    }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus, h2:focus { outline: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 9; background: var(--panel); padding: .5rem 1rem; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 2rem; padding: .75rem 1.5rem; background: var(--panel); border-bottom: 1px solid var(--line); }
h1 { font-size: 1.05rem; margin: 0; }
h1 a { color: inherit; text-decoration: none; }
search { position: relative; flex: 1 1 24rem; max-width: 60rem; display: flex; align-items: center; gap: 1rem; }
search label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#search { flex: 1; min-width: 0; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: .5rem; padding: .5rem .8rem; }
#search::placeholder { color: var(--quiet); opacity: 1; }
.keys { margin: 0; color: var(--quiet); font-size: .8rem; white-space: nowrap; }
kbd { font: .75rem/1 ui-monospace, monospace; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: .25rem; padding: .1rem .3rem; }
#results { position: absolute; top: calc(100% + .3rem); left: 0; right: 0; z-index: 5; max-height: 70vh; overflow-y: auto; margin: 0; padding: .3rem; list-style: none; background: var(--panel); border: 1px solid var(--edge); border-radius: .5rem; box-shadow: 0 .6rem 2rem #0004; }
#results li { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; padding: .3rem .6rem; border-radius: .3rem; cursor: pointer; }
#results li[aria-selected="true"] { background: var(--chosen); box-shadow: inset 3px 0 var(--accent); }
#results .detail { color: var(--quiet); font-size: .85rem; overflow-wrap: anywhere; }
main { padding: 1.25rem 1.5rem 4rem; max-width: 110rem; margin: 0 auto; }
h2 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 0; display: inline; }
.quiet { color: var(--quiet); }
.facts { margin: .1rem 0 1rem; color: var(--quiet); }
.facts p { margin: 0; }
.warning { color: var(--unknown); background: var(--unknown-ground); border-radius: .4rem; padding: .4rem .8rem; margin: .5rem 0; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; margin: 1rem 0; }
section.panel > .title, details.panel > summary { padding: .7rem 1rem; }
section.panel > .title { margin: 0; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
details.panel > summary { cursor: pointer; }
.panel .count { color: var(--quiet); margin-left: .5rem; }
.panel > .body { border-top: 1px solid var(--line); padding: .25rem 0; }
.panel > .body > p { margin: .5rem 1rem; }
.kind { font-size: .75rem; color: var(--other); white-space: nowrap; }
.kind.user, .kind.identity { color: var(--person); }
.kind.group { color: var(--group); }
.kind.resource { color: var(--resource); }
ul.rows { list-style: none; margin: 0; padding: 0; }
ul.rows li { display: grid; grid-template-columns: 5.5rem minmax(10rem, 2fr) minmax(5rem, .7fr) minmax(9rem, 1fr) minmax(8rem, 2fr); gap: 0 1rem; align-items: baseline; padding: .28rem 1rem; }
ul.rows.plain li { grid-template-columns: minmax(10rem, 2fr) minmax(5rem, .7fr) minmax(9rem, 1fr) minmax(8rem, 2fr); }
ul.rows.told li { grid-template-columns: 5.5rem minmax(12rem, 1fr) minmax(12rem, 2fr); }
ul.rows.told.plain li { grid-template-columns: minmax(12rem, 1fr) minmax(12rem, 2fr); }
ul.rows.impact li { grid-template-columns: 2.5rem minmax(12rem, 1fr) minmax(16rem, 1.5fr) minmax(12rem, 1.6fr); }
ul.rows.impact h4 { margin: 0; }
ul.rows li + li { border-top: 1px solid var(--line); }
ul.rows li > * { overflow-wrap: anywhere; }
ul.rows .kind { margin-left: .5rem; }
.sensitive { font-size: .75rem; color: var(--unknown); margin-left: .5rem; white-space: nowrap; }
.mark { font-weight: 650; font-size: .85rem; white-space: nowrap; border-radius: .3rem; padding: 0 .4rem; justify-self: start; }
.mark.gained, .mark.longer { color: var(--wider); background: var(--wider-ground); }
.mark.lost, .mark.shorter { color: var(--narrower); background: var(--narrower-ground); }
.mark.unknown { color: var(--unknown); background: var(--unknown-ground); }
.was { color: var(--quiet); text-decoration: line-through; }
button { font: inherit; color: var(--accent); background: none; border: 1px solid var(--edge); border-radius: .4rem; padding: .25rem .8rem; cursor: pointer; }
button.more { margin: .5rem 1rem; }
button.people { border: 0; padding: 0; text-decoration: underline; text-underline-offset: .15em; text-align: left; }
.sides { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 70rem) { .sides.two { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; overflow: hidden; }
figcaption { padding: .6rem 1rem; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; }
figcaption strong { font-size: 1rem; }
.legend { color: var(--quiet); font-size: .85rem; }
.scroll { overflow: auto; max-height: 38rem; padding: .5rem; }
.canvas { position: relative; margin: 0 auto; }
.canvas svg { position: absolute; inset: 0; overflow: visible; }
.canvas path { fill: none; stroke: var(--edge); stroke-width: 1.5; }
.canvas path.head { fill: var(--edge); stroke: none; }
.canvas path.gained, .canvas path.longer { stroke: var(--wider); stroke-width: 2.5; }
.canvas path.lost, .canvas path.shorter { stroke: var(--narrower); stroke-width: 2.5; }
.canvas path.lost { stroke-dasharray: 6 4; }
.canvas path.head.gained, .canvas path.head.longer { fill: var(--wider); }
.canvas path.head.lost, .canvas path.head.shorter { fill: var(--narrower); }
.node { position: absolute; display: flex; flex-direction: column; justify-content: center; padding: 0 .6rem; background: var(--panel); color: var(--text); border: 1px solid var(--edge); border-left: 5px solid var(--other); border-radius: .4rem; text-decoration: none; text-align: left; line-height: 1.25; }
a.node:hover, button.node:hover { background: var(--chosen); }
.node.user, .node.identity { border-left-color: var(--person); border-radius: 1.4rem; padding-left: .9rem; }
.node.group { border-left-color: var(--group); }
.node.resource { border-left-color: var(--resource); }
.node.crowd { border-style: dashed; border-left-style: solid; color: var(--accent); }
.node.chosen { background: var(--chosen); border-width: 2px; border-left-width: 5px; font-weight: 650; }
.node.gained { background: var(--wider-ground); border-color: var(--wider); }
.node.lost { background: var(--narrower-ground); border-color: var(--narrower); border-style: dashed; }
.node .name, .node .kind { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.node .name { font-size: .85rem; }
.node .kind { font-size: .7rem; font-weight: 400; }
.node.slim .name { white-space: normal; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow-wrap: anywhere; font-size: .8rem; line-height: 1.15; }
.node .mark { padding: 0; margin-right: .35rem; font-size: .7rem; background: none; }
.label { position: absolute; transform: translate(-50%, -50%); font-size: .7rem; line-height: 1.2; background: var(--panel); color: var(--quiet); padding: 0 .2rem; white-space: nowrap; border-radius: .2rem; }
.label.gained, .label.longer { color: var(--wider); font-weight: 650; }
.label.lost, .label.shorter { color: var(--narrower); font-weight: 650; }
ol.paths { margin: 0; padding: .25rem 1rem .75rem 2.5rem; border-top: 1px solid var(--line); }
ol.paths li { padding: .3rem 0; }
ul.others { margin: 0; padding: .5rem 1rem .75rem 2.5rem; border-top: 1px solid var(--line); }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.tiles li { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: .5rem 1.1rem; }
.tiles strong { display: block; font-size: 1.35rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.tiles .wider strong { color: var(--wider); }
.tiles .narrower strong { color: var(--narrower); }
@media (max-width: 56rem) {
    header { padding: .75rem 1rem; }
    main { padding: 1rem; }
    .keys { display: none; }
    ul.rows li, ul.rows.plain li, ul.rows.told li, ul.rows.told.plain li, ul.rows.impact li { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
    ul.rows li > .first { flex-basis: auto; }
    ul.rows li > .through { flex-basis: 100%; color: var(--quiet); font-size: .9rem; }
    ul.rows li > :empty { display: none; }
}
@media (prefers-reduced-motion: no-preference) { .node, #results li { transition: background .12s; } }
@media print { search, button { display: none; } }
`.trim();
