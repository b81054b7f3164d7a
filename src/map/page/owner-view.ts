import { counted } from "../../schema/counts.js";
import type { Atlas } from "../atlas.js";
import type { Row } from "../rows.js";
import { placeOf } from "../ways.js";
import { h, say } from "./dom.js";
import { countOf, section } from "./list.js";
import type { Screen } from "./screen.js";

/** An owner: its people, and what they administer. */
export function ownerView(screen: Screen, key: string): readonly Node[] {
    const { atlas } = screen;
    const { id } = placeOf(key);
    const owner = atlas.owner(id);
    const [was, is = was] = atlas.sides.map(
        ({ model }) => new Set([...model.people.ownersUsers(id).members].map((number) => atlas.principal(number))),
    );
    const people = [...new Set([...(is ?? []), ...(was ?? [])])].map((one): Row => {
        const mark = !was?.has(one) ? "gained" : is?.has(one) ? "same" : "lost";
        return { key: one, mark };
    });
    const owned = ownedBy(atlas, id);
    say(`${screen.name(key)}: ${countOf(people, "person", "people")}.`);
    const source = owner?.sourceGroupId
        ? [" · its people are those of ", screen.link(`group ${owner.sourceGroupId}`)]
        : [];
    const escalation =
        owner && owner.escalationMinutes > 0
            ? ` · the next is asked after ${counted(owner.escalationMinutes, "minute")}`
            : "";
    return [
        h("h2", { tabindex: -1 }, screen.name(key)),
        h("div", { class: "facts" }, h("p", {}, atlas.kind(key), ...source, escalation)),
        section(
            "People",
            countOf(people, "person", "people"),
            people.length > 0 ? screen.rows(people) : h("p", {}, "Nobody."),
        ),
        section(
            "Administers",
            countOf(owned, "object"),
            owned.length > 0 ? screen.rows(owned) : h("p", {}, "Nothing."),
        ),
    ];
}

function ownedBy(atlas: Atlas, id: string): Row[] {
    const [was, is = was] = atlas.sides.map(({ model }) => {
        const { groups, resources, bundles } = model.records;
        const tables = [
            ["group", groups],
            ["resource", resources],
            ["bundle", bundles],
        ] as const;
        return new Set(
            tables.flatMap(([type, table]) =>
                [...table.values()].filter((one) => one.adminOwnerId === id).map((one) => `${type} ${one.id}`),
            ),
        );
    });
    return [...new Set([...(is ?? []), ...(was ?? [])])].map((key): Row => {
        const mark = !was?.has(key) ? "gained" : is?.has(key) ? "same" : "lost";
        return { key, mark };
    });
}
