import { Graph, layout } from "@dagrejs/dagre";
import { numberText } from "../../../common/counts.js";
import { NEVER } from "../../model/facts/principals.js";
import type { Atlas } from "../atlas.js";
import type { Picture, PictureLine, PictureNode } from "../picture.js";
import { CAUSE_LABELS, endText, type Mark, NOUNS, SIGNS } from "../wording.js";
import { h } from "./dom.js";

/** Node sizes. Names in slim nodes can be two lines long. */
const WIDE = { width: 216, height: 42 };
const SLIM = { width: 156, height: 58 };
/** Smallest readable scale. Drawings that are still too wide can be scrolled. */
const MIN_SCALE = 0.75;
const SVG = "http://www.w3.org/2000/svg";

/** Draws a picture. All sides (before and after the change) share one layout, so that each node has the same position on every side. */
export class Drawing {
    readonly #graph = new Graph();
    readonly #node: typeof WIDE;
    readonly #at: number;

    constructor(
        private readonly picture: Picture,
        private readonly atlas: Atlas,
        private readonly on: {
            /** Keys of the selected objects. */
            readonly chosen: readonly string[];
            readonly hrefOf: (key: string) => string;
            readonly open: (crowd: string) => void;
            /** Whether to draw from top to bottom, because the window is too narrow to draw from left to right. */
            readonly isNarrow: boolean;
            /** Available width for each side. */
            readonly room: number;
        },
    ) {
        this.#at = atlas.before.model.records.at;
        const isSlim = picture.nodes.some(({ isOn }) => isOn.length > 1) || window.innerWidth < 700;
        this.#node = isSlim ? SLIM : WIDE;
        const rankdir = on.isNarrow ? "TB" : "LR";
        this.#graph.setGraph({
            rankdir,
            nodesep: 10,
            edgesep: 10,
            ranksep: on.isNarrow ? 36 : isSlim ? 40 : 56,
            marginx: 8,
            marginy: 8,
        });
        for (const { key } of picture.nodes) this.#graph.setNode(key, { ...this.#node });
        for (const line of picture.lines) {
            const widest = Math.max(...line.isOn.map((_, side) => this.#labels(line, side).join(", ").length));
            const label = widest === 0 ? { width: 0, height: 0 } : { width: widest * 6 + 8, height: 16, labelpos: "c" };
            this.#graph.setEdge(line.from, line.to, label);
        }
        layout(this.#graph);
    }

    /** Draws one side: 0 is before the change, 1 is after. */
    side(side: number): HTMLElement {
        const { width = 0, height = 0 } = this.#graph.graph() as { width?: number; height?: number };
        const svg = document.createElementNS(SVG, "svg");
        svg.setAttribute("aria-hidden", "true");
        svg.setAttribute("width", String(width));
        svg.setAttribute("height", String(height));
        const canvas = h("div", { class: "canvas" }, svg);
        const scale = Math.max(MIN_SCALE, Math.min(1, this.on.room / width));
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
        canvas.style.zoom = String(scale);
        for (const line of this.picture.lines) {
            if (!line.isOn[side]) continue;
            const { points, x = 0, y = 0 } = this.#graph.edge(line.from, line.to) as Laid;
            const mark = shownMark(line.mark, side);
            svg.append(...pathsOf(this.#anchored(line, points), mark, this.on.isNarrow));
            const text = this.#labels(line, side).join(", ");
            if (text !== "") canvas.append(placed(h("span", { class: `label ${mark}` }, text), x, y));
        }
        for (const node of this.picture.nodes) if (node.isOn[side]) canvas.append(this.#nodeOf(node, side));
        return canvas;
    }

    /** Makes a line start and end at the middle of the node's side. Lines that point backwards are not changed. */
    #anchored({ from, to }: PictureLine, points: readonly Point[]): readonly Point[] {
        const [start, end] = [from, to].map((key) => this.#graph.node(key) as Point);
        if (!start || !end) return points;
        const { isNarrow } = this.on;
        const isBackwards = isNarrow ? end.y <= start.y : end.x <= start.x;
        if (isBackwards) return points;
        const [dx, dy] = isNarrow ? [0, this.#node.height / 2] : [this.#node.width / 2, 0];
        return [{ x: start.x + dx, y: start.y + dy }, ...points.slice(1, -1), { x: end.x - dx, y: end.y - dy }];
    }

    #nodeOf(node: PictureNode, side: number): HTMLElement {
        const { key, crowd } = node;
        const mark = shownMark(node.mark, side);
        const sign = mark === "" ? undefined : h("span", { class: `mark ${mark}` }, `${SIGNS[mark]} ${mark}`);
        const { x, y } = this.#graph.node(key) as { x: number; y: number };
        const element = crowd
            ? h(
                  "button",
                  { type: "button", class: `node crowd ${crowd.type} ${this.#node === SLIM ? "slim" : ""}` },
                  ...crowdText(crowd, side),
              )
            : h(
                  "a",
                  {
                      href: this.on.hrefOf(key),
                      title: this.atlas.name(key),
                      class: [
                          "node",
                          this.#node === SLIM ? "slim" : "",
                          key.split(" ")[0],
                          mark,
                          this.on.chosen.includes(key) ? "chosen" : "",
                      ].join(" "),
                      "aria-current": this.on.chosen.includes(key) ? "true" : undefined,
                  },
                  h("span", { class: "name" }, this.atlas.name(key)),
                  h(
                      "span",
                      { class: `kind ${key.split(" ")[0]}` },
                      sign,
                      this.atlas.kind(key),
                      node.isCut ? ", more not shown" : "",
                  ),
              );
        if (crowd) element.addEventListener("click", () => this.on.open(key));
        element.style.left = `${x - this.#node.width / 2}px`;
        element.style.top = `${y - this.#node.height / 2}px`;
        element.style.width = `${this.#node.width}px`;
        element.style.height = `${this.#node.height}px`;
        return element;
    }

    /** Labels of a line, one for each reason. Common reasons do not have a label. */
    #labels({ reasons }: PictureLine, side: number): string[] {
        const texts = reasons.flatMap(({ steps, mark }) => {
            const step = steps[side];
            if (!step) return [];
            const shown = shownMark(mark, side);
            const end = step.end === NEVER ? (shown === "longer" ? "no end" : "") : endText(step.end, this.#at);
            const parts = [CAUSE_LABELS[step.by] ?? "", step.level, end].filter((part) => part !== "");
            return parts.length === 0 && shown === ""
                ? []
                : [[shown && SIGNS[shown], ...parts].filter(Boolean).join(" ")];
        });
        return [...new Set(texts)];
    }
}

/** Losses are marked on the side before the change; all other effects are marked on the side after it. */
function shownMark(mark: Mark, side: number): Mark | "" {
    if (mark === "same") return "";
    return (side === 0) === (mark === "lost") ? mark : "";
}

interface Laid {
    readonly points: readonly Point[];
    readonly x?: number;
    readonly y?: number;
}

interface Point {
    readonly x: number;
    readonly y: number;
}

function crowdText({ type, counts }: NonNullable<PictureNode["crowd"]>, side: number): HTMLElement[] {
    const count = counts[side] ?? 0;
    const [one, many] = NOUNS[type];
    return [
        h("span", { class: "name" }, `… and ${numberText(count)} more`),
        h("span", { class: `kind ${type}` }, count === 1 ? one : many),
    ];
}

function placed(element: HTMLElement, x: number, y: number): HTMLElement {
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
    return element;
}

/** Draws a curve through the points, ending in an arrowhead. */
function pathsOf(points: readonly Point[], mark: string, isNarrow: boolean): SVGPathElement[] {
    const [first, ...rest] = points;
    const last = rest.at(-1);
    if (!first || !last) return [];
    let at = first;
    const curves = rest.map((next) => {
        const [half, middle] = [(at.x + next.x) / 2, (at.y + next.y) / 2];
        const curve = isNarrow
            ? `C${at.x},${middle} ${next.x},${middle} ${next.x},${next.y}`
            : `C${half},${at.y} ${half},${next.y} ${next.x},${next.y}`;
        at = next;
        return curve;
    });
    const wings = isNarrow
        ? `L${last.x - 4},${last.y - 8}L${last.x + 4},${last.y - 8}Z`
        : `L${last.x - 8},${last.y - 4}L${last.x - 8},${last.y + 4}Z`;
    return [
        path(`M${first.x},${first.y}${curves.join("")}`, mark),
        path(`M${last.x},${last.y}${wings}`, `head ${mark}`),
    ];
}

function path(d: string, className: string): SVGPathElement {
    const element = document.createElementNS(SVG, "path");
    element.setAttribute("d", d);
    element.setAttribute("class", className.trim());
    return element;
}
