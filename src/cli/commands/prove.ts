import type { Command } from "commander";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { formatOption } from "../options/format.js";
import { DEFAULT_FILES, type SourceOptions, testedKnowledge, testsIn } from "../steps/tests.js";

interface Options extends SourceOptions {
    format: "text" | "json";
}

/** `access-governance prove`: proves that access tests pass for every possible person. */
export function addProve(program: Command): void {
    program
        .command("prove")
        .summary("prove access tests for every possible person")
        .description(DESCRIPTION)
        .argument("[files...]", `files with tests and rules (default: ${DEFAULT_FILES.join(", ")}, if they exist)`)
        .option("--snapshot <file>", "output file of `access-governance snapshot`, or - for standard input")
        .option(
            "--preview <file>",
            "output of `pulumi preview --json`, or -: prove the tests for the organization after the change",
        )
        .addOption(formatOption())
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`)
        .action(run);
}

const DESCRIPTION = `Proves that access tests pass for each current user and for any new user, whatever their tags and HR status are, or finds a person who
violates them. \`test\` checks only the current users, with their current tags. A proof assumes that everything else stays unchanged; the
output lists its assumptions. Tests with "climb to" cannot be proved.

It requires the package z3-solver (npm install --save-dev z3-solver). It only reads.

The exit code is 0 if all tests are proved, ${EXIT_CODES.testFailed} if one is refuted, and ${EXIT_CODES.notKnown} if none is refuted but the API does not return enough data to decide.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance prove
  $ access-governance prove access.test.yaml --snapshot access.json --format json`;

async function run(files: readonly string[], options: Options): Promise<void> {
    const rules = await testsIn(files);
    const { Solver } = await import("../../access/guarantees/proofs/solver.js");
    const solver = await Solver.start();
    try {
        const { knowledge, doubt } = await testedKnowledge(options, rules);
        const [{ prove }, reports] = await Promise.all([
            import("../../access/guarantees/proofs/proofs.js"),
            import("../../access/guarantees/proofs/proof-reports.js"),
        ]);
        const proofs = await prove(knowledge, rules.tests, solver, doubt);
        const { records } = knowledge.model;
        const premises = { assumptions: records.assumptions, idOf: (number: number) => records.principals.id(number) };
        process.stdout.write(
            options.format === "json"
                ? `${JSON.stringify(reports.proofsDocument(proofs, premises, knowledge.directory), undefined, 4)}\n`
                : reports.proofsText(proofs, premises, knowledge.directory),
        );
        for (const limit of knowledge.limits) console.error(limit.toString());
        const isRefuted = proofs.some(({ status }) => status === "refuted");
        // A test that does not match anything is not excused by ifUnknown.
        const isUnknown = proofs.some(
            ({ status, test, problem }) => status === "unknown" && (problem !== undefined || test.ifUnknown === "fail"),
        );
        if (isRefuted || isUnknown) process.exitCode = isRefuted ? EXIT_CODES.testFailed : EXIT_CODES.notKnown;
    } finally {
        solver.close();
    }
}
