import { expect, test } from "vitest";
import { Group, Resource } from "../../../src/index.js";
import { referredAt } from "../../../src/provider/schema/references.js";

test.each([
    ["adminOwnerId", "Owner"],
    ["visibility.visibilityGroupIds", "Group"],
    ["visibility.visibilityGroupIds[2]", "Group"],
    ["requestConfigurations[0].reviewerStages[1].ownerIds", "Owner"],
    ["requestConfigurations.reviewerStages.ownerIds", "Owner"],
    ["requestConfigurations[0].reviewerStages", undefined],
    ["name", undefined],
    ["nothing.of[3].this", undefined],
])("the property %s refers to %s", (path, kind) => {
    expect(referredAt(Group.kind.fields, path)).toBe(kind);
});

test("a resource refers to its parent", () => {
    expect(referredAt(Resource.kind.fields, "parentResourceId")).toBe("Resource");
});
