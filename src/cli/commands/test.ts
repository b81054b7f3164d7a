import { existsSync } from "node:fs";
import { type Command, Option } from "commander";
import type { AccessTest } from "../../access/guarantees/access-test.js";
import { UsageError } from "../../common/errors.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { rulesIn } from "../options/gates.js";
import type { KnowledgeAfter } from "../steps/knowledge.js";

interface Options {
    snapshot?: string;
    state?: string;
    preview?: string;
    suggest?: boolean;
    format: "text" | "json" | "junit" | "markdown";
}

/** Files that are read if none is named. */
const DEFAULT_FILES = ["access.test.yaml", "access-rules.yaml", "access-rules.json"];

/** `access-governance test`: whether everybody can do what they must, and nobody can do what they must not. */
export function addTest(program: Command): void {
    program
        .command("test")
        .summary("test who can and cannot reach what")
        .description(DESCRIPTION)
        .argument("[files...]", `files of tests and rules (default: ${DEFAULT_FILES.join(", ")}, those that exist)`)
        .option("--snapshot <file>", "file of `access-governance snapshot`, or - for standard input")
        .option("--state <file>", "output of `pulumi stack export`, or -: tests what this program declares")
        .option("--preview <file>", "document of a preview, or -: tests the organization after the change")
        .option("--suggest", "print tests that pass today, as a file to start from")
        .addOption(
            new Option("--format <format>", "output format")
                .choices(["text", "json", "junit", "markdown"])
                .default("text"),
        )
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`)
        .action(run);
}

const DESCRIPTION = `Tests who can and cannot reach, request, approve, administer and see what. It reads the whole organization from the service, or the file
given with --snapshot or --state. With --preview, it tests the organization as it will be after the change, and shows the chains of steps to sensitive
groups and resources that the change opens or cuts. It only reads.

The exit code is 0 if all tests pass, ${EXIT_CODES.testFailed} if one fails, and ${EXIT_CODES.notKnown} if none fails but the API does not return enough to tell.

Address and token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance test --suggest > access.test.yaml
  $ access-governance test
  $ access-governance test --snapshot access.json --format junit > access.xml
  $ pulumi preview --refresh --show-sames --json > preview.json; access-governance test --preview preview.json`;

async function run(files: readonly string[], options: Options): Promise<void> {
    if (options.suggest && files.length > 0) throw new UsageError("--suggest cannot be combined with test files.");
    const rules = options.suggest ? { tests: [], assumptions: {} } : await testsIn(files);
    const { knowledge, doubt, chains } = await source(options, rules);
    const [{ suggestTests }, { outcomeOf, runTests }, reports, { chainsDocument, chainsMarkdown, chainsText }] =
        await Promise.all([
            import("../../access/guarantees/suggestions.js"),
            import("../../access/guarantees/verdicts.js"),
            import("../../access/guarantees/reports.js"),
            import("../../access/guarantees/chain-reports.js"),
        ]);
    if (options.suggest) {
        const { stringify } = await import("yaml");
        const tests = suggestTests(knowledge).map(({ ifUnknown, ...test }) => test);
        process.stdout.write(stringify({ tests }, { lineWidth: 0 }));
        return;
    }
    const results = runTests(knowledge, rules.tests, doubt);
    const { directory } = knowledge;
    const parts = (tests: string, ofChains: string): string =>
        [tests, ofChains].filter((part) => part !== "").join("\n");
    const document = () => ({
        ...reports.testsDocument(results, directory),
        ...(chains && { chains: chainsDocument(chains, directory) }),
    });
    const text = {
        text: () => parts(reports.testsText(results, directory), chains ? chainsText(chains, directory) : ""),
        markdown: () =>
            parts(reports.testsMarkdown(results, directory), chains ? chainsMarkdown(chains, directory) : ""),
        junit: () => reports.testsJunit(results, directory),
        json: () => `${JSON.stringify(document(), undefined, 4)}\n`,
    };
    process.stdout.write(text[options.format]());
    if (knowledge.isOfProgram) for (const limit of knowledge.limits) console.error(limit.toString());
    const outcome = outcomeOf(results);
    if (outcome !== "passed") process.exitCode = outcome === "failed" ? EXIT_CODES.testFailed : EXIT_CODES.notKnown;
}

interface Tests {
    readonly tests: readonly AccessTest[];
    readonly assumptions: NonNullable<Awaited<ReturnType<typeof rulesIn>>["assumptions"]>;
}

/** Tests and assumptions of the files. Later files override the assumptions of earlier ones. */
async function testsIn(files: readonly string[]): Promise<Tests> {
    const named = files.length > 0 ? files : DEFAULT_FILES.filter((file) => existsSync(file));
    if (named.length === 0)
        throw new UsageError("No test file found. Start with `access-governance test --suggest > access.test.yaml`.");
    const all = await Promise.all(named.map((file) => rulesIn(file)));
    const tests = all.flatMap((one) => one.tests ?? []);
    if (tests.length === 0) throw new UsageError(`${named.join(", ")} contains no tests. Add a section "tests".`);
    return { tests, assumptions: Object.assign({}, ...all.map(({ assumptions }) => assumptions)) };
}

/** The organization to test, and what may change any result. */
async function source({ snapshot, state, preview }: Options, { tests, assumptions }: Tests): Promise<KnowledgeAfter> {
    if (state !== undefined && (snapshot ?? preview) !== undefined)
        throw new UsageError("--state cannot be combined with --snapshot or --preview.");
    const { knowledgeFrom, knowledgeAfter } = await import("../steps/knowledge.js");
    // A change may be the first to need a tag.
    if (preview !== undefined) return knowledgeAfter(preview, { snapshot, assumptions, tests, hasAllTags: true });
    const knowledge = await knowledgeFrom({ snapshot, state, assumptions, tests });
    // The limits of a state are those of every program.
    return { knowledge, doubt: knowledge.isOfProgram ? [] : knowledge.limits };
}
