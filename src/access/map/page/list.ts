import { counted, numberText } from "../../../common/counts.js";
import { type Mark, SIGNS } from "../wording.js";
import { h } from "./dom.js";

/** Number of rows to show initially. Each click on the button shows up to ten times as many additional rows. */
const ROWS_AT_ONCE = 40;

/** Creates a list whose rows are added on demand. */
export function cappedList<T>(items: readonly T[], className: string, lineOf: (item: T) => HTMLElement): HTMLElement {
    const list = h("ul", { class: `rows ${className}`.trim() });
    const more = h("button", { type: "button", class: "more" });
    const grow = (count: number): void => {
        const first = list.children.length;
        list.append(...items.slice(first, first + count).map(lineOf));
        const rest = items.length - list.children.length;
        more.hidden = rest <= 0;
        more.textContent = `… and ${numberText(rest)} more`;
        const next = list.children[first];
        // Moves the focus to the first row that was added.
        if (first > 0 && next instanceof HTMLElement) {
            next.tabIndex = -1;
            next.focus();
        }
    };
    more.addEventListener("click", () => grow(10 * ROWS_AT_ONCE));
    grow(ROWS_AT_ONCE);
    return h("div", {}, list, more);
}

/** A section that is always open. */
export function section(title: string, count: string, ...body: readonly (Node | string)[]): HTMLElement {
    return h(
        "section",
        { class: "panel" },
        h("div", { class: "title" }, h("h3", {}, title), h("span", { class: "count" }, count)),
        h("div", { class: "body" }, ...body),
    );
}

/** A collapsed section whose content is created when the user opens it. */
export function closedSection(title: string, make: () => { readonly count: string; readonly body: Node }): HTMLElement {
    const count = h("span", { class: "count" });
    const body = h("div", { class: "body" });
    const details = h("details", { class: "panel" }, h("summary", {}, h("h3", {}, title), count), body);
    details.addEventListener("toggle", () => {
        if (!details.open || body.hasChildNodes()) return;
        const made = make();
        count.textContent = made.count;
        body.append(made.body);
    });
    return details;
}

/** Sign and word that mark a change. Empty if the row did not change. */
export function markBadge(mark: Mark): HTMLElement {
    if (mark === "same") return h("span", {});
    return h("span", { class: `mark ${mark}` }, `${SIGNS[mark]} ${mark}`);
}

/**
 * Number of objects, and how many of them changed: "34 people (+2 gained, −1 lost)". An object with several levels is counted once in each
 * number. It can be counted as both gained and lost if these are at different levels.
 */
export function countOf(
    rows: readonly { readonly key: string; readonly mark: Mark }[],
    one: string,
    many?: string,
): string {
    const distinct = (some: typeof rows): number => new Set(some.map(({ key }) => key)).size;
    const marks = (["gained", "lost", "longer", "shorter"] as const).flatMap((mark) => {
        const count = distinct(rows.filter((row) => row.mark === mark));
        return count === 0 ? [] : [`${SIGNS[mark]}${numberText(count)} ${mark}`];
    });
    const total = counted(distinct(rows), one, many);
    return marks.length === 0 ? total : `${total} (${marks.join(", ")})`;
}
