/** What generated SDKs show, from the schema of the plugin. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../src/resources/kinds.js";

const schema = JSON.parse(readFileSync(join(__dirname, "../../api/plugin.schema.json"), "utf8"));
const descriptions = descriptionsIn(schema);

/** All texts of a schema, without the examples. */
function descriptionsIn(value: unknown): string[] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
        key === "description" && typeof inner === "string"
            ? [inner.replace(/\{\{% examples %\}\}[\s\S]*$/, "")]
            : descriptionsIn(inner),
    );
}

test("descriptions refer to properties and functions that exist", () => {
    const references = new Set(descriptions.flatMap((text) => text.match(/(?<=\{\{% ref #\/)\S+/g) ?? []));
    expect(references).toContain("resources/access-governance:index:Owner/inputProperties/userIds");
    expect(references).toContain("functions/access-governance:index:startCampaign");
    for (const reference of references) {
        const found = reference.split("/").reduce<unknown>((outer, key) => Object(outer)[key], schema);
        expect(found, reference).toBeDefined();
    }
});

test("descriptions contain no functions of the package for TypeScript, and no links to pages", () => {
    for (const text of descriptions) expect(text).not.toMatch(/access\.\w+\(|\]\([^)]*\.md/);
    const { maxDuration, maxDurationMinutes = maxDuration } =
        schema.resources["access-governance:components:JustInTimeAccess"].inputProperties;
    expect(maxDurationMinutes.description).toContain("`120`");
});

test.each(kinds.map(({ name }) => name))("%s has an example, which Pulumi removes in languages without one", (name) => {
    const { description } = schema.resources[`access-governance:index:${name}`];
    const [, code = ""] =
        /\{\{% example %\}\}[\s\S]*```typescript\n([\s\S]*?)```[\s\S]*\{\{% \/example %\}\}/.exec(description) ?? [];
    expect(code).toContain(`new access.${name}(`);
    expect(description).toMatch(new RegExp(`\`\`\`python\\n[^\`]*access\\.${name}\\(`));
    expect(description).toMatch(new RegExp(`\`\`\`yaml\\n[^\`]*"access-governance:${name}"`));
});

test("a number that can be removed also takes the text that stands for null", () => {
    const { recurringDurationDays, isTemplate } = schema.resources["access-governance:index:Campaign"].inputProperties;
    expect(recurringDurationDays.oneOf).toEqual([{ type: "integer" }, { type: "string" }]);
    expect(isTemplate.oneOf).toBeUndefined();
});

test("an argument is an enum, and the output a text", () => {
    const { inputProperties, properties } = schema.resources["access-governance:index:Group"];
    expect(inputProperties.riskSensitivityOverride.$ref).toBe("#/types/access-governance:index:RiskSensitivity");
    for (const name of ["riskSensitivityOverride", "groupType"])
        expect([name, properties[name].type, properties[name].oneOf]).toEqual([name, "string", undefined]);
    expect(properties.visibility.$ref).toBe(inputProperties.visibility.$ref);
});
