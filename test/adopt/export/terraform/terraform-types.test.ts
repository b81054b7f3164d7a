import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseTerraformState } from "../../../../src/adopt/export/terraform/terraform-state.js";
import { namedBy, terraformKind } from "../../../../src/adopt/export/terraform/terraform-types.js";
import { kinds } from "../../../../src/resources/kinds.js";

const [one, two] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

/** Returns the object, with the name of its kind. */
function named(type: string, attributes: object) {
    const found = namedBy(type, { ...attributes }, kinds);
    return "because" in found ? found : { ...found, kind: found.kind.name };
}

test("every type of the provider in a recorded state, and every type in docs/from-terraform.md, has its kind", () => {
    const folder = join(__dirname, "states");
    const states = readdirSync(folder).filter((file) => !/encrypted/.test(file));
    const types = states.flatMap((file) =>
        parseTerraformState(readFileSync(join(folder, file), "utf8")).flatMap(({ isManaged, type }) =>
            isManaged && type.startsWith("opal_") ? [type] : [],
        ),
    );
    const page = readFileSync(join(__dirname, "../../../../docs/from-terraform.md"), "utf8");
    const documented = [...page.matchAll(/^\| `(opal_\w+)` \| `(\w+)` \|$/gm)].map(([, type = "", kind]) => [
        type,
        kind,
    ]);
    expect(documented.map(([type = ""]) => [type, terraformKind(type, kinds)?.name])).toEqual(documented);
    // The others are in no release of the public provider (up to 3.5.2), so no recorded state has them.
    const unreleased = ["opal_app", "opal_paladin", "opal_paladin_context_source", "opal_script"];
    expect(documented.map(([type]) => type)).toEqual([...new Set([...types, ...unreleased])].sort());
});

describe("the id of an object", () => {
    test.each([
        ["opal_group", { id: one }, "Group", one],
        ["opal_bundle", { bundle_id: one }, "Bundle", one],
        ["opal_configuration_template", { configuration_template_id: one }, "ConfigurationTemplate", one],
        ["opal_group_user", { group_id: one, user_id: two, access_level_remote_id: "" }, "GroupUser", `${one}/${two}`],
        [
            "opal_group_user",
            { group_id: one, user_id: two, access_level_remote_id: null },
            "GroupUser",
            `${one}/${two}`,
        ],
        [
            "opal_bundle_resource",
            { bundle_id: one, resource_id: two, access_level_remote_id: "a/b c" },
            "BundleResource",
            `${one}/${two}/a%2Fb%20c`,
        ],
        [
            "opal_group_containing_group",
            { group_id: one, containing_group_id: two },
            "ContainingGroup",
            `${one}/${two}`,
        ],
        ["opal_group_catalog_mapping", { app_resource_id: one, group_id: two }, "IdpGroupMapping", `${one}/${two}`],
        ["opal_tag_user", { tag_id: one, user_id: two }, "UserTag", `${two}/${one}`],
        ["opal_group_resource_list", { group_id: one, resources: [] }, "GroupResources", one],
        ["opal_idp_group_mappings", { app_resource_id: one }, "IdpGroupMappings", one],
        ["opal_scoped_role_permission_list", { resource_id: one }, "ScopedRolePermissions", one],
        ["opal_paladin", { id: one }, "Paladin", one],
        [
            "opal_paladin_context_source",
            { paladin_id: one, third_party_provider: "SLACK", remote_id: "C1" },
            "PaladinContextSource",
            `${one}/SLACK/C1`,
        ],
    ])("reads the id from %s %j", (type, attributes, kind, id) => {
        expect(named(type, attributes)).toEqual({ kind, id });
    });

    test.each([
        ["opal_group", {}],
        ["opal_group", { id: null }],
        ["opal_group", { id: 7 }],
        ["opal_group_user", { group_id: one }],
        ["opal_group_tag", { group_id: one, tag_id: [two] }],
    ])("reports that the id is missing in %s %j", (type, attributes) => {
        expect(named(type, attributes)).toEqual({ because: "the state does not contain its id" });
    });
});

test("the owner of a script is read from the state", () => {
    const given = { id: one, script_type: "REQUEST_REVIEW", owner_id: two };
    expect(named("opal_script", given)).toEqual({ kind: "Script", id: one, known: { ownerId: two } });
    expect(named("opal_script", { ...given, owner_id: null })).toEqual({ kind: "Script", id: one });
});

describe("types without an equivalent", () => {
    test.each([
        ["opal_something_new", /unknown type/],
        ["opal_constructor", /unknown type/],
        ["terraform_data", /another provider/],
        ["opal", /another provider/],
    ])("%s is reported with a reason", (type, because) => {
        expect(named(type, { id: one })).toEqual({ because: expect.stringMatching(because) });
    });
});

describe("properties that only the state contains", () => {
    const template = (request_configurations: unknown) =>
        named("opal_configuration_template", { configuration_template_id: one, request_configurations });

    test("rules of a configuration template are renamed to the properties of this package", () => {
        const rule = { priority: 0, max_duration: 240, recommended_duration: -1, extensions_duration_in_minutes: 5 };
        expect(template([rule])).toMatchObject({
            known: {
                requestConfigurations: [
                    {
                        priority: 0,
                        maxDurationMinutes: 240,
                        recommendedDurationMinutes: -1,
                        extensionsDurationInMinutes: 5,
                    },
                ],
            },
        });
    });

    test("missing rules of a configuration template are not read as empty", () => {
        expect(template(null)).toEqual({ kind: "ConfigurationTemplate", id: one });
    });

    test("the duration of a nested group is not read, because the provider loses it on its first refresh", () => {
        const nesting = { group_id: one, containing_group_id: two, duration_minutes: 60 };
        expect(named("opal_group_containing_group", nesting)).not.toHaveProperty("known");
    });
});
