import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { knownOf } from "../../../src/resources/program/forecasts.js";

it("returns the key of a resource and the names of its arguments, but no other values", () => {
    const args = { name: "Ops", appId: "app", groupType: "SVC_GROUP", description: "hidden", handle: undefined };
    expect(knownOf(Group.kind, args, new WeakMap())).toEqual({
        key: { name: "Ops", appId: "app", groupType: "SVC_GROUP" },
        ids: {},
        given: ["name", "appId", "groupType", "description"],
    });
});

it("returns the number of a resource whose id is an argument", () => {
    const id = pulumi.output("later");
    const args = { groupId: id, visibility: "GLOBAL" };
    expect(knownOf(GroupVisibility.kind, args, new WeakMap([[id, 7]]))).toEqual({
        key: {},
        ids: { groupId: 7 },
        given: ["groupId", "visibility"],
    });
});

it.each([
    ["a secret", pulumi.secret("hush")],
    ["an output", pulumi.output("later")],
    ["a promise", Promise.resolve("later")],
    ["a number", 7],
])("returns undefined for a resource whose key is %s", (_, name) => {
    expect(knownOf(Owner.kind, { name }, new WeakMap())).toBeUndefined();
});
