import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pythonEnumMember } from "../../../src/adopt/export/program/python-source.js";
import { enumMember, enumTypeOf, namedEnum } from "../../../src/provider/shapes/enum-types.js";
import { kinds } from "../../../src/resources/kinds.js";

test("fields with the same values have one type, with the name that the API gives it", () => {
    const [app, group] = ["App", "Group"].map((name) => kinds.find((kind) => kind.name === name)?.fields ?? {});
    expect(enumTypeOf(app?.visibility)).toEqual({
        name: "VisibilityType",
        values: ["GLOBAL", "LIMITED"],
        isOpen: false,
    });
    expect(enumTypeOf(app?.importVisibility)).toEqual(enumTypeOf(app?.visibility));
    expect(enumTypeOf(group?.groupType)).toMatchObject({ name: "GroupType", isOpen: true });
    expect(enumTypeOf(group?.name)).toBeUndefined();
    expect(() => namedEnum(["RED", "GREEN"], false)).toThrow();
});

test("the schema of the plugin names every value, and refers to each type by its name", () => {
    const { types } = JSON.parse(readFileSync(join(__dirname, "../../../api/plugin.schema.json"), "utf8"));
    const { enum: values } = types["access-governance:index:ApiAccessLevel"];
    expect(values).toEqual([
        { name: "ReadOnly", value: "READ_ONLY" },
        { name: "FullAccess", value: "FULL_ACCESS" },
    ]);
    expect(types["access-governance:index:GroupVisibilitySetting"].properties.visibility).toMatchObject({
        $ref: "#/types/access-governance:index:VisibilityType",
    });
});

// As the Pulumi CLI 3.260 generates them.
test.each([
    ["READ_ONLY", "ReadOnly", "READ_ONLY"],
    ["GLOBAL", "Global", "GLOBAL_"],
    ["AZURE_AD_MICROSOFT_365_GROUP", "AzureAdMicrosoft365Group", "AZURE_AD_MICROSOFT365_GROUP"],
    [
        "AZURE_USER_ASSIGNED_MANAGED_Identity",
        "AzureUserAssignedManagedIdentity",
        "AZURE_USER_ASSIGNED_MANAGED_IDENTITY",
    ],
])("members of enums for %s", (value, member, python) => {
    expect([enumMember(value), pythonEnumMember(value)]).toEqual([member, python]);
});
