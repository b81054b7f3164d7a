import { expect, test } from "vitest";
import { planDeclarations } from "../../../src/adopt/export/program/plan.js";
import { deploymentOf, importsOf } from "../../../src/adopt/export/state.js";
import { packageVersion } from "../../../src/common/package-version.js";
import { LiveUnknownFields } from "../../../src/provider/live/unknown-fields.js";
import { SecretArgument } from "../../../src/provider/shapes/arguments.js";
import { kinds } from "../../../src/resources/kinds.js";
import { declarable, inventoryOf } from "./objects.js";

const OPTIONS = {
    project: "access",
    stack: "dev",
    language: "typescript" as const,
    url: "https://api.example/v1",
    unknownFields: new LiveUnknownFields(),
    createdBy: "ada",
};
const owner = declarable("Owner", "o1", { name: "Platform", sourceGroupId: "g1" });
const group = declarable("Group", "g1", { name: "Staff", appId: "app", groupType: "SVC_GROUP", adminOwnerId: "o1" });
const stream = declarable("EventStream", "s1", {
    name: "Archive",
    webhookUrl: "https://x",
    hmacCredential1: { secret: new SecretArgument(["hmacCredential1", "secret"]) },
});
const plan = planDeclarations(inventoryOf([owner, group, stream]), kinds);

interface Entry {
    readonly urn: string;
    readonly id?: string;
    readonly inputs?: Record<string, unknown>;
    readonly outputs?: Record<string, unknown>;
    readonly dependencies?: string[];
    readonly propertyDependencies?: Record<string, string[]>;
    readonly provider?: string;
    readonly additionalSecretOutputs?: string[];
}
// The structure that state.ts writes.
const deployment = deploymentOf(plan, OPTIONS) as { deployment: { resources: Entry[] } };
const entries = deployment.deployment.resources;
const entry = (id: string) => entries.find((one) => one.id === id);

test("a deployment contains the stack, its provider and all declared resources, each after its dependencies", () => {
    const urns = entries.map(({ urn }) => urn);
    expect(new Set(urns).size).toBe(5);
    expect(urns[0]).toBe("urn:pulumi:dev::access::pulumi:pulumi:Stack::access-dev");
    for (const [at, { dependencies = [], provider }] of entries.entries()) {
        for (const urn of dependencies) expect(urns.indexOf(urn)).toBeLessThan(at);
        if (at > 1) expect(provider).toBe(`${urns[1]}::${entries[1]?.id}`);
    }
});

test("a reference that is looked up is not a dependency", () => {
    const needed = Object.entries(entry("g1")?.propertyDependencies ?? {}).filter(([, urns]) => urns.length > 0);
    expect(needed).toEqual([["adminOwnerId", [entry("o1")?.urn]]]);
    expect(entry("g1")?.inputs?.__ids).toEqual({ adminOwnerId: { kind: "Owner", name: "platform" } });
    expect(entry("o1")?.inputs).not.toHaveProperty("__ids");
    expect(entry("o1")?.dependencies).toEqual([]);
});

test("the inputs are those of the program with the defaults of its first run, in the spelling of the default", () => {
    expect(entry("g1")?.inputs).toMatchObject({ groupType: "OPAL_GROUP", __explicit: [] });
});

test("a deployment contains neither a secret nor its placeholder", () => {
    expect(entry("s1")?.inputs).not.toHaveProperty("hmacCredential1");
    expect(entry("s1")?.additionalSecretOutputs).toContain("hmacCredential1");
    expect(JSON.stringify(entries)).not.toContain('"path"');
});

test("the file for pulumi import has the same properties", () => {
    const { resources } = importsOf(plan, OPTIONS) as { resources: (Entry & { type: string; name: string })[] };
    expect(resources.map(({ id }) => id)).toEqual(plan.map(({ id }) => id));
    for (const { id, inputs, outputs } of resources) {
        expect(entry(id ?? "")).toMatchObject({ inputs, outputs });
        expect(inputs?.__provider).toContain('require("pulumi-access-governance/provider")');
    }
});

test("a state for the plugin has plain inputs and the plugin's provider", () => {
    const plugin = { ...OPTIONS, language: "yaml" as const };
    const { deployment } = deploymentOf(plan, plugin) as { deployment: { resources: (Entry & { type: string })[] } };
    const found = deployment.resources.find(({ id }) => id === "g1");
    expect(found).toMatchObject({ type: "access-governance:index:Group", inputs: { name: "Staff" } });
    // What the check of the program's first run adds.
    expect(Object.keys(found?.inputs ?? {}).filter((name) => name.startsWith("__"))).toEqual(["__explicit"]);
    expect(found?.outputs).toMatchObject({ __label: "staff" });
    expect(found?.outputs).not.toHaveProperty("__provider");
    expect(deployment.resources[1]).toMatchObject({
        type: "pulumi:providers:access-governance",
        inputs: { url: OPTIONS.url },
    });
});

test("a generated SDK has a default provider of its own version", () => {
    const python = deploymentOf(plan, { ...OPTIONS, language: "python" }) as typeof deployment;
    const [, provider] = python.deployment.resources;
    expect(provider?.urn).toMatch(/::pulumi:providers:access-governance::default_\d+_\d+_\d+$/);
    expect(provider?.inputs).toEqual({ url: OPTIONS.url, version: packageVersion() });
});

test("the same plan always produces the same state", () => {
    expect(JSON.stringify(deploymentOf(plan, OPTIONS))).toBe(JSON.stringify(deploymentOf(plan, OPTIONS)));
});
