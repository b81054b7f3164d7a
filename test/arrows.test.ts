/** Every arrow between the parts of the package is held: what must not be imported is refused, what may be is not. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(__dirname, "..");
const config = createRequire(__filename)("../.dependency-cruiser.cjs") as IConfiguration;

/** A file of its own for each: who imports, what, and the rule that refuses it. */
const refused: [from: string, statement: string, rule: string][] = [
    ["api", 'import "../shapes/kind.js"', "api-knows-nobody"],
    ["api", 'import type {} from "../service/storage/store.js"', "api-knows-nobody"],
    ["provider", 'import "../resources/groups/group.js"', "provider-knows-shapes"],
    ["provider", 'import "../service/storage/store.js"', "provider-knows-shapes"],
    ["provider", 'import "../engine/contract/state.js"', "provider-knows-shapes"],
    ["provider", 'import "../index.js"', "nobody-knows-the-surface"],
    ["provider", 'import "../program/resource.js"', "provider-knows-shapes"],
    ["provider/run", 'import "../steps/check.js"', "a-run-knows-no-steps"],
    ["shapes", 'import "../provider/run/session.js"', "shapes-know-what-is-live"],
    ["live", 'import "../shapes/kind.js"', "live-knows-the-client"],
    ["resources", 'import "../provider/run/session.js"', "resources-know-shapes"],
    ["lookups", 'import "../provider/run/session.js"', "lookups-know-what-is-live"],
    ["schema", 'import "../api/client.js"', "schema-knows-nobody"],
    ["program", 'import "../provider/steps/check.js"', "the-program-knows-shapes"],
    ["resources", 'import "../service/storage/store.js"', "resources-know-shapes"],
    ["resources", 'import "../kinds.js"', "who-serves-all-kinds"],
    ["cli", 'import "../handlers.js"', "nobody-knows-the-surface"],
    ["resources", 'import "../lookups/lookup.js"', "resources-know-shapes"],
    ["lookups", 'import "../resources/groups/group.js"', "lookups-know-what-is-live"],
    ["lookups", 'import "../functions/action.js"', "lookups-know-what-is-live"],
    ["functions", 'import "../resources/groups/group.js"', "functions-know-lookups"],
    ["functions", 'import "../service/storage/store.js"', "functions-know-lookups"],
    ["components", 'import "../api/client.js"', "components-know-resources"],
    ["components", 'import "../shapes/kind.js"', "components-know-resources"],
    ["resources", 'import "../components/access-team.js"', "resources-know-shapes"],
    ["service", 'import "../shapes/kind.js"', "service-knows-the-interface"],
    ["service", 'import "../resources/groups/group.js"', "service-knows-the-interface"],
    ["service", 'import "../api/client.js"', "service-knows-the-interface"],
    ["service", 'import "../api/operation.js"', "service-takes-no-code-of-the-client"],
    ["service/groups", 'import "../../resources/groups/group.js"', "service-knows-the-interface"],
    ["report", 'import "../resources/groups/group.js"', "reports-know-the-kernel"],
    ["recovery", 'import "../resources/groups/group.js"', "recovery-knows-the-kernel"],
    ["recovery", 'import "../engine/contract/state.js"', "recovery-knows-the-kernel"],
    ["verify/write", 'import "../../resources/groups/group.js"', "write-verification-drives-the-kernel"],
    ["verify/write", 'import "../../service/storage/store.js"', "write-verification-drives-the-kernel"],
    ["verify/write", 'import "../../resources/index.js"', "write-verification-knows-names-of-kinds"],
    ["doctor", 'import "../resources/groups/group.js"', "a-doctor-is-given-the-kinds"],
    ["doctor", 'import "../engine/contract/state.js"', "a-doctor-is-given-the-kinds"],
    ["verify", 'import "../resources/groups/group.js"', "a-verification-is-given-the-kinds"],
    ["verify", 'import "../service/storage/store.js"', "a-verification-is-given-the-kinds"],
    ["export", 'import "../resources/groups/group.js"', "an-export-knows-the-state"],
    ["export", 'import "../provider/run/session.js"', "an-export-knows-the-state"],
    ["report", 'import "../cli/main.js"', "nobody-knows-the-command-line"],
    ["access", 'import "../schema/fields.js"', "access-knows-nobody"],
    ["access", 'import "zod"', "access-knows-nobody"],
    ["answers", 'import "../api/client.js"', "answers-know-the-model"],
    ["answers", 'import "../schema/fields.js"', "answers-know-the-model"],
    ["access-reader", 'import "../shapes/kind.js"', "the-reader-knows-the-client"],
    ["impact", 'import "../resources/groups/group.js"', "an-impact-knows-previews"],
    ["policies", 'import "../resources/groups/group.js"', "policies-know-plain-data"],
    ["policies/rules", 'import "../../api/client.js"', "policies-know-plain-data"],
    ["policies/rules", 'import { PolicyPack } from "@pulumi/policy"', "policy-packs-where-they-belong"],
    ["cli", 'import "../policies/rule.js"', "nobody-knows-policies"],
    ["map", 'import "../api/client.js"', "the-map-knows-the-model"],
    ["map/page", 'import "../../service/storage/store.js"', "the-map-knows-the-model"],
    ["plugin", 'import "../service/storage/store.js"', "the-plugin-serves-the-kernel"],
    ["engine", 'import "../shapes/kind.js"', "engine-knows-nobody"],
    ["engine", 'import type {} from "../api/client.js"', "engine-knows-nobody"],
    ["resources", 'import "../cli/main.js"', "nobody-knows-the-command-line"],
    ["api", 'import "@pulumi/pulumi"', "pulumi-where-it-belongs"],
    ["provider", 'import type { Output } from "@pulumi/pulumi"', "pulumi-where-it-belongs"],
    ["service", 'import "@pulumi/pulumi"', "pulumi-where-it-belongs"],
    ["cli", 'import "@pulumi/pulumi/automation/index.js"', "pulumi-where-it-belongs"],
    ["resources", 'import * as pulumi from "@pulumi/pulumi"', "pulumi-as-types-only"],
    ["resources", 'import "vitest"', "only-declared-packages"],
    ["service", 'import "no-such-package"', "resolvable"],
    ["engine", 'export { twin } from "./twin.js"', "no-cycle"],
    ["api", "export const alone = 1", "no-dead-file"],
    ["handlers.ts", 'import "./service/storage/store.js"', "the-surface-knows-resources"],
];

const allowed: [from: string, statement: string][] = [
    ["api", 'import "axios"'],
    ["provider", 'import "../api/client.js"'],
    ["provider/steps", 'import "../run/session.js"'],
    ["schema", 'import "zod"'],
    ["program", 'import "../shapes/kind.js"'],
    ["program", 'import * as pulumi from "@pulumi/pulumi"'],
    ["resources", 'import "../shapes/kind.js"'],
    ["resources", 'import type { Output } from "@pulumi/pulumi"'],
    ["lookups", 'import * as pulumi from "@pulumi/pulumi"'],
    ["lookups", 'import "../resources/sources.js"'],
    ["lookups", 'import "../resources/fields/values.js"'],
    ["functions", 'import "../resources/fields/values.js"'],
    ["functions", 'import * as pulumi from "@pulumi/pulumi"'],
    ["functions", 'import "../lookups/lookup.js"'],
    ["components", 'import "../resources/groups/group.js"'],
    ["components", 'import "../schema/fields.js"'],
    ["components", 'import * as pulumi from "@pulumi/pulumi"'],
    ["service", 'import "../api/generated/zod.gen.js"'],
    ["service", 'import type {} from "../api/operation.js"'],
    ["engine", 'import "@pulumi/pulumi/proto/provider_pb.js"'],
    ["cli", 'import "../service/storage/store.js"'],
    ["cli", 'import "../kinds.js"'],
    ["verify/write", 'import type {} from "../../resources/index.js"'],
    ["verify/write", 'import "../../provider/run/session.js"'],
    ["report", 'import "../resources/sources.js"'],
    ["cli", 'import "../engine/contract/state.js"'],
    ["answers", 'import "../access/model.js"'],
    ["access", 'import "../schema/phrase.js"'],
    ["answers", 'import "../schema/spelling.js"'],
    ["answers", 'import "../errors.js"'],
    ["impact", 'import "../deployment.js"'],
    ["policies", 'import "../schema/fields.js"'],
    ["policies", 'import "../errors.js"'],
    ["map", 'import "../access/model.js"'],
    ["map/page", 'import "../../access/model.js"'],
];

/** What the statements above import; the named files are what rules name. */
const present: Record<string, string> = {
    "api/client": "export {}",
    "api/operation": "export {}",
    "api/generated/zod.gen": "export {}",
    "shapes/kind": "export {}",
    "program/resource": 'import "@pulumi/pulumi"',
    "program/provider": 'import "@pulumi/pulumi"',
    "provider/dynamic": 'import type {} from "@pulumi/pulumi"',
    "provider/steps/check": "export {}",
    "provider/run/session": "export {}",
    "resources/groups/group": "export {}",
    "resources/fields/values": "export {}",
    "resources/sources": "export {}",
    "resources/index": "export {}",
    "lookups/lookup": 'import "@pulumi/pulumi"',
    "functions/action": "export {}",
    "components/access-team": 'import "../resources/groups/group.js"; import "../program/resource.js"',
    "service/storage/store": "export {}",
    "engine/contract/state": "export {}",
    "access/model": "export {}",
    "policies/rule": "export {}",
    "schema/fields": "export {}",
    "schema/phrase": "export {}",
    "schema/spelling": "export {}",
    deployment: "export {}",
    kinds: 'import "./resources/groups/group.js"',
    errors: "export {}",
    "cli/main": "export {}",
    index: 'export * from "./resources/groups/group.js"; export * from "./shapes/kind.js"; export * from "./api/client.js"',
};

const folder = mkdtempSync(join(tmpdir(), "arrows-"));
let violations: { file: string; rule: string }[] = [];

beforeAll(async () => {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    symlinkSync(join(root, "package.json"), join(folder, "package.json"));
    for (const [name, text] of Object.entries(present)) write(`src/${name}.ts`, text);
    for (const [at, [from, statement]] of refused.entries()) write(file(from, "refused", at), statement);
    for (const [at, [from, statement]] of allowed.entries()) write(file(from, "allowed", at), statement);
    const cycle = refused.findIndex(([, , rule]) => rule === "no-cycle");
    write("src/engine/twin.ts", `export * from "./refused-${cycle}.js"; export const twin = 1`);
    const { tsConfig: _, ...options } = config.options ?? {};
    const { output } = await cruise(["src"], { ...options, baseDir: folder, validate: true, ruleSet: config });
    // Without an output type the result is the object itself.
    violations = (output as ICruiseResult).summary.violations.map(({ from, rule }) => ({
        file: from,
        rule: rule.name,
    }));
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(refused.map((entry, at) => [...entry, at] as const))("%s may not: %s (%s)", (from, _, rule, at) => {
    expect(rulesBroken(file(from, "refused", at))).toContain(rule);
});

test.each(allowed.map((entry, at) => [...entry, at] as const))("%s may: %s", (from, _, at) => {
    expect(rulesBroken(file(from, "allowed", at))).toEqual([]);
});

test.each(Object.keys(present))("%s may import what it must", (name) => {
    expect(rulesBroken(`src/${name}.ts`)).toEqual([]);
});

test("every rule is proved", () => {
    const proved = new Set(refused.map(([, , rule]) => rule));
    expect((config.forbidden ?? []).map((rule) => rule.name).filter((name) => !proved.has(name ?? ""))).toEqual([]);
});

function rulesBroken(path: string): string[] {
    return violations.filter((violation) => violation.file === path).map(({ rule }) => rule);
}

function file(from: string, name: string, at: number): string {
    return from.endsWith(".ts") ? `src/${from}` : `src/${from}/${name}-${at}.ts`;
}

function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text};\n`);
}
