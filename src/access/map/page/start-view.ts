import { compareText } from "../../../common/collections.js";
import { numberText } from "../../../common/counts.js";
import { type Impact, impactOf } from "../../model/change/impact.js";
import type { Shifted } from "../../model/change/shifts.js";
import { NEVER } from "../../model/facts/principals.js";
import { type Aspect, isRequested } from "../../model/model.js";
import { atLevel, dayWords } from "../../model/words.js";
import { type ImpactRow, impactRows } from "../impact-rows.js";
import { placeKey } from "../ways.js";
import { endText, fateText, limitText, NOUNS, peopleText } from "../wording.js";
import { h } from "./dom.js";
import { cappedList, section } from "./list.js";
import type { Screen } from "./screen.js";
import { choosing, hashOf } from "./selection.js";

/**
 * View without a selection. Lists the changes, starting with those that widen access. If there is no change, lists the resources that most
 * people have.
 */
export function startView(screen: Screen): readonly Node[] {
    const { atlas } = screen;
    const changes = atlas.after && impactOf(atlas.before.model, atlas.after.model);
    return [
        h("h2", { tabindex: -1 }, changes ? "What changes" : "Who can access what"),
        h(
            "div",
            { class: "facts" },
            h(
                "p",
                {},
                `Data as of ${dayWords(screen.at)}. Search for a person or a resource. Choose both to see the paths between them.`,
            ),
        ),
        ...(changes ? impactParts(screen, changes) : [tiles(screen), mostHeld(screen)]),
    ];
}

function tiles({ atlas }: Screen): HTMLElement {
    const shown = Object.entries(NOUNS).flatMap(([type, [, many]]) => {
        const count = atlas.counts.get(type);
        return count === undefined ? [] : [h("li", {}, h("strong", {}, numberText(count)), many)];
    });
    return h("ul", { class: "tiles" }, ...shown);
}

/** Lists the sensitive resources that most people have. If no resource is sensitive, considers all resources. */
function mostHeld(screen: Screen): HTMLElement {
    const { resources } = screen.atlas.before.model.records;
    const sensitive = [...resources.values()].filter(({ sensitivity = "" }) =>
        ["CRITICAL", "HIGH"].includes(sensitivity),
    );
    const examined = sensitive.length > 0 ? sensitive : [...resources.values()];
    const counted = examined
        .map(({ id }) => {
            const target = { type: "resource", id } as const;
            return { key: placeKey(target), count: screen.atlas.before.model.holders(target).size };
        })
        .sort((a, b) => b.count - a.count || compareText(a.key, b.key));
    const list = cappedList(counted.slice(0, 15), "plain", ({ key, count }) =>
        h(
            "li",
            {},
            screen.link(key),
            h("span", {}, peopleText(count)),
            h("span", { class: "quiet" }, screen.atlas.entry(key)?.detail.split(",")[0]),
        ),
    );
    const title = sensitive.length > 0 ? "Sensitive resources, by number of people" : "Resources, by number of people";
    return section(title, "", list);
}

function impactParts(screen: Screen, impact: Impact): readonly Node[] {
    const rows = impactRows(impact, (key) => screen.atlas.sensitivity(key) !== "");
    const [wider, narrower] = [rows.filter(({ isWider }) => isWider), rows.filter(({ isWider }) => !isWider)];
    const newcomers = [
        [impact.newUsers, "is new", "are new"],
        [impact.removedUsers, "is removed", "are removed"],
    ] as const;
    const said = newcomers.flatMap(([ids, one, many]) =>
        ids.length === 0 ? [] : [h("p", {}, `${peopleText(ids.length)} ${ids.length === 1 ? one : many}.`)],
    );
    if (rows.length === 0) return [...said, h("p", {}, "No one gains or loses access.")];
    return [
        h(
            "ul",
            { class: "tiles" },
            h("li", { class: "wider" }, h("strong", {}, `+ ${numberText(wider.length)}`), "changes that widen access"),
            h(
                "li",
                { class: "narrower" },
                h("strong", {}, `− ${numberText(narrower.length)}`),
                "changes that narrow access",
            ),
            h("li", {}, h("strong", {}, numberText(impact.targets.length)), "groups, resources and bundles"),
        ),
        ...said,
        ...(wider.length > 0 ? [section("Widens", String(wider.length), impactList(screen, wider))] : []),
        ...(narrower.length > 0 ? [section("Narrows", String(narrower.length), impactList(screen, narrower))] : []),
    ];
}

function impactList(screen: Screen, rows: readonly ImpactRow[]): HTMLElement {
    return cappedList(rows, "impact", (row) => impactLine(screen, row));
}

function impactLine(screen: Screen, { key, isWider, shift }: ImpactRow): HTMLElement {
    const { aspect, fate, level, count, unknown, begins } = shift;
    const time = begins === undefined ? "" : ` ${fate === "longer" ? "than until" : "from"} ${dayWords(begins)}`;
    const sign = fate === "unknown" ? "?" : fate === "longer" ? "↑" : fate === "shorter" ? "↓" : isWider ? "+" : "−";
    const tone = fate === "unknown" ? "unknown" : isWider ? "gained" : "lost";
    const text =
        fate === "unknown"
            ? `Others may ${isWider ? "gain" : "lose"} access${time}, because ${unknown?.because ?? ""}`
            : `${fateText(aspect, fate, count)}${atLevel(level)}${time}${shift.isForEverybody ? " (everybody)" : ""}`;
    return h(
        "li",
        {},
        h("span", { class: `mark ${tone}` }, sign),
        h("span", {}, text),
        screen.link(key),
        fate === "unknown" ? undefined : peopleOf(screen, shift, key),
    );
}

/** The first few people, with links to their paths, and a button that shows the others. */
function peopleOf(screen: Screen, shift: ImpactRow["shift"], target: string): HTMLElement {
    const place = h("span", { class: "through" });
    const show = (most: number): void => {
        const some = shift.people(most);
        const links = some.flatMap((one, at) => [
            ...(at > 0 ? [", "] : []),
            ...personOf(screen, shift.aspect, one, target),
        ]);
        const rest = shift.count - some.length;
        const more = h("button", { type: "button", class: "people" }, `and ${numberText(rest)} more`);
        more.addEventListener("click", () => {
            show(most + 200);
            place.querySelectorAll("a")[most]?.focus();
        });
        place.replaceChildren(...links, ...(rest > 0 ? [" … ", more] : []));
    };
    show(3);
    return place;
}

function personOf(screen: Screen, aspect: Aspect, { id, from, to }: Shifted, target: string): (Node | string)[] {
    const key = screen.atlas.has(`identity ${id}`) ? `identity ${id}` : `user ${id}`;
    const isChanged = from !== undefined && to !== undefined && from !== to;
    const until = to === undefined ? from : to;
    // Mentions "no end" only if the access had an expiration date before the change.
    const end = until == null ? NEVER : Date.parse(until);
    const words = isRequested(aspect) ? limitText(end, screen.at) : endText(end, screen.at);
    return [
        h("a", { href: hashOf(choosing(target, { who: key })) }, screen.name(key)),
        end === NEVER && !isChanged ? "" : ` ${words}`,
    ];
}
