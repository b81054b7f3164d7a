import type { Target } from "../../model/facts/facts.js";
import { NEVER } from "../../model/facts/principals.js";
import type { Aspect } from "../../model/model.js";
import { pathOf } from "../../model/path.js";
import { isPlainRequest, type Names, pathWords } from "../../model/words.js";
import type { Atlas } from "../atlas.js";
import { neighbourhood, type Picture } from "../picture.js";
import type { Row } from "../rows.js";
import { placeOf, type Step, type Ways } from "../ways.js";
import { endText } from "../wording.js";
import { h, say } from "./dom.js";
import { Drawing } from "./drawing.js";
import { cappedList, markBadge } from "./list.js";
import { choosing, hashOf, type Selection, typeOf } from "./selection.js";

/** Context of every view: the organization and the selection. */
export class Screen {
    readonly at: number;

    constructor(
        readonly atlas: Atlas,
        readonly selection: Selection,
    ) {
        this.at = atlas.before.model.records.at;
    }

    readonly name = (key: string): string => this.atlas.name(key);

    readonly names: Names = { shortNameOf: (id, type) => this.name(`${type} ${id}`) };

    /** URL that adds to the selection. */
    readonly hrefOf = (key: string): string => hashOf(choosing(key, this.selection));

    /** Link that selects only this object. */
    link(key: string, href = hashOf(choosing(key, {}))): HTMLElement {
        return h(
            "span",
            { class: "first" },
            h("a", { href }, this.name(key)),
            h("span", { class: `kind ${typeOf(key)}` }, this.atlas.kind(key)),
            this.#sensitivity(key),
        );
    }

    /** Rows with mark, name, level, end, and last steps of the paths. */
    rows(
        rows: readonly Row[],
        throughOf: (row: Row) => string = ({ through = [] }) => this.through(through),
    ): HTMLElement {
        // Only rows of held access have a level and an end.
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

    /** "directly, through Payments and 3 more". */
    through(steps: readonly Step[]): string {
        const direct = steps.some(({ by }) => by === "member" || by === "grant") ? ["directly"] : [];
        const rule = steps.some(({ by }) => by === "rule") ? ["by its conditions"] : [];
        const groups = [
            ...new Set(steps.map(({ from }) => from).filter((key) => ["group", "resource"].includes(typeOf(key)))),
        ];
        const named = groups.slice(0, 2).map(this.name);
        const rest = groups.length > 2 ? [`${groups.length - 2} more`] : [];
        const through = groups.length > 0 ? [`through ${[...named, ...rest].join(" and ")}`] : [];
        return [...direct, ...rule, ...through].join(", ");
    }

    /** Why a person can do this with the target of a row: before the change if they lose it. */
    reason({ mark }: Row, who: string, aspect: Aspect, target: Target): string {
        return this.reasonIn(mark === "lost" ? this.atlas.before : this.atlas.latest, who, aspect, target);
    }

    /** Such as `in the owner "Payments", which reviews stage 1`. "" if they cannot, or if there is nothing to explain. */
    reasonIn({ model }: Ways, who: string, aspect: Aspect, target: Target): string {
        const path = pathOf(model, placeOf(who).id, aspect, target) ?? [];
        return isPlainRequest(path) ? "" : pathWords(path, this.names).toString();
    }

    /** Drawing of the neighborhood of an object, one per side. */
    surroundings(key: string): HTMLElement {
        const opened = new Set<string>();
        const place = h("div", {});
        const draw = (): void => {
            const picture = neighbourhood(this.atlas, key, opened);
            const open = (crowd: string): void => {
                opened.add(crowd);
                draw();
                say("Redrawn.");
                place.querySelector<HTMLElement>(".scroll")?.focus();
            };
            place.replaceChildren(this.figures(picture, [key], open, false));
        };
        draw();
        return place;
    }

    /** Draws a picture, before and after side by side. */
    figures(
        picture: Picture,
        chosen: readonly string[],
        open: (crowd: string) => void,
        /** Whether a small screen can show it from top to bottom. */
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
            const label = title === "" ? "The paths, drawn" : `The paths ${title.toLowerCase()}, drawn`;
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
        // Scrolls to the selected node once the page contains it.
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

    #level({ level = "" }: Row): Node | string {
        return level === "" ? h("span", { class: "quiet" }, "default") : level;
    }

    #ends({ was, is, mark }: Row): (Node | string)[] {
        const end = is ?? was;
        if (end === undefined) return [];
        const text = end === NEVER ? h("span", { class: "quiet" }, endText(end, this.at)) : endText(end, this.at);
        if (mark !== "longer" && mark !== "shorter") return [text];
        return [h("span", { class: "was" }, endText(was ?? NEVER, this.at)), " ", text];
    }
}

/** Width of a drawing. Matches the style sheet, which puts two drawings side by side if both fit. */
function roomOf(sides: number): number {
    const rem = 16;
    const whole = Math.min(window.innerWidth, 110 * rem) - 3 * rem;
    const isBeside = sides === 2 && window.innerWidth >= 70 * rem;
    return (isBeside ? (whole - rem) / 2 : whole) - 2 * rem;
}

const LEGENDS = ["− lost", "+ gained   ↑ longer   ↓ shorter"];
