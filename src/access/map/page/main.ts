import { AccessModel } from "../../model/model.js";
import { Atlas } from "../atlas.js";
import type { PageData } from "../page-data.js";
import { pageElement } from "./dom.js";
import { ownerView } from "./owner-view.js";
import { pathsView } from "./paths-view.js";
import { personView } from "./person-view.js";
import { Screen } from "./screen.js";
import { SearchBox } from "./search-box.js";
import { choosing, hashOf, keyType, type MapSelection, selectionFrom } from "./selection.js";
import { startView } from "./start-view.js";
import { targetView } from "./target-view.js";

// Lets the browser render the page before the data is parsed.
requestAnimationFrame(() => setTimeout(begin));

async function begin(): Promise<void> {
    const { title, facts, changes } = await embeddedData();
    const before = AccessModel.of(facts);
    const atlas = new Atlas(before, changes && before.with(changes));
    const selection = () => selectionFrom(location.hash, atlas);
    let shown: string | undefined;
    // `hashchange` may not fire until the next key press, so the search box calls `update` directly.
    const update = (): void => {
        if (location.hash === shown) return;
        const isFirst = shown === undefined;
        shown = location.hash;
        show(atlas, selection(), title);
        if (!isFirst) focusHeading();
    };
    window.addEventListener("hashchange", update);
    new SearchBox(atlas.search, (key) => {
        location.hash = hashOf(choosing(key, selection()));
        update();
        focusHeading();
    });
    update();
    performance.mark("ready");
}

/** Unpacks the data that `mapPageHtml` wrote into the page. */
function embeddedData(): Promise<PageData> {
    const packed = atob(pageElement("data", HTMLScriptElement).textContent ?? "");
    const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
}

function show(atlas: Atlas, selection: MapSelection, title: string): void {
    const screen = new Screen(atlas, selection);
    const main = pageElement("main", HTMLElement);
    main.replaceChildren(...viewOf(screen));
    const heading = main.querySelector("h2")?.textContent ?? "";
    document.title = (selection.who ?? selection.what) ? `${heading} – ${title}` : title;
}

function viewOf(screen: Screen): readonly Node[] {
    const { who, what } = screen.selection;
    if (who !== undefined && what !== undefined) return pathsView(screen, who, what);
    if (who !== undefined) return personView(screen, who);
    if (what === undefined) return startView(screen);
    return keyType(what) === "owner" ? ownerView(screen, what) : targetView(screen, what);
}

/** Moves the focus to the heading of the selection, for keyboard users and screen readers. */
function focusHeading(): void {
    document.querySelector<HTMLElement>("main h2")?.focus();
    window.scrollTo({ top: 0 });
}
