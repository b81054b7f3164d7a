/** Every TypeScript block of the docs compiles in strict mode, and every page with shell commands is run by a test or listed with a reason. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { blocksOf } from "./typed-guide.js";

const root = join(__dirname, "../..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { cwd: root });
const pages = tracked
    .toString()
    .split("\n")
    .filter((page) => /^(README\.md|SECURITY\.md|CHANGELOG\.md|docs\/|examples\/)/.test(page));

interface Context {
    /** Prepended to blocks that have no imports. */
    readonly imports: string;
    /** Declarations of values that the reader supplies. */
    readonly given?: string;
}

const PROGRAM = 'import * as pulumi from "@pulumi/pulumi";\nimport * as access from "pulumi-access-governance";';

/** Code that the incomplete programs on a page rely on. */
const CONTEXTS: Readonly<Record<string, Context>> = {
    "docs/declaring.md": { imports: PROGRAM },
    "docs/programs.md": {
        imports: `${PROGRAM}\nimport { LocalWorkspace } from "@pulumi/pulumi/automation";`,
        given: "declare const program: () => Promise<void>;",
    },
    "docs/tokens.md": {
        imports: PROGRAM,
        given: `declare const github: { ActionsEnvironmentSecret: new (name: string, args: {
            repository: string, environment: string, secretName: string, plaintextValue: pulumi.Input<string>
        }) => unknown };`,
    },
    "docs/components.md": { imports: PROGRAM, given: "declare const args: access.AccessTeamArgs;" },
    "docs/policies.md": { imports: 'import { accessPolicies } from "pulumi-access-governance/policies";' },
    "docs/client.md": {
        imports: 'import { AccessGovernanceClient } from "pulumi-access-governance/client";',
        given: `declare const url: string, token: string, signal: AbortSignal, client: AccessGovernanceClient;
            declare const groupId: string, userId: string, bundleId: string, resourceId: string, tagId: string;
            declare const requestId: string, personId: string, campaignId: string, ownerId: string;`,
    },
};

/** Pages whose commands are run, and the test that runs them. */
const RUN: Readonly<Record<string, string>> = {
    "docs/verify-write.md": "test/verify/write/command.test.ts",
    "docs/first-hour.md": "test/docs/first-hour.test.ts",
    "docs/client.md": "test/docs/readme.test.ts",
    "docs/adopt.md": "test/project/start-from-what-you-have.test.ts",
    "docs/errors.md": "test/runs/errors.test.ts",
    "docs/guides/agents.md": "test/cli/mcp/mcp.test.ts",
    "docs/guides/team.md": "test/docs/guides.test.ts",
    "docs/guides/accept-drift.md": "test/docs/guides.test.ts",
    "docs/guides/leavers.md": "test/docs/guides.test.ts",
    "docs/guides/reviewers.md": "test/docs/guides.test.ts",
    "docs/guides/limited-time.md": "test/docs/guides.test.ts",
    "docs/guides/break-glass.md": "test/docs/guides.test.ts",
    "docs/guides/on-call.md": "test/docs/guides.test.ts",
    "docs/guides/quarterly-review.md": "test/docs/guides.test.ts",
    "docs/guides/several-organizations.md": "test/docs/guides.test.ts",
};
/** Pages whose commands are not run unchanged by any test, with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
    "README.md":
        "names an address that does not exist; test/project/start-from-what-you-have.test.ts runs the same commands",
    "docs/languages.md": "needs language hosts of Pulumi; test/plugin/cli.test.ts runs such a program where they are",
    "examples/languages/README.md": "needs language hosts of Pulumi; npm run prove languages runs these commands",
    "docs/from-terraform.md": "needs Terraform; test/cli/from-terraform.test.ts runs the command on a state",
    "docs/guides/pipelines.md": "test/pipelines copies the folder and runs its scripts",
    "docs/guides/upgrade.md": "needs a registry; test/upgrades restores the states of earlier versions",
    "docs/new-kind.md": "would add a kind to the package",
    "docs/policies.md": "needs the Pulumi CLI's policy runtime; test/policies runs the rules and the pack",
    "docs/reliability.md": "needs a killed run; test/stack/recovery and test/proofs/kills make one",
    "docs/reports.md":
        "needs jq, and an event log; test/review/report and the story of npm run gitops make these reports",
    "docs/settings.md": "sets values of a stack; test/runs/defaults.test.ts runs a program with them",
    "docs/testing.md": "needs Python and the vendor's clients",
    "docs/verify.md": "names an address that does not exist; test/verify/command.test.ts runs the commands",
    "docs/tokens.md": "names an address that does not exist; test/runs/tokens.test.ts runs the commands",
};

const operations = readFileSync(join(root, "docs/operations.md"), "utf8");

interface Found {
    readonly page: string;
    readonly line: number;
    readonly text: string;
}

const found: Found[] = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: block = "", index }) => ({
        page,
        line: text.slice(0, index).split("\n").length + 1,
        text: block,
    }));
});

describe("a TypeScript block compiles", () => {
    /** Compiler errors of each block, by file name. */
    let errorsOf: Map<string, string[]>;

    beforeAll(() => {
        const files = new Map(found.map((block) => [fileOf(block), sourceOf(block)]));
        const options: ts.CompilerOptions = {
            module: ts.ModuleKind.NodeNext,
            target: ts.ScriptTarget.ES2023,
            strict: true,
            skipLibCheck: true,
            noEmit: true,
            types: ["node"],
        };
        const host = ts.createCompilerHost(options);
        const { getSourceFile, fileExists, readFile } = host;
        host.fileExists = (file) => files.has(file) || fileExists(file);
        host.readFile = (file) => files.get(file) ?? readFile(file);
        host.getSourceFile = (file, version, ...rest) => {
            const text = files.get(file);
            return text === undefined
                ? getSourceFile(file, version, ...rest)
                : ts.createSourceFile(file, text, version);
        };
        const program = ts.createProgram([...files.keys()], options, host);
        errorsOf = new Map();
        for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
            const name = file?.fileName ?? "";
            errorsOf.set(name, [...(errorsOf.get(name) ?? []), ts.flattenDiagnosticMessageText(messageText, "\n")]);
        }
    });

    test.each(found.map((block) => [`${block.page}:${block.line}`, block] as const))("%s", (_, block) => {
        expect(errorsOf.get(fileOf(block)) ?? [], block.text).toEqual([]);
    });

    test("more than 50 pages have TypeScript blocks", () => {
        expect(new Set(found.map(({ page }) => page)).size).toBeGreaterThan(50);
    });
});

test("every page with commands is run by a test or listed with a reason", () => {
    const withCommands = pages.filter((page) =>
        blocksOf(readFileSync(join(root, page), "utf8")).some(({ language }) => language === "sh"),
    );
    expect([...Object.keys(RUN), ...Object.keys(NOT_RUN)].sort()).toEqual(withCommands.sort());
    const unmentioned = Object.entries(RUN).filter(([page, file]) => {
        const text = readFileSync(join(root, file), "utf8");
        return !text.includes(page) && !text.includes(page.split("/").slice(0, -1).join("/"));
    });
    expect(unmentioned).toEqual([]);
});

describe("each documented CLI command", () => {
    const CODE = /^```(?:sh|console)?\n([\s\S]*?)^```$|^((?: {4}.*\n)+)/gm;
    const lines = pages.flatMap((page) => {
        const text = readFileSync(join(root, page), "utf8");
        const code = [...text.matchAll(CODE)].map(([, fenced, indented]) => fenced ?? indented ?? "").join("\n");
        return [...code.replaceAll("\\\n", " ").matchAll(/\baccess-governance ([a-z][a-z-]*)(?: ([^\n|#]*))?/g)].map(
            ([, command = "", rest = ""]) => ({ page, command, rest }),
        );
    });
    const commands = [...new Set(lines.map(({ command }) => command))].filter((command) => command !== "complete");

    test.each(commands)("%s exists and has the options that the pages use", (command) => {
        const help = execFileSync(process.execPath, [join(root, "dist/cli/main.js"), command, "--help"]).toString();
        expect(help).toContain(`access-governance ${command}`);
        const given = lines.filter((line) => line.command === command);
        for (const { page, rest } of given) {
            if (command === "call") {
                // Its options are the parameters of the operation; test/docs/readme.test.ts and test/docs/guides.test.ts run such commands.
                const [operation = ""] = rest.split(" ");
                if (/^\w+\.\w+$/.test(operation)) expect(operations, page).toContain(`\`${operation}\``);
                continue;
            }
            for (const [option] of rest.matchAll(/--[a-z][a-z-]*/g)) expect(help, `${page}: ${rest}`).toContain(option);
        }
    });

    test("more than 12 commands are documented", () => expect(commands.length).toBeGreaterThan(12));
});

/** The path of a block's own file, inside the repository so that it can import the package by name. */
function fileOf({ page, line }: Found): string {
    return join(root, "test/docs/blocks", `${page.replace(/\W/g, "-")}-${line}.ts`);
}

/** Programs with exports are compiled unchanged; other blocks are wrapped in an async function. */
function sourceOf({ page, text }: Found): string {
    const imports = [...text.matchAll(/^import [\s\S]*?;$/gm)].map(([one]) => one).join("\n");
    const rest = text.replace(/^import [\s\S]*?;$/gm, "");
    const { imports: others = "", given = "" } = CONTEXTS[page] ?? {};
    const body = /^export /m.test(rest) ? rest : `export async function block() {\n${rest}\n}\n`;
    return `${imports || others}\n${given}\n${body}`;
}
