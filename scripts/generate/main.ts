/**
 * Generates src/api/generated/ from the OpenAPI documents in api/: types and zod schemas with @hey-api/openapi-ts; the table of operations, the
 * areas of the client and the manual of the command line with the files in this folder. Also generates docs/operations.md,
 * api/access-rules.schema.json (for editors of rules files), api/report.schema.json (the JSON report), api/plugin.schema.json (for SDKs in other
 * languages), docs/kinds and the lists of all kinds (../kinds), and the lists of docs/policies.md (../policies).
 * `npm run generate -- --check` fails if a file is out of date. `--compare FILE` lists what a newer document of the API has and ours lacks, and
 * `--merge FILE SOURCE` adds it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { kindLists } from "../kinds/lists.js";
import { llmsIndex } from "../site/llms.js";
import { compareApi, mergeApi } from "./api-update.js";
import { clientAreas } from "./areas.js";
import { withBounds } from "./bounds.js";
import { operationsOf, readDocument } from "./document.js";
import { manual } from "./manual.js";
import { methodNames } from "./names.js";
import { reference } from "./reference.js";
import { generateSchemas } from "./schemas.js";
import { operationTable } from "./table.js";

const root = join(__dirname, "../..");
const target = join(root, "src/api/generated");

const SCRATCH = "src/api/.generating-";
/** Age in milliseconds after which the folder of a killed run is deleted. */
const STALE_MS = 60 * 60_000;

async function main(): Promise<void> {
    const check = process.argv.includes("--check");
    const document = withBounds(readDocument(join(root, "api")));
    const names = methodNames(operationsOf(document));
    // Inside the checkout, so that the formatter applies the project's own configuration.
    removeStale();
    const scratch = mkdtempSync(join(root, SCRATCH));
    try {
        await generateSchemas(scratch, document);
        writeFileSync(join(scratch, "operations.gen.ts"), operationTable(names));
        writeFileSync(join(scratch, "areas.gen.ts"), clientAreas(document, names));
        writeFileSync(join(scratch, "manual.gen.ts"), manual(document, names));
        execFileSync(
            join(root, "node_modules/.bin/biome"),
            ["format", "--write", "--vcs-use-ignore-file=false", scratch],
            {
                stdio: "pipe",
                cwd: root,
            },
        );
        // Written first, because the pages contain only listed kinds.
        const lists = kindLists();
        const staleLists = staleOf(lists);
        if (!check) for (const file of staleLists) writeFileSync(file, lists.get(file) ?? "");
        const load = createRequire(__filename);
        const pages = load("../kinds/pages.js") as typeof import("../kinds/pages.js");
        const policies = load("../policies/page.js") as typeof import("../policies/page.js");
        const rules = load("../../src/review/impact/rules.js") as typeof import("../../src/review/impact/rules.js");
        const plugin = load("../plugin/schema.js") as typeof import("../plugin/schema.js");
        const functions = load("../plugin/function-page.js") as typeof import("../plugin/function-page.js");
        const report = load(
            "../../src/cli/steps/report-document.js",
        ) as typeof import("../../src/cli/steps/report-document.js");
        const schema = plugin.pluginSchema();
        const made = new Map([
            ...readdirSync(scratch).map(
                (file) => [join(target, file), readFileSync(join(scratch, file), "utf8")] as const,
            ),
            [join(root, "docs/operations.md"), reference(document, names)],
            [join(root, "api/access-rules.schema.json"), `${JSON.stringify(rules.rulesJsonSchema(), undefined, 4)}\n`],
            [join(root, "api/report.schema.json"), `${JSON.stringify(report.reportJsonSchema(), undefined, 4)}\n`],
            [join(root, "api/plugin.schema.json"), schema],
            ...lists,
            ...pages.kindPages(),
            policies.policyPage(),
            functions.functionPage(schema),
        ]);
        made.set(
            join(root, "llms.txt"),
            llmsIndex((page) => `docs/${page}`, made),
        );
        const stale = [...new Set([...staleLists, ...staleOf(made)])];
        const named = stale.map((file) => relative(root, file)).join(", ");
        if (check && stale.length > 0) {
            console.error(`Not up to date: ${named}. Run npm run generate.`);
            process.exitCode = 1;
            return;
        }
        for (const file of stale) {
            mkdirSync(dirname(file), { recursive: true });
            writeFileSync(file, made.get(file) ?? "");
        }
        // What is derived from the kinds was made with the schemas that this process had loaded before they changed.
        if (stale.some((file) => file.startsWith(target))) {
            execFileSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
            return;
        }
        console.log(
            `${names.size} operations, ${made.size} files, ${stale.length} of them ${check ? "stale" : "written"}`,
        );
    } finally {
        rmSync(scratch, { recursive: true });
    }
}

const [option, file, source] = process.argv.slice(2);
if (option === "--compare" && file) process.exitCode = compareApi(file) ? 0 : 1;
else if (option === "--merge" && file && source?.includes(": ")) mergeApi(file, source);
else if (option !== undefined && option !== "--check") {
    console.error('Usage: npm run generate [-- --check | --compare FILE | --merge FILE "KEY: SOURCE"]');
    process.exitCode = 2;
} else
    main().catch((error: unknown) => {
        console.error(error);
        process.exitCode = 1;
    });

function staleOf(made: ReadonlyMap<string, string>): string[] {
    return [...made.keys()].filter((file) => made.get(file) !== existing(file));
}

function existing(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch {
        return "";
    }
}

function removeStale(): void {
    const folder = join(root, dirname(SCRATCH));
    for (const name of readdirSync(folder).filter((one) => one.startsWith(basename(SCRATCH)))) {
        const path = join(folder, name);
        if (Date.now() - statSync(path).mtimeMs > STALE_MS) rmSync(path, { recursive: true });
    }
}
