import { counted } from "../../../common/counts.js";
import { targetRecord } from "../../model/facts/records.js";
import { type AccessModel, targetsOf } from "../../model/model.js";
import { keyRows } from "../rows.js";
import { placeKey, placeOfKey } from "../ways.js";
import { announceChange, h } from "./dom.js";
import { countOf, section } from "./list.js";
import type { Screen } from "./screen.js";

/** View of an owner: its users, and the objects that it administers. */
export function ownerView(screen: Screen, key: string): readonly Node[] {
    const { atlas } = screen;
    const { id } = placeOfKey(key);
    const owner = atlas.owner(id);
    const people = keyRows(atlas, ({ model }) => atlas.keys(model.people.ownersUsers(id)));
    const owned = keyRows(atlas, ({ model }) => administeredBy(id, model));
    announceChange(`${screen.name(key)}: ${countOf(people, "person", "people")}.`);
    const source = owner?.sourceGroupId
        ? [" · its users are the members of ", screen.link(`group ${owner.sourceGroupId}`)]
        : [];
    const escalation =
        owner && owner.escalationMinutes > 0
            ? ` · escalates to the next user after ${counted(owner.escalationMinutes, "minute")}`
            : "";
    return [
        h("h2", { tabindex: -1 }, screen.name(key)),
        h("div", { class: "facts" }, h("p", {}, atlas.kind(key), ...source, escalation)),
        section("People", countOf(people, "person", "people"), screen.rows(people, "Nobody.")),
        section("Administers", countOf(owned, "object"), screen.rows(owned, "Nothing.")),
    ];
}

function administeredBy(ownerId: string, model: AccessModel): string[] {
    return [...targetsOf(model)]
        .filter((target) => targetRecord(model.records, target)?.adminOwnerId === ownerId)
        .map(placeKey);
}
