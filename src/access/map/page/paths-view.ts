import { counted } from "../../../common/counts.js";
import type { Target } from "../../model/facts/facts.js";
import { NEVER } from "../../model/facts/principals.js";
import { ASPECTS, type Aspect } from "../../model/model.js";
import { pathWords } from "../../model/words.js";
import { pathsPicture } from "../picture.js";
import { markOf } from "../rows.js";
import { pathAlong, placeOfKey, type WayStep, type Ways } from "../ways.js";
import { aspectTitle, endText, type Mark } from "../wording.js";
import { chainSection } from "./chains.js";
import { announceChange, h } from "./dom.js";
import { markBadge } from "./list.js";
import type { Screen } from "./screen.js";
import { hashOf, keyType } from "./selection.js";

/** Number of paths to list initially. */
const PATHS_AT_ONCE = 12;

/** View of the paths from a principal to a group or resource, as a drawing and as text. */
export function pathsView(screen: Screen, who: string, what: string): readonly Node[] {
    const place = h("div", {});
    const others = screen.atlas.sides.map((ways) => othersOf(screen, ways, who, what));
    const draw = (most: number): void => {
        const picture = pathsPicture(screen.atlas, who, what, most);
        const lists = screen.atlas.sides.map((_, side) => sentences(screen, who, what, side, most));
        const more = h("button", { type: "button", class: "more" }, "Show more paths");
        more.addEventListener("click", () => draw(most * 4));
        place.replaceChildren(
            screen.figures(
                picture,
                [who, what],
                () => undefined,
                true,
                lists.map(({ list }, side) => h("div", {}, list, others[side])),
            ),
            ...(lists.some(({ isCut }) => isCut) ? [more] : []),
        );
    };
    draw(PATHS_AT_ONCE);
    const summary = screen.atlas.sides.map((ways, side) => accessSummary(screen, ways, side, who, what));
    announceChange(summary.map((element) => element.textContent).join(" "));
    return [
        h("h2", { tabindex: -1 }, `${screen.name(who)} → ${screen.name(what)}`),
        h(
            "div",
            { class: "facts" },
            ...summary,
            h("p", {}, "Show only ", alone(screen, { who }, who), " or only ", alone(screen, { what }, what)),
        ),
        place,
        ...(keyType(who) === "user" ? [chainSection(screen, who, placeOfKey(what) as Target)] : []), // The cast is safe because `what` is a group or resource.
    ];
}

function alone(screen: Screen, selection: { who?: string; what?: string }, key: string): HTMLElement {
    return h("a", { href: hashOf(selection) }, screen.name(key));
}

/** Summary of the access, such as "Has access at the level admin, until 3 March 2027." */
function accessSummary(screen: Screen, { model }: Ways, side: number, who: string, what: string): HTMLElement {
    const number = screen.atlas.number(who);
    const held = [...model.holdersByLevel(placeOfKey(what) as Target)].flatMap(([level, set]) => {
        const at = number === undefined ? -1 : set.members.indexOf(number);
        if (at < 0) return [];
        return [`at the ${level === "" ? "default level" : `level ${level}`}, ${endText(set.endAt(at), screen.at)}`];
    });
    const title = screen.atlas.after ? h("strong", {}, side === 0 ? "Before: " : "After: ") : undefined;
    return h("p", {}, title, held.length > 0 ? `Has access ${held.join("; and ")}.` : "Does not have access.");
}

/** Lists what else the principal can do with the target, and why. */
function othersOf(screen: Screen, ways: Ways, who: string, what: string): HTMLElement {
    const { model } = ways;
    const target = placeOfKey(what) as Target; // The cast is safe because `what` is a group or resource.
    const number = screen.atlas.number(who);
    const can = (aspect: Aspect): boolean => number !== undefined && model.who(aspect, target).members.includes(number);
    const others = ASPECTS.filter((aspect) => aspect !== "has" && can(aspect)).map((aspect) => {
        const reason = screen.reasonIn(ways, who, aspect, target);
        return h("li", {}, aspectTitle(aspect), h("span", { class: "quiet" }, reason === "" ? "" : `: ${reason}`));
    });
    return others.length > 0 ? h("ul", { class: "others", "aria-label": "What else" }, ...others) : h("div", {});
}

function sentences(
    screen: Screen,
    who: string,
    what: string,
    side: number,
    most: number,
): { list: HTMLElement; isCut: boolean } {
    const { sides } = screen.atlas;
    const all = sides.map((ways) => ways.paths(who, what, most + 1));
    const here = all[side] ?? [];
    const there =
        sides.length < 2 ? undefined : new Map((all[1 - side] ?? []).map((path) => [pathName(path), pathEnd(path)]));
    if (here.length === 0) return { list: h("ol", { class: "paths" }, h("li", {}, "No path.")), isCut: false };
    const items = here.slice(0, most).map((path) => {
        const end = pathEnd(path);
        const other = there?.get(pathName(path));
        const mark: Mark =
            there === undefined ? "same" : side === 0 ? (other === undefined ? "lost" : "same") : markOf(other, end);
        const text = pathWords(pathAlong(path), screen.names);
        return h(
            "li",
            {},
            mark === "same" ? undefined : markBadge(mark),
            mark === "same" ? "" : " ",
            `${text}. `,
            h("span", { class: "quiet" }, end === NEVER ? "No end." : `This path lasts ${endText(end, screen.at)}.`),
        );
    });
    const list = h("ol", { class: "paths", "aria-label": counted(here.length, "path") }, ...items);
    return { list, isCut: here.length > most };
}

function pathName(path: readonly WayStep[]): string {
    return JSON.stringify(path.map(({ from, to, by, level }) => [from, to, by, level]));
}

function pathEnd(path: readonly WayStep[]): number {
    return Math.min(...path.map(({ end }) => end));
}
