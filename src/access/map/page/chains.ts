import type { Target } from "../../model/facts/facts.js";
import { pathWords } from "../../model/words.js";
import { keyRows, type ListRow } from "../rows.js";
import { placeKey, placeOfKey, type Ways } from "../ways.js";
import { h } from "./dom.js";
import { closedSection, countOf } from "./list.js";
import type { Screen } from "./screen.js";

/** Section that lists the people who can get a target only in several steps, with their chains. */
export function climbersSection(screen: Screen, target: Target): HTMLElement {
    return closedSection("Gets it in several steps", () => {
        const { atlas } = screen;
        const rows = keyRows(atlas, ({ escalation }) => atlas.keys(escalation.climbers(target)));
        return {
            count: countOf(rows, "person", "people"),
            body: chainBody(screen, rows, "Nobody.", ({ key }) => [key, target]),
        };
    });
}

/** Section that lists what a person can get only in several steps. */
export function climbedSection(screen: Screen, who: string): HTMLElement {
    return closedSection("Gets in several steps", () => {
        const number = screen.atlas.number(who);
        const rows = keyRows(screen.atlas, ({ escalation }) =>
            number === undefined ? [] : escalation.targetsOf(number).map(placeKey),
        );
        return {
            count: countOf(rows, "object"),
            body: chainBody(screen, rows, "Nothing.", ({ key }) => [who, placeOfKey(key) as Target]), // The cast is safe because the rows contain only groups and resources.
        };
    });
}

/** Section that shows how a person can get a target in several steps, before and after the change. */
export function chainSection(screen: Screen, who: string, target: Target): HTMLElement {
    return closedSection("In several steps", () => {
        const sides = screen.atlas.sides.map((ways, side) => {
            const title = screen.atlas.after ? h("strong", {}, side === 0 ? "Before: " : "After: ") : undefined;
            const steps = chainSteps(screen, ways, who, target).map((text) => h("li", {}, text));
            const list = steps.length > 0 ? h("ol", {}, ...steps) : h("p", {}, "No chain.");
            return h("div", {}, title, list);
        });
        return { count: "", body: h("div", {}, ...sides) };
    });
}

function chainBody(
    screen: Screen,
    rows: readonly ListRow[],
    none: string,
    endsOf: (row: ListRow) => readonly [who: string, target: Target],
): HTMLElement {
    return screen.rows(rows, none, (row) => {
        const ways = row.mark === "lost" ? screen.atlas.before : screen.atlas.latest;
        const steps = chainSteps(screen, ways, ...endsOf(row));
        return steps.map((text, index) => `${index + 1}. ${text}`).join(" ");
    });
}

/** The steps of a chain, such as `Readers: can request it → which is approved automatically`. */
function chainSteps(screen: Screen, { escalation }: Ways, who: string, target: Target): string[] {
    const number = screen.atlas.number(who);
    if (number === undefined || !escalation.climbers(target).has(number)) return [];
    const takes = escalation.chain(number, target)?.takes;
    if (!takes) return ["Some steps lead to it, but they exclude each other, and no valid order was found."];
    return takes.map(
        (take) =>
            `${screen.name(`${take.target.type} ${take.target.id}`)}: ${pathWords(take.path, screen.names, take.target.id)}`,
    );
}
