import { expect, it } from "vitest";
import { BundleGroup } from "../../../../src/resources/kinds/bundles/bundle-group.js";

it("converts a key to an id and back, with special characters in the access level", () => {
    const { kind } = BundleGroup;
    const key = { bundleId: "b", groupId: "g", accessLevelRemoteId: "arn:aws:iam::1/role" };
    expect(kind.idOf(key)).toBe("b/g/arn%3Aaws%3Aiam%3A%3A1%2Frole");
    expect(kind.keyOf("b/g/arn%3Aaws%3Aiam%3A%3A1%2Frole")).toEqual(key);
    expect(kind.idOf({ bundleId: "b", groupId: "g" })).toBe("b/g");
    expect(kind.keyOf("b/g")).toEqual({ bundleId: "b", groupId: "g", accessLevelRemoteId: "" });
});
