/** Every TypeScript block of a page compiles against the package, strictly; every block of commands is typed by a test, or says why not. */
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

interface Around {
    /** What a block without imports takes from above it. */
    readonly imports: string;
    /** What is the reader's own. */
    readonly given?: string;
}

const PROGRAM = 'import * as pulumi from "@pulumi/pulumi";\nimport * as access from "pulumi-access-governance";';

/** What the parts of programs on a page count on. */
const AROUND: Readonly<Record<string, Around>> = {
    "docs/declaring.md": { imports: PROGRAM },
    "docs/programs.md": {
        imports: `${PROGRAM}\nimport { LocalWorkspace } from "@pulumi/pulumi/automation";`,
        given: "declare const program: () => Promise<void>;",
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

/** Pages whose commands a test types, with that test. */
const TYPED: Readonly<Record<string, string>> = {
    "docs/verify-write.md": "test/verify/write/command.test.ts",
    "docs/first-hour.md": "test/docs/first-hour.test.ts",
    "docs/client.md": "test/docs/readme.test.ts",
    "docs/adopt.md": "test/project/start-from-what-you-have.test.ts",
    "docs/errors.md": "test/runs/errors.test.ts",
    "docs/guides/team.md": "test/docs/guides.test.ts",
    "docs/guides/accept-drift.md": "test/docs/guides.test.ts",
    "docs/guides/reviewers.md": "test/docs/guides.test.ts",
    "docs/guides/limited-time.md": "test/docs/guides.test.ts",
    "docs/guides/break-glass.md": "test/docs/guides.test.ts",
    "docs/guides/on-call.md": "test/docs/guides.test.ts",
    "docs/guides/quarterly-review.md": "test/docs/guides.test.ts",
    "docs/guides/several-organizations.md": "test/docs/guides.test.ts",
};
/** Pages whose commands no test types as they stand, with the reason. */
const NOT_TYPED: Readonly<Record<string, string>> = {
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

describe("TypeScript", () => {
    /** What the compiler says of each block, by the name of its file. */
    let said: Map<string, string[]>;

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
        said = new Map();
        for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
            const name = file?.fileName ?? "";
            said.set(name, [...(said.get(name) ?? []), ts.flattenDiagnosticMessageText(messageText, "\n")]);
        }
    }, 120_000);

    test.each(found.map((block) => [`${block.page}:${block.line}`, block] as const))("%s", (_, block) => {
        expect(said.get(fileOf(block)) ?? [], block.text).toEqual([]);
    });

    test("is found on many pages", () => {
        expect(new Set(found.map(({ page }) => page)).size).toBeGreaterThan(50);
    });
});

test("each page with commands is typed by a test, or says why not", () => {
    const withCommands = pages.filter((page) =>
        blocksOf(readFileSync(join(root, page), "utf8")).some(({ language }) => language === "sh"),
    );
    expect([...Object.keys(TYPED), ...Object.keys(NOT_TYPED)].sort()).toEqual(withCommands.sort());
    const silent = Object.entries(TYPED).filter(([page, file]) => {
        const text = readFileSync(join(root, file), "utf8");
        return !text.includes(page) && !text.includes(page.split("/").slice(0, -1).join("/"));
    });
    expect(silent).toEqual([]);
});

describe("each command of the shell", () => {
    const CODE = /^```(?:sh|console)?\n([\s\S]*?)^```$|^((?: {4}.*\n)+)/gm;
    const lines = pages.flatMap((page) => {
        const text = readFileSync(join(root, page), "utf8");
        const code = [...text.matchAll(CODE)].map(([, fenced, indented]) => fenced ?? indented ?? "").join("\n");
        return [...code.replaceAll("\\\n", " ").matchAll(/\baccess-governance ([a-z][a-z-]*)(?: ([^\n|#]*))?/g)].map(
            ([, command = "", rest = ""]) => ({ page, command, rest }),
        );
    });
    const commands = [...new Set(lines.map(({ command }) => command))].filter((command) => command !== "complete");

    test.each(commands)("%s exists, with the options that pages give it", (command) => {
        const help = execFileSync(process.execPath, [join(root, "dist/cli/main.js"), command, "--help"]).toString();
        expect(help).toContain(`access-governance ${command}`);
        const given = lines.filter((line) => line.command === command);
        for (const { page, rest } of given) {
            if (command === "call") {
                // Its options are the parameters of the operation; test/docs/readme.test.ts and test/docs/guides.test.ts run them.
                const [operation = ""] = rest.split(" ");
                if (/^\w+\.\w+$/.test(operation)) expect(operations, page).toContain(`\`${operation}\``);
                continue;
            }
            for (const [option] of rest.matchAll(/--[a-z][a-z-]*/g)) expect(help, `${page}: ${rest}`).toContain(option);
        }
    });

    test("is found", () => expect(commands.length).toBeGreaterThan(12));
});

/** A file of its own for each block, inside the repository: so it finds the package by its name. */
function fileOf({ page, line }: Found): string {
    return join(root, "test/docs/blocks", `${page.replace(/\W/g, "-")}-${line}.ts`);
}

/** A program with exports as it stands; everything else in a function that may wait. */
function sourceOf({ page, text }: Found): string {
    const imports = [...text.matchAll(/^import [\s\S]*?;$/gm)].map(([one]) => one).join("\n");
    const rest = text.replace(/^import [\s\S]*?;$/gm, "");
    const { imports: others = "", given = "" } = AROUND[page] ?? {};
    const body = /^export /m.test(rest) ? rest : `export async function block() {\n${rest}\n}\n`;
    return `${imports || others}\n${given}\n${body}`;
}
