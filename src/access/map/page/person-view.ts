import type { Target } from "../../model/facts/facts.js";
import { ASPECTS } from "../../model/model.js";
import { type ListRow, personRows, reachRows } from "../rows.js";
import { placeOfKey } from "../ways.js";
import { PERSON_TITLES } from "../wording.js";
import { climbedSection } from "./chains.js";
import { announceChange, h } from "./dom.js";
import { closedSection, countOf, section } from "./list.js";
import type { Screen } from "./screen.js";
import { keyType } from "./selection.js";

/** View of a principal: their groups and resources, and everything else that they can do. */
export function personView(screen: Screen, who: string): readonly Node[] {
    const groups = reachRows(screen.atlas, who, "group");
    const resources = reachRows(screen.atlas, who, "resource");
    const [groupCount, resourceCount] = [countOf(groups, "group"), countOf(resources, "resource")];
    announceChange(`${screen.name(who)}: ${groupCount}, ${resourceCount}.`);
    const entry = screen.atlas.entry(who);
    // Non-human identities can only have access. They do not make or approve requests.
    const aspects = keyType(who) === "user" ? ASPECTS.filter((aspect) => aspect !== "has") : [];
    return [
        h("h2", { tabindex: -1 }, screen.name(who)),
        h("div", { class: "facts" }, h("p", {}, [screen.atlas.kind(who), entry?.detail].filter(Boolean).join(" · "))),
        screen.surroundings(who),
        section("Groups", groupCount, screen.rows(groups, "No groups.")),
        section("Resources", resourceCount, screen.rows(resources, "No resources.")),
        ...aspects.map((aspect) =>
            closedSection(PERSON_TITLES[aspect], () => {
                const rows = personRows(screen.atlas, aspect, who);
                const reasonOf = (row: ListRow) => screen.reason(row, who, aspect, placeOfKey(row.key) as Target);
                return { count: countOf(rows, "object"), body: screen.rows(rows, "Nothing.", reasonOf) };
            }),
        ),
        ...(aspects.length > 0 ? [climbedSection(screen, who)] : []),
    ];
}
