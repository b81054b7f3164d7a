import { expect, test } from "vitest";
import { parse } from "yaml";
import { planDeclarations } from "../../../../src/adopt/export/program/plan.js";
import { yamlText } from "../../../../src/adopt/export/program/yaml.js";
import { SecretArgument } from "../../../../src/provider/shapes/arguments.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { declarable, inventoryOf } from "../objects.js";

const app = declarable("App", "id-of-app", { name: "Tidewater" });
const dana = declarable("User", "id-of-dana", { email: "dana@tidewater.example" });

function programOf(...declarables: Parameters<typeof inventoryOf>[0]) {
    const inventory = inventoryOf(declarables, [app, dana]);
    const { files, secrets } = yamlText(planDeclarations(inventory, kinds), inventory, "access");
    const source = files.get("Pulumi.yaml") ?? "";
    const text = parse(source);
    // Pulumi also reads parts of YAML 1.1, so both versions must give the same result.
    expect(parse(source, { version: "1.1" })).toEqual(text);
    return { text, secrets };
}

const staff = declarable("Group", "g1", { name: "Staff", appId: app.id, groupType: "SVC_GROUP" });

test("declared resources are referenced by key, all other objects are looked up by name", () => {
    const member = declarable("GroupUser", "g1/id-of-dana", { groupId: "g1", userId: "id-of-dana" });
    const { text } = programOf(staff, member);
    expect(text).toMatchObject({ name: "access", runtime: "yaml" });
    expect(text.resources.staffGroup).toEqual({
        type: "access-governance:Group",
        name: "staff",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as YAML refers to something
        properties: { name: "Staff", appId: "${tidewaterAppId}" },
    });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as YAML refers to something
    const properties = { groupId: "${staffGroup.id}", userId: "${danaUserId}" };
    expect(Object.values(text.resources)[1]).toMatchObject({ type: "access-governance:GroupUser", properties });
    expect(text.variables).toEqual({
        tidewaterAppId: {
            "fn::invoke": { function: "access-governance:getApp", arguments: { name: "Tidewater" }, return: "appId" },
        },
        danaUserId: {
            "fn::invoke": {
                function: "access-governance:getUser",
                arguments: { email: "dana@tidewater.example" },
                return: "userId",
            },
        },
    });
});

test("an empty text stands for null, which Pulumi drops", () => {
    const parent = declarable("Resource", "r1", {
        name: "Tracker",
        appId: app.id,
        resourceType: "CUSTOM",
        parentResourceId: null,
    });
    const { text } = programOf(parent);
    expect(Object.values(text.resources)[0]).toMatchObject({ properties: { parentResourceId: "" } });
});

test.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a description
    "${staffGroup.id}",
    "$${x}",
    "$$",
    "$5",
    "a$",
    "true",
    "1_000",
    "+.5",
    "2026-11-24",
    "0x10",
    "~",
    "a: b # c",
    "- x",
    "line\nbreak",
    "\u2028",
    "&a *b",
])("the description %j stays a string", (description) => {
    const { text } = programOf(declarable("Owner", "o1", { name: "Platform", description }));
    const written: string = text.resources.platformOwner.properties.description;
    // Pulumi reads `$$` as a dollar sign and `${` as the start of a reference.
    const parts = written.match(/\$\$|\$\{|[\s\S]/g) ?? [];
    expect(parts).not.toContain("${");
    expect(parts.map((part) => (part === "$$" ? "$" : part)).join("")).toBe(description);
});

test("a secret is read from the configuration", () => {
    const { text, secrets } = programOf(
        declarable("EventStream", "s1", {
            name: "Archive",
            hmacCredential1: { secret: new SecretArgument(["hmacCredential1", "secret"]) },
        }),
    );
    const [{ key } = { key: "" }] = secrets;
    expect(text.config).toEqual({ [key]: { type: "string", secret: true } });
    expect(Object.values(text.resources)).toMatchObject([
        { properties: { hmacCredential1: { secret: `\${${key}}` } } },
    ]);
});

test("resources and lookups have distinct names", () => {
    const named = (id: string, name: string) => declarable("Tag", id, { key: name, value: "x" });
    const { text } = programOf(staff, named("t1", "tidewater app id"), named("t2", "tidewater-app-id"));
    const keys = [...Object.keys(text.resources), ...Object.keys(text.variables)];
    expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(4);
});
