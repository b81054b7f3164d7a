import { expect, it } from "vitest";
import { kinds } from "../../../src/kinds.js";
import { Names } from "../../../src/provider/run/names.js";
import { Group } from "../../../src/resources/groups/group.js";
import { Owner } from "../../../src/resources/owners/owner.js";

const namesOf = (known: readonly (readonly [string, unknown])[], told?: ReadonlyMap<string, string>) =>
    new Names(kinds, { known: () => known }, told);

it("knows what was read as an object, by the property that its kind is called by", () => {
    const names = namesOf([
        ["Group", { groupId: "g", name: "Team", groupBindingId: "b" }],
        ["User", { userId: "u", name: "other", fullName: "Ada Brandt" }],
        ["Tag", { tagId: "t", key: "env" }],
        ["Owner", undefined],
    ]);
    expect(["g", "u", "b", "t", "x"].map((id) => names.of(id))).toEqual([
        "Team",
        "Ada Brandt",
        undefined,
        undefined,
        undefined,
    ]);
});

it("knows what stands in a part, if it is sure whose name it is", () => {
    const names = namesOf([
        ["GroupUsers", [{ group_id: "g", user_id: "u", full_name: "Ada Brandt" }]],
        ["GroupMessageChannels", { channels: [{ message_channel_id: "c", name: "audit" }] }],
        ["GroupResources", { list: [{ app_id: "a", resource_id: "r", name: "of the app, or of the resource" }] }],
    ]);
    expect(["u", "c", "r", "a", "g"].map((id) => names.of(id))).toEqual([
        "Ada Brandt",
        "audit",
        undefined,
        undefined,
        undefined,
    ]);
});

it("believes what was read more than what the program or the state says", () => {
    const read: [string, unknown][] = [];
    const names = namesOf(read, new Map([["u", "Looked up"]]));
    names.knows(Owner.kind, "o", { name: "Before" });
    names.knows(Group.kind, "g", { name: null });
    expect(["u", "o", "g"].map((id) => names.of(id))).toEqual(["Looked up", "Before", undefined]);
    read.push(["User", { userId: "u", fullName: "Ada" }], ["Owner", { ownerId: "o", name: "Now" }]);
    names.knows(Owner.kind, "o", { name: "Before" });
    expect(["u", "o"].map((id) => names.of(id))).toEqual(["Ada", "Now"]);
});

it("gives the id beside a name that several objects have, as long as they have it", () => {
    const read: [string, unknown][] = [
        ["Owner", { ownerId: "o", name: "Platform" }],
        ["Group", { groupId: "g", name: "Platform" }],
    ];
    const names = namesOf(read);
    expect(["o", "g"].map((id) => names.of(id))).toEqual(["Platform (o)", "Platform (g)"]);
    read.push(["Group", { groupId: "g", name: "Renamed" }]);
    expect(["o", "g"].map((id) => names.of(id))).toEqual(["Platform", "Renamed"]);
});
