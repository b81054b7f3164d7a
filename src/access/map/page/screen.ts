import type { Target } from "../../model/facts/facts.js";
import { NEVER } from "../../model/facts/principals.js";
import type { Aspect } from "../../model/model.js";
import { pathOf } from "../../model/path.js";
import { isPlainRequest, type NameLookup, pathWords } from "../../model/words.js";
import type { Atlas } from "../atlas.js";
import { neighbourhood, type Picture } from "../picture.js";
import type { ListRow } from "../rows.js";
import { placeOfKey, type WayStep, type Ways } from "../ways.js";
import { endText } from "../wording.js";
import { announceChange, h } from "./dom.js";
import { Drawing } from "./drawing.js";
import { cappedList, markBadge } from "./list.js";
import { choosing, hashOf, keyType, type MapSelection } from "./selection.js";

/** Context that all views share: the organization and the current selection. */
export class Screen {
    readonly at: number;

    constructor(
        readonly atlas: Atlas,
        readonly selection: MapSelection,
    ) {
        this.at = atlas.before.model.records.at;
    }

    readonly name = (key: string): string => this.atlas.name(key);

    readonly names: NameLookup = { shortNameOf: (id, type) => this.name(`${type} ${id}`) };

    /** URL that adds an object to the current selection. */
    readonly hrefOf = (key: string): string => hashOf(choosing(key, this.selection));

    /** Link that selects only this object. */
    link(key: string, href = hashOf(choosing(key, {}))): HTMLElement {
        return h(
            "span",
            { class: "first" },
            h("a", { href }, this.name(key)),
            h("span", { class: `kind ${keyType(key)}` }, this.atlas.kind(key)),
            this.#sensitivity(key),
        );
    }

    /** List of rows, or a text if there are none. Each row has a mark, a name, a level, an expiration, and the last steps of the paths to the target. */
    rows(
        rows: readonly ListRow[],
        none: string,
        throughOf: (row: ListRow) => string = ({ through = [] }) => this.through(through),
    ): HTMLElement {
        if (rows.length === 0) return h("p", {}, none);
        // Only rows about existing access have a level and an expiration.
        const isHeld = rows.some(({ level }) => level !== undefined);
        const className = [isHeld ? "" : "told", this.atlas.after ? "" : "plain"].join(" ").trim();
        return cappedList(rows, className, (row) =>
            h(
                "li",
                {},
                this.atlas.after ? markBadge(row.mark) : undefined,
                this.link(row.key, this.hrefOf(row.key)),
                isHeld ? h("span", {}, this.#level(row)) : undefined,
                isHeld ? h("span", {}, ...this.#ends(row)) : undefined,
                h("span", { class: "through" }, throughOf(row)),
            ),
        );
    }

    /** Describes the last steps of paths: "directly, through Payments and 3 more". */
    through(steps: readonly WayStep[]): string {
        const direct = steps.some(({ by }) => by === "member" || by === "grant") ? ["directly"] : [];
        const rule = steps.some(({ by }) => by === "rule") ? ["by its conditions"] : [];
        const groups = [
            ...new Set(steps.map(({ from }) => from).filter((key) => ["group", "resource"].includes(keyType(key)))),
        ];
        const named = groups.slice(0, 2).map(this.name);
        const rest = groups.length > 2 ? [`${groups.length - 2} more`] : [];
        const through = groups.length > 0 ? [`through ${[...named, ...rest].join(" and ")}`] : [];
        return [...direct, ...rule, ...through].join(", ");
    }

    /** Explains why the aspect applies to a person and the target of a row. For lost access, explains the situation before the change. */
    reason({ mark }: ListRow, who: string, aspect: Aspect, target: Target): string {
        return this.reasonIn(mark === "lost" ? this.atlas.before : this.atlas.latest, who, aspect, target);
    }

    /**
     * Returns an explanation such as `in the owner "Payments", which reviews stage 1`. "" if the aspect does not apply, or if it does not
     * need an explanation.
     */
    reasonIn({ model }: Ways, who: string, aspect: Aspect, target: Target): string {
        const path = pathOf(model, placeOfKey(who).id, aspect, target) ?? [];
        return isPlainRequest(path) ? "" : pathWords(path, this.names).toString();
    }

    /** Drawing of an object and its neighbors, one for each side. */
    surroundings(key: string): HTMLElement {
        const opened = new Set<string>();
        const place = h("div", {});
        const draw = (): void => {
            const picture = neighbourhood(this.atlas, key, opened);
            const open = (crowd: string): void => {
                opened.add(crowd);
                draw();
                announceChange("Redrawn.");
                place.querySelector<HTMLElement>(".scroll")?.focus();
            };
            place.replaceChildren(this.figures(picture, [key], open, false));
        };
        draw();
        return place;
    }

    /** Draws a picture. Shows before and after side by side. */
    figures(
        picture: Picture,
        chosen: readonly string[],
        open: (crowd: string) => void,
        /** Whether the picture can be drawn from top to bottom on a small screen. */
        isSlender: boolean,
        below: readonly Node[] = [],
    ): HTMLElement {
        const drawing = new Drawing(picture, this.atlas, {
            chosen,
            hrefOf: this.hrefOf,
            open,
            isNarrow: isSlender && window.innerWidth < 700,
            room: roomOf(this.atlas.sides.length),
        });
        const titles = this.atlas.after ? ["Before", "After"] : [""];
        const figures = titles.map((title, side) => {
            const label = title === "" ? "Diagram of the paths" : `Diagram of the paths ${title.toLowerCase()}`;
            const caption =
                title === ""
                    ? undefined
                    : h("figcaption", {}, h("strong", {}, title), h("span", { class: "legend" }, LEGENDS[side]));
            const scroll = h(
                "div",
                { class: "scroll", tabindex: 0, role: "group", "aria-label": label },
                drawing.side(side),
            );
            return h("figure", {}, caption, scroll, below[side]);
        });
        // Scrolls to the selected node once the drawing is part of the page.
        queueMicrotask(() => {
            for (const figure of figures) {
                const scroll = figure.querySelector(".scroll");
                const at = scroll?.querySelector<HTMLElement>(".chosen");
                at?.scrollIntoView({ block: "nearest", inline: "nearest" });
                if (scroll && at) scroll.scrollTop = at.offsetTop - scroll.clientHeight / 2;
            }
        });
        return h("div", { class: `sides ${this.atlas.after ? "two" : ""}` }, ...figures);
    }

    #sensitivity(key: string): HTMLElement | undefined {
        const sensitivity = this.atlas.sensitivity(key);
        return sensitivity === "" ? undefined : h("span", { class: "sensitive" }, `${sensitivity} sensitivity`);
    }

    #level({ level = "" }: ListRow): Node | string {
        return level === "" ? h("span", { class: "quiet" }, "default") : level;
    }

    #ends({ was, is, mark }: ListRow): (Node | string)[] {
        const end = is ?? was;
        if (end === undefined) return [];
        const text = end === NEVER ? h("span", { class: "quiet" }, endText(end, this.at)) : endText(end, this.at);
        if (mark !== "longer" && mark !== "shorter") return [text];
        return [h("span", { class: "was" }, endText(was ?? NEVER, this.at)), " ", text];
    }
}

/** Width of a drawing. Must match the style sheet, which places two drawings side by side if both fit. */
function roomOf(sides: number): number {
    const rem = 16;
    const whole = Math.min(window.innerWidth, 110 * rem) - 3 * rem;
    const isBeside = sides === 2 && window.innerWidth >= 70 * rem;
    return (isBeside ? (whole - rem) / 2 : whole) - 2 * rem;
}

const LEGENDS = ["− lost", "+ gained   ↑ longer   ↓ shorter"];
