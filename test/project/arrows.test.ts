/** Tests the import rules of .dependency-cruiser.cjs: every forbidden import is reported, and no allowed import is. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(__dirname, "../..");
const config = createRequire(__filename)("../../.dependency-cruiser.cjs") as IConfiguration;

/** Forbidden imports: the importing folder, the statement, and the rule that reports it. Each one is written to its own file. */
const refused: [from: string, statement: string, rule: string][] = [
    ["common", 'import "../api/client.js"', "common/"],
    ["adopt/accept", 'import "../../resources/kinds/groups/group.js"', "adopt/(?!export/)"],
    ["api", 'import "../provider/shapes/kind.js"', "api/"],
    ["api", 'import type {} from "../local/service/storage/store.js"', "api/"],
    ["provider", 'import "../resources/kinds/groups/group.js"', "provider/"],
    ["provider", 'import "../local/service/storage/store.js"', "provider/"],
    ["provider", 'import "../local/engine/contract/state.js"', "provider/"],
    ["provider", 'import "../index.js"', "nobody-knows"],
    ["provider", 'import "../resources/program/resource.js"', "provider/"],
    ["provider/run", 'import "../steps/check.js"', "a-run-knows-no-steps"],
    ["provider/shapes", 'import "../run/session.js"', "provider/shapes/"],
    ["provider/live", 'import "../shapes/kind.js"', "provider/live/"],
    [
        "resources/kinds",
        'import "../../provider/run/session.js"',
        "resources/((kinds|fields|queries)/|(index|sources)\\.ts$)",
    ],
    ["resources/lookups", 'import "../../provider/run/session.js"', "resources/lookups/"],
    ["provider/schema", 'import "../../api/client.js"', "provider/schema/"],
    ["resources/program", 'import "../../provider/steps/check.js"', "resources/program/"],
    [
        "resources/kinds",
        'import "../../local/service/storage/store.js"',
        "resources/((kinds|fields|queries)/|(index|sources)\\.ts$)",
    ],
    ["resources/kinds", 'import "../kinds.js"', "who-serves-all-kinds"],
    ["cli", 'import "../handlers.js"', "nobody-knows"],
    ["resources/kinds", 'import "../lookups/lookup.js"', "resources/((kinds|fields|queries)/|(index|sources)\\.ts$)"],
    ["resources/lookups", 'import "../kinds/groups/group.js"', "resources/lookups/"],
    ["resources/lookups", 'import "../functions/action.js"', "resources/lookups/"],
    ["resources/functions", 'import "../kinds/groups/group.js"', "resources/functions/"],
    ["resources/functions", 'import "../../local/service/storage/store.js"', "resources/functions/"],
    ["resources/components", 'import "../../api/client.js"', "resources/components/"],
    ["resources/components", 'import "../../provider/shapes/kind.js"', "resources/components/"],
    [
        "resources/kinds",
        'import "../components/access-team.js"',
        "resources/((kinds|fields|queries)/|(index|sources)\\.ts$)",
    ],
    ["local/service", 'import "../../provider/shapes/kind.js"', "local/service/"],
    ["local/service", 'import "../../resources/kinds/groups/group.js"', "local/service/"],
    ["local/service", 'import "../../api/client.js"', "local/service/"],
    ["local/service", 'import "../../api/operation.js"', "service-takes-no-code-of-the-client"],
    ["local/service/groups", 'import "../../../resources/kinds/groups/group.js"', "local/service/"],
    ["review/report", 'import "../../resources/kinds/groups/group.js"', "review/report/"],
    ["stack/recovery", 'import "../../resources/kinds/groups/group.js"', "stack/"],
    ["stack/recovery", 'import "../../local/engine/contract/state.js"', "stack/"],
    ["verify/write", 'import "../../resources/kinds/groups/group.js"', "verify/write/"],
    ["verify/write", 'import "../../local/service/storage/store.js"', "verify/write/"],
    ["verify/write", 'import "../../resources/index.js"', "write-verification-knows-names-of-kinds"],
    ["cli/doctor", 'import "../../resources/kinds/groups/group.js"', "cli/doctor/"],
    ["cli/doctor", 'import "../../local/engine/contract/state.js"', "cli/doctor/"],
    ["verify", 'import "../resources/kinds/groups/group.js"', "verify/(?!write/)"],
    ["verify", 'import "../local/service/storage/store.js"', "verify/(?!write/)"],
    ["adopt/export", 'import "../../resources/kinds/groups/group.js"', "adopt/export/"],
    ["adopt/export", 'import "../../provider/run/session.js"', "adopt/export/"],
    ["review/report", 'import "../../cli/main.js"', "nobody-knows"],
    ["access/model", 'import "../../provider/schema/fields.js"', "access/model/"],
    ["access/model", 'import "zod"', "no-library-in-the-model"],
    ["access/answers", 'import "../../api/client.js"', "access/answers/"],
    ["access/answers", 'import "../../provider/schema/fields.js"', "access/answers/"],
    ["access/guarantees", 'import "../../api/client.js"', "access/guarantees/"],
    ["access/guarantees", 'import "../reader/read-facts.js"', "access/guarantees/"],
    ["access/reader", 'import "../../provider/shapes/kind.js"', "access/reader/"],
    ["review/impact", 'import "../../resources/kinds/groups/group.js"', "review/impact/"],
    ["review/report", 'import "../../provider/shapes/kind.js"', "tools-use-the-entry-of-the-kernel"],
    ["verify/write", 'import "../../provider/run/session.js"', "tools-use-the-entry-of-the-kernel"],
    ["cli", 'import "../stack/deployment.js"', "tools-use-the-entry-of-the-kernel"],
    ["access/reader", 'import "../../kernel.js"', "access/reader/"],
    ["policies", 'import "../resources/kinds/groups/group.js"', "policies/"],
    ["policies/rules", 'import "../../api/client.js"', "policies/"],
    ["policies/rules", 'import { PolicyPack } from "@pulumi/policy"', "policy-packs-where-they-belong"],
    ["cli", 'import "../policies/rule.js"', "nobody-knows"],
    ["access/map", 'import "../../api/client.js"', "access/map/"],
    ["access/map/page", 'import "../../../local/service/storage/store.js"', "access/map/"],
    ["plugin", 'import "../local/service/storage/store.js"', "plugin/(?!components\\.ts$)"],
    ["local/engine", 'import "../../provider/shapes/kind.js"', "local/engine/"],
    ["local/engine", 'import type {} from "../../api/client.js"', "local/engine/"],
    ["resources/kinds", 'import "../../cli/main.js"', "nobody-knows"],
    ["api", 'import "@pulumi/pulumi"', "pulumi-where-it-belongs"],
    ["provider", 'import type { Output } from "@pulumi/pulumi"', "pulumi-where-it-belongs"],
    ["local/service", 'import "@pulumi/pulumi"', "pulumi-where-it-belongs"],
    ["cli", 'import "@pulumi/pulumi/automation/index.js"', "pulumi-where-it-belongs"],
    ["resources/kinds", 'import * as pulumi from "@pulumi/pulumi"', "pulumi-as-types-only"],
    ["resources/kinds", 'import "vitest"', "only-declared-packages"],
    ["local/service", 'import "no-such-package"', "resolvable"],
    ["local/engine", 'export { twin } from "./twin.js"', "no-cycle"],
    ["api", "export const alone = 1", "no-dead-file"],
    ["kernel.ts", 'import "./provider/run/session.js"; import "./local/service/storage/store.js"', "kernel\\.ts$"],
    ["handlers.ts", 'import "./local/service/storage/store.js"', "(index|handlers)\\.ts$"],
];

const allowed: [from: string, statement: string][] = [
    ["api", 'import "axios"'],
    ["provider", 'import "../api/client.js"'],
    ["provider/steps", 'import "../run/session.js"'],
    ["provider/schema", 'import "zod"'],
    ["resources/program", 'import "../../provider/shapes/kind.js"'],
    ["resources/program", 'import * as pulumi from "@pulumi/pulumi"'],
    ["resources/kinds", 'import "../../provider/shapes/kind.js"'],
    ["resources/kinds", 'import type { Output } from "@pulumi/pulumi"'],
    ["resources/lookups", 'import * as pulumi from "@pulumi/pulumi"'],
    ["resources/lookups", 'import "../sources.js"'],
    ["resources/lookups", 'import "../fields/values.js"'],
    ["resources/functions", 'import "../fields/values.js"'],
    ["resources/functions", 'import * as pulumi from "@pulumi/pulumi"'],
    ["resources/functions", 'import "../lookups/lookup.js"'],
    ["resources/components", 'import "../kinds/groups/group.js"'],
    ["resources/components", 'import "../../provider/schema/fields.js"'],
    ["resources/components", 'import * as pulumi from "@pulumi/pulumi"'],
    ["local/service", 'import "../../api/generated/zod.gen.js"'],
    ["local/service", 'import type {} from "../../api/operation.js"'],
    ["local/engine", 'import "@pulumi/pulumi/proto/provider_pb.js"'],
    ["cli", 'import "../local/service/storage/store.js"'],
    ["cli", 'import "../resources/kinds.js"'],
    ["verify/write", 'import type {} from "../../resources/index.js"'],
    ["verify/write", 'import "../../kernel.js"'],
    ["review/report", 'import "../../kernel.js"'],
    ["cli", 'import "../local/engine/contract/state.js"'],
    ["access/answers", 'import "../model/model.js"'],
    ["access/guarantees", 'import "../reader/reads/tags.js"'],
    ["access/model", 'import "../../common/phrase.js"'],
    ["access/answers", 'import "../../common/spelling.js"'],
    ["access/answers", 'import "../../common/errors.js"'],
    ["review/impact", 'import "../../kernel.js"'],
    ["policies", 'import "../provider/schema/fields.js"'],
    ["policies", 'import "../common/errors.js"'],
    ["access/map", 'import "../model/model.js"'],
    ["access/map/page", 'import "../../model/model.js"'],
];

/** Files that the statements above import, and files that the rules mention by name. */
const present: Record<string, string> = {
    "api/client": "export {}",
    "api/operation": "export {}",
    "api/generated/zod.gen": "export {}",
    "provider/shapes/kind": "export {}",
    "resources/program/resource": 'import "@pulumi/pulumi"',
    "resources/program/provider": 'import "@pulumi/pulumi"',
    "provider/dynamic": 'import type {} from "@pulumi/pulumi"',
    "provider/steps/check": "export {}",
    "provider/run/session": "export {}",
    "resources/kinds/groups/group": "export {}",
    "resources/fields/values": "export {}",
    "resources/sources": "export {}",
    "resources/index": "export {}",
    "resources/lookups/lookup": 'import "@pulumi/pulumi"',
    "resources/functions/action": "export {}",
    "resources/components/access-team": 'import "../kinds/groups/group.js"; import "../program/resource.js"',
    "local/service/storage/store": "export {}",
    "local/engine/contract/state": "export {}",
    "access/model/model": "export {}",
    "access/reader/reads/tags": "export {}",
    "access/reader/read-facts": "export {}",
    "policies/rule": "export {}",
    "provider/schema/fields": "export {}",
    "common/phrase": "export {}",
    "common/spelling": "export {}",
    "stack/deployment": "export {}",
    "resources/kinds": 'import "./kinds/groups/group.js"',
    "common/errors": "export {}",
    "cli/main": "export {}",
    index: 'export * from "./resources/kinds/groups/group.js"; export * from "./provider/shapes/kind.js"; export * from "./api/client.js"',
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
    write("src/local/engine/twin.ts", `export * from "./refused-${cycle}.js"; export const twin = 1`);
    const { tsConfig: _, ...options } = config.options ?? {};
    const { output } = await cruise(["src"], { ...options, baseDir: folder, validate: true, ruleSet: config });
    // Without an output type, the result is an object instead of text.
    violations = (output as ICruiseResult).summary.violations.map(({ from, rule }) => ({
        file: from,
        rule: rule.name,
    }));
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(refused.map((entry, at) => [...entry, at] as const))(
    "code in %s may not contain: %s (rule %s)",
    (from, _, rule, at) => {
        expect(rulesBroken(file(from, "refused", at))).toContain(rule);
    },
);

test.each(allowed.map((entry, at) => [...entry, at] as const))("code in %s may contain: %s", (from, _, at) => {
    expect(rulesBroken(file(from, "allowed", at))).toEqual([]);
});

test.each(Object.keys(present))("the imports of %s break no rule", (name) => {
    expect(rulesBroken(`src/${name}.ts`)).toEqual([]);
});

test("the tools use at most 60 names of the kernel", () => {
    const text = readFileSync(join(root, "src/kernel.ts"), "utf8");
    const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
    const names = [...lists.filter((name) => name.trim() !== ""), ...text.matchAll(/^export (?:const|function) \w+/gm)];
    expect(text).not.toMatch(/^export \*/m);
    expect(names.length).toBeGreaterThan(30);
    expect(names.length).toBeLessThanOrEqual(60);
});

test("every rule has a forbidden import in this test", () => {
    const tested = new Set(refused.map(([, , rule]) => rule));
    expect((config.forbidden ?? []).map((rule) => rule.name).filter((name) => !tested.has(name ?? ""))).toEqual([]);
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
