import { expect, it } from "vitest";
import { RunNames } from "../../../src/provider/run/names.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { kinds } from "../../../src/resources/kinds.js";

/** Ids in the format of the service. */
const uuid = (letter: string) => `${letter.charCodeAt(0)}`.padStart(8, "0").concat("-0000-4000-8000-000000000000");

const namesOf = (known: readonly (readonly [string, unknown])[], lookedUp?: ReadonlyMap<string, string>) =>
    new RunNames(kinds, { known: () => known }, lookedUp);

it("returns the names of objects that were read, from the name property of their kind", () => {
    const names = namesOf([
        ["Group", { groupId: uuid("g"), name: "Team", groupBindingId: uuid("b") }],
        ["User", { userId: uuid("u"), name: "other", fullName: "Ada Brandt" }],
        ["Tag", { tagId: uuid("t"), key: "env" }],
        ["Owner", undefined],
    ]);
    expect(names.of("Team")).toBeUndefined();
    expect(["g", "u", "b", "t", "x"].map((id) => names.of(uuid(id)))).toEqual([
        "Team",
        "Ada Brandt",
        undefined,
        undefined,
        undefined,
    ]);
});

it("returns a name found in a part only if it clearly belongs to that object", () => {
    const names = namesOf([
        ["GroupUsers", [{ group_id: uuid("g"), user_id: uuid("u"), full_name: "Ada Brandt" }]],
        ["GroupMessageChannels", { channels: [{ message_channel_id: uuid("c"), name: "audit" }] }],
        [
            "GroupResources",
            { list: [{ app_id: uuid("a"), resource_id: uuid("r"), name: "of the app, or of the resource" }] },
        ],
    ]);
    expect(["u", "c", "r", "a", "g"].map((id) => names.of(uuid(id)))).toEqual([
        "Ada Brandt",
        "audit",
        undefined,
        undefined,
        undefined,
    ]);
});

it("prefers names that were read to names from the program or the state", () => {
    const read: [string, unknown][] = [];
    const names = namesOf(read, new Map([[uuid("u"), "Looked up"]]));
    names.remember(Owner.kind, uuid("o"), { name: "Before" });
    names.remember(Group.kind, uuid("g"), { name: null });
    expect(["u", "o", "g"].map((id) => names.of(uuid(id)))).toEqual(["Looked up", "Before", undefined]);
    read.push(["User", { userId: uuid("u"), fullName: "Ada" }], ["Owner", { ownerId: uuid("o"), name: "Now" }]);
    names.remember(Owner.kind, uuid("o"), { name: "Before" });
    expect(["u", "o"].map((id) => names.of(uuid(id)))).toEqual(["Ada", "Now"]);
});

it("adds the id to a name while several objects have that name", () => {
    const read: [string, unknown][] = [
        ["Owner", { ownerId: uuid("o"), name: "Platform" }],
        ["Group", { groupId: uuid("g"), name: "Platform" }],
    ];
    const names = namesOf(read);
    expect(["o", "g"].map((id) => names.of(uuid(id)))).toEqual([`Platform (${uuid("o")})`, `Platform (${uuid("g")})`]);
    read.push(["Group", { groupId: uuid("g"), name: "Renamed" }]);
    expect(["o", "g"].map((id) => names.of(uuid(id)))).toEqual(["Platform", "Renamed"]);
});

it("does not return the name of an object if the program marks that name as secret", () => {
    const names = namesOf([["Owner", { ownerId: uuid("o"), name: "Vault" }]], new Map([[uuid("o"), "Vault"]]));
    names.remember(Owner.kind, uuid("o"), { name: "Vault" }, ["name"]);
    names.remember(Owner.kind, uuid("p"), { name: "Doors" }, ["description"]);
    expect(["o", "p"].map((id) => names.of(uuid(id)))).toEqual([undefined, "Doors"]);
});
