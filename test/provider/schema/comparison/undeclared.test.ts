import { describe, expect, it } from "vitest";
import type { Properties } from "../../../../src/common/properties.js";
import { droppedPaths, strays } from "../../../../src/provider/schema/comparison/undeclared.js";
import { Group } from "../../../../src/resources/kinds/groups/group.js";
import { GroupBinding } from "../../../../src/resources/kinds/groups/group-binding.js";

const { fields } = Group.kind;
const [everyone, contractors] = ["1b4c7f20-0000-4000-8000-000000000001", "1b4c7f20-0000-4000-8000-000000000002"];
const configuration = (groupId: string, more: object = {}) => ({ condition: { groupIds: [groupId] }, ...more });
const configurations = (...requestConfigurations: object[]): Properties => ({ requestConfigurations });
const inStray = (before: Properties, given: Properties, live: Properties) =>
    strays(fields, before, given, live).map(({ path, value, fate }) => `${path} ${value} ${fate}`);

describe("an undeclared setting of an element", () => {
    const live = configurations(configuration(everyone, { priority: 0, requireMfaToRequest: true }));
    const before = configurations(configuration(everyone, { priority: 0 }));

    it("is kept as long as its element is declared", () => {
        expect(inStray(before, before, live)).toEqual([]);
        expect(inStray(before, configurations(configuration(everyone, { priority: 1 })), live)).toEqual([]);
    });

    it("moves to the element that replaces its own", () => {
        const given = configurations(configuration(contractors, { priority: 0 }));
        expect(inStray(before, given, live)).toEqual(["requestConfigurations[0].requireMfaToRequest true moves"]);
    });

    it.each([false, true])("is lost if the element that replaces its own sets it to %s", (to) => {
        const given = configurations(configuration(contractors, { priority: 0, requireMfaToRequest: to }));
        expect(inStray(before, given, live)).toEqual(["requestConfigurations[0].requireMfaToRequest true is lost"]);
    });

    it("is lost with its element, unless the program never declared that element", () => {
        expect(inStray(before, configurations(), live)).toEqual([
            "requestConfigurations[0].requireMfaToRequest true is lost",
        ]);
        expect(inStray(configurations(), configurations(), live)).toEqual([]);
    });

    it("is not reported if a new element has the same value", () => {
        const plain = configurations(
            configuration(everyone, {
                priority: 0,
                requireMfaToRequest: false,
                requestTemplateId: "",
                reviewerStages: [],
            }),
        );
        expect(inStray(before, configurations(), plain)).toEqual([]);
    });

    it("is reported by its position in the service's list", () => {
        const two = configurations(configuration(contractors, { priority: 0 }), {
            ...configuration(everyone, { priority: 1, extensionsDurationInMinutes: 60 }),
        });
        const declared = configurations(configuration(contractors, { priority: 0 }), configuration(everyone));
        expect(inStray(declared, configurations(configuration(contractors)), two)).toEqual([
            "requestConfigurations[1].priority 1 is lost",
            "requestConfigurations[1].extensionsDurationInMinutes 60 is lost",
        ]);
    });
});

describe("a dropped path", () => {
    it("is a removed property, at any depth, of an element that is still declared", () => {
        const stage = { operator: "OR", ownerIds: ["o1"] };
        const before = configurations(configuration(everyone, { priority: 0, reviewerStages: [stage] }));
        const given = configurations(configuration(everyone, { priority: 0, reviewerStages: [{ operator: "OR" }] }));
        expect(droppedPaths(fields, { ...before, description: "Ours" }, given)).toEqual([
            "requestConfigurations[0].reviewerStages[0].ownerIds",
            "description",
        ]);
    });

    it("is neither a removed element nor a removed default value inside an element", () => {
        const before = configurations(
            configuration(contractors, { priority: 0 }),
            configuration(everyone, { requireMfaToRequest: false, reviewerStages: [] }),
        );
        expect(droppedPaths(fields, before, configurations(configuration(everyone)))).toEqual([]);
        expect(droppedPaths(fields, { requireMfaToApprove: false }, {})).toEqual(["requireMfaToApprove"]);
    });
});

it("a property that only the service sets is not a dropped path, although a refresh stores it", () => {
    const { fields } = GroupBinding.kind;
    const read = { groups: [{ groupId: everyone, groupType: "SVC_GROUP" }] };
    expect(droppedPaths(fields, read, { groups: [{ groupId: everyone }] })).toEqual([]);
    expect(droppedPaths(fields, read, {})).toEqual(["groups"]);
});
