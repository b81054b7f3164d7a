import type { Command } from "commander";
import { UsageError } from "../../common/errors.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { formatOption } from "../options/option-values.js";
import { printResult } from "../screen/terminal.js";
import { DEFAULT_FILES, type SourceOptions, suggestedTests, testedKnowledge, testsIn } from "../steps/tests.js";

interface Options extends SourceOptions {
    future?: boolean;
    suggest?: boolean;
    format: "text" | "json" | "junit" | "markdown";
}

/** `access-governance test`: tests who can and cannot reach a target. */
export function addTest(program: Command): void {
    program
        .command("test")
        .summary("test who can and cannot reach groups and resources")
        .description(DESCRIPTION)
        .argument("[files...]", `files with tests and rules (default: ${DEFAULT_FILES.join(", ")}, if they exist)`)
        .option("--snapshot <file>", "output file of `access-governance snapshot`, or - for standard input")
        .option("--state <file>", "output of `pulumi stack export`, or -: test only what this program declares")
        .option("--preview <file>", "output of `pulumi preview --json`, or -: test the organization after the change")
        .option("--future", "also check the tests for possible new users (checked, not proved)")
        .option("--suggest", "print tests that pass today, as a file to start from")
        .addOption(formatOption(["text", "json", "junit", "markdown"]))
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`)
        .action(run);
}

const DESCRIPTION = `Tests who can and cannot reach, request, approve, administer or see groups and resources. It reads the whole organization from the service, or the file
given with --snapshot or --state. With --preview, it tests the organization as it will be after the change, and shows which sensitive
groups and resources people can newly, or no longer, reach in several steps. It only reads.

With --future, each test is also checked for new users, one at a time: for every combination of the tags and HR statuses that the test and the
access rules name, in the groups and owners that "who" names. Up to 2,000 combinations are checked for each target; if there are more, a test
that would pass is unknown. Tests with "climb to", and of machines or individual users, are checked for current users only.

The exit code is 0 if all tests pass, ${EXIT_CODES.testFailed} if one fails, and ${EXIT_CODES.notKnown} if none fails but the API does not return enough data to decide.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance test --suggest > access.test.yaml
  $ access-governance test
  $ access-governance test --future
  $ access-governance test --snapshot access.json --format junit > access.xml
  $ pulumi preview --refresh --show-sames --json > preview.json; access-governance test --preview preview.json`;

async function run(files: readonly string[], options: Options): Promise<void> {
    if (options.suggest && (files.length > 0 || options.future))
        throw new UsageError("--suggest cannot be combined with test files or --future.");
    const rules = options.suggest ? { tests: [], assumptions: {} } : await testsIn(files);
    const { knowledge, doubt, chains } = await testedKnowledge(options, rules);
    if (options.suggest) return void process.stdout.write(await suggestedTests(knowledge));
    const [
        { runFutureTests },
        { outcomeOf, runTests },
        reports,
        { chainsDocument, chainsSection },
        { itemsText },
        { sectionMarkdown },
    ] = await Promise.all([
        import("../../access/guarantees/tests/future.js"),
        import("../../access/guarantees/tests/verdicts.js"),
        import("../../access/guarantees/tests/reports.js"),
        import("../../access/guarantees/escalation/chain-reports.js"),
        import("../../common/outline/outline-text.js"),
        import("../../common/outline/outline-markdown.js"),
    ]);
    const results = (options.future ? runFutureTests : runTests)(knowledge, rules.tests, doubt);
    const { directory } = knowledge;
    const ofChains = chains && chainsSection(chains, directory);
    const parts = (tests: string, rest: string): string => [tests, rest].filter((part) => part !== "").join("\n");
    printResult(options.format, {
        text: () => parts(reports.testsText(results, directory), itemsText(ofChains?.items ?? [])),
        markdown: () =>
            parts(reports.testsMarkdown(results, directory), ofChains ? `${sectionMarkdown(ofChains)}` : ""),
        junit: () => reports.testsJunit(results, directory),
        json: () => ({
            ...reports.testsDocument(results, directory),
            ...(chains && { chains: chainsDocument(chains, directory) }),
        }),
    });
    if (knowledge.isOfProgram) for (const limit of knowledge.limits) console.error(limit.toString());
    const outcome = outcomeOf(results);
    if (outcome !== "passed") process.exitCode = outcome === "failed" ? EXIT_CODES.testFailed : EXIT_CODES.notKnown;
}
