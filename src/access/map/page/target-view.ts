import type { Target } from "../../model/facts/facts.js";
import { ASPECTS, type Aspect } from "../../model/model.js";
import type { Atlas } from "../atlas.js";
import { aspectRows, holderRows, type ListRow, unknownsOf } from "../rows.js";
import { placeOfKey, type WayStep } from "../ways.js";
import { aspectTitle } from "../wording.js";
import { climbersSection } from "./chains.js";
import { announceChange, h } from "./dom.js";
import { closedSection, countOf, section } from "./list.js";
import type { Screen } from "./screen.js";

/** View of a target: its holders, and the people who can do anything else with it. */
export function targetView(screen: Screen, key: string): readonly Node[] {
    const { atlas } = screen;
    const target = placeOfKey(key) as Target; // callers check the type
    const holders = holderRows(atlas, target);
    const count = countOf(holders, "person", "people");
    const aspects = ASPECTS.filter((aspect) => aspect !== "has");
    const isBundle = target.type === "bundle";
    announceChange(isBundle ? screen.name(key) : `${screen.name(key)}: ${count}.`);
    return [
        h("h2", { tabindex: -1 }, screen.name(key)),
        factsOf(screen, target, key),
        ...warnings(atlas, "has", target),
        ...(isBundle
            ? [targetItems(screen, target.id)]
            : [
                  screen.surroundings(key),
                  section(
                      target.type === "group" ? "Members" : aspectTitle("has"),
                      count,
                      screen.rows(holders, "Nobody.", (row) => screen.through(lastSteps(atlas, row, key))),
                  ),
              ]),
        ...aspects.map((aspect) =>
            closedSection(aspectTitle(aspect), () => {
                const rows = aspectRows(atlas, aspect, target);
                const list = screen.rows(rows, "Nobody.", (row) => screen.reason(row, row.key, aspect, target));
                const body = h("div", {}, ...warnings(atlas, aspect, target), list);
                return { count: countOf(rows, "person", "people"), body };
            }),
        ),
        ...(isBundle ? [] : [climbersSection(screen, target)]),
    ];
}

/** Reasons why the list of people may be incomplete. */
function warnings(atlas: Atlas, aspect: Aspect, target: Target): HTMLElement[] {
    return unknownsOf(atlas, aspect, target).map((because) =>
        h("p", { class: "warning" }, `There may be others, because ${because}.`),
    );
}

function factsOf(screen: Screen, target: Target, key: string): HTMLElement {
    const { atlas } = screen;
    const record = target.type === "bundle" ? atlas.bundle(target.id) : atlas.governed(target);
    const owner = record?.adminOwnerId ? `owner ${record.adminOwnerId}` : undefined;
    const leaders = record && "leaderIds" in record ? (record.leaderIds ?? []) : [];
    const what = [atlas.kind(key), atlas.entry(key)?.detail].filter(Boolean).join(" · ");
    const limited = record?.visibility?.type === "LIMITED" ? " · visible to some users only" : "";
    const admin =
        owner !== undefined && atlas.has(owner)
            ? [" · administered by ", screen.link(owner).firstElementChild ?? ""]
            : [];
    const led = leaders.flatMap((id, at) => [
        at === 0 ? " · led by " : ", ",
        screen.link(`user ${id}`).firstElementChild ?? "",
    ]);
    return h("div", { class: "facts" }, h("p", {}, what, limited, ...admin, ...led));
}

function targetItems(screen: Screen, id: string): HTMLElement {
    const { groupIds = [], resourceIds = [] } = screen.atlas.bundle(id) ?? {};
    const rows = [...groupIds.map((one) => `group ${one}`), ...resourceIds.map((one) => `resource ${one}`)].map(
        (key): ListRow => ({ key, mark: "same" }),
    );
    return section("Contents", countOf(rows, "item"), screen.rows(rows, "Nothing."));
}

/**
 * Describes the last steps of the paths to the target. Computed only for visible rows, because it requires evaluating everything that the
 * person has.
 */
function lastSteps(atlas: Atlas, { key, level, is }: ListRow, target: string): readonly WayStep[] {
    const ways = is === undefined ? atlas.before : atlas.latest;
    const held = ways.reach(key).get(target) ?? [];
    return held.find((one) => one.level === level)?.through ?? [];
}
