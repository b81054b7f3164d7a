import { existsSync, writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import type { BaselineComparison, CoverageBaseline } from "../../adopt/coverage/baseline.js";
import { type Coverage, shareOf } from "../../adopt/coverage/coverage.js";
import type { InventoryOptions, OrganizationInventory } from "../../adopt/export/inventory/inventory.js";
import type { ExportSelection } from "../../adopt/export/inventory/selection.js";
import type { Client } from "../../api/client.js";
import { counted } from "../../common/counts.js";
import { UsageError } from "../../common/errors.js";
import { type Phrase, prose } from "../../common/phrase.js";
import { TokenRights } from "../../kernel.js";
import { readDocument } from "../calls/input.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { formatOption, wholeNumber } from "../options/option-values.js";
import { takesSelection } from "../options/selection-options.js";
import { printResult } from "../screen/terminal.js";
import { sayFaults } from "../steps/export-run.js";
import { withReader } from "../steps/facts.js";
import { readDeployments } from "../steps/pulumi-documents.js";

interface Options extends ExportSelection, BaselineOptions {
    format: "text" | "json";
    page?: string;
    comment?: string;
    all?: boolean;
    failUnder?: number;
}

interface BaselineOptions {
    baseline?: string;
    writeBaseline?: string;
    failOnUndeclared?: boolean;
}

/** `access-governance coverage`: shows how much of an organization is declared by stacks. */
export function addCoverage(program: Command): void {
    const command = program
        .command("coverage")
        .summary("show how much of the organization is declared")
        .description(DESCRIPTION)
        .argument("[files...]", "output of `pulumi stack export`, one file per stack (default: standard input, or -)")
        .addOption(formatOption())
        .option("--page <file>", "also write an HTML page")
        .option("--comment <file>", "also write what the gate finds to this file, as Markdown")
        .option("--all", "list everything that is not declared")
        .option(
            "--fail-under <percent>",
            "exit with 16 if less than this percentage is declared, or if there is nothing to declare",
            wholeNumber(0, 100),
        )
        .option(
            "--fail-on-undeclared",
            "exit with 31 if something is neither declared nor in the baseline, or with 22 if that is unknown",
        )
        .option("--baseline <file>", "file of --write-baseline: what is undeclared on purpose")
        .addOption(
            new Option(
                "--write-baseline <file>",
                "write a file that accepts everything that is undeclared now; keeps the reasons in an existing file",
            ).conflicts(["baseline", "failOnUndeclared"]),
        );
    takesSelection(command, "compare").addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`).action(run);
}

const DESCRIPTION = `Compares the objects that stacks declare with the organization. For each kind, it shows how many objects are declared, which ones are not, which
do not have an administrator, and which are declared but no longer exist. It only reads from the service.

With --fail-on-undeclared, it is a gate for what is created outside, such as a new group that gives access to production. A baseline lists what you accept: review
the file like code.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ pulumi stack export | access-governance coverage
  $ access-governance coverage platform.json payments.json --page coverage.html
  $ pulumi stack export | access-governance coverage --team Payments --fail-under 90
  $ pulumi stack export | access-governance coverage --write-baseline access-baseline.prod.json
  $ pulumi stack export | access-governance coverage --baseline access-baseline.prod.json --fail-on-undeclared`;

async function run(
    files: readonly string[],
    { format, page, comment, all, failUnder, baseline, writeBaseline, failOnUndeclared, ...given }: Options,
): Promise<void> {
    const former = await formerBaseline({ baseline, writeBaseline });
    if (baseline !== undefined && Object.keys(given).length > 0)
        throw new UsageError(
            "--baseline compares the part of the organization that its file is about. Omit the options that select a part, or write the file again with them.",
        );
    const selection = Object.keys(given).length > 0 ? given : (former?.selection ?? {});
    const isGate = failOnUndeclared === true || baseline !== undefined || comment !== undefined;
    const isCompared = isGate || writeBaseline !== undefined;
    const { coverage, inventory, seesEverything } = await withReader(async (client, progress) => {
        const found = await stackCoverage(files.length > 0 ? files : ["-"], { client, selection, progress });
        if (!isCompared) return { ...found, seesEverything: true };
        const [{ kinds }, { withoutRequested }] = await Promise.all([
            import("../../resources/kinds.js"),
            import("../../adopt/coverage/requested.js"),
        ]);
        const findings = await withoutRequested(found.coverage.findings, kinds, client);
        return { ...found, coverage: { ...found.coverage, findings }, seesEverything: await hasEverySight(client) };
    });
    const unknown = unknownReasons(coverage, seesEverything);
    const { compareWithBaseline } = await import("../../adopt/coverage/baseline.js");
    const compared = compareWithBaseline(coverage, former ?? { undeclared: [] });
    if (page !== undefined) {
        const { coveragePageHtml } = await import("../../adopt/coverage/page.js");
        writeFileSync(page, coveragePageHtml(coverage, "Access governance: what is declared"));
    }
    await printCoverage({ format, all, comment }, coverage, unknown, isGate ? compared : undefined);
    sayFaults(inventory);
    // The coverage is incomplete if objects could not be read, because it is unknown whether they are declared.
    if (coverage.unread.length > 0) process.exitCode = EXIT_CODES.incomplete;
    if (failUnder !== undefined) {
        // Otherwise a selection of nothing, or a token that cannot see anything, would count as complete.
        if (coverage.total.there === 0)
            console.error(
                "--fail-under: no object was found to declare. Check the address, the token and the selection.",
            );
        if (coverage.total.there === 0 || shareOf(coverage.total) < failUnder) process.exitCode = EXIT_CODES.incomplete;
    }
    if (writeBaseline !== undefined) await writeBaselineFile(writeBaseline, coverage, { selection, former, unknown });
    if (failOnUndeclared && unknown.length > 0) process.exitCode = EXIT_CODES.notKnown;
    if (failOnUndeclared && compared.added.length > 0) process.exitCode = EXIT_CODES.undeclared;
}

/** Reads the baseline to compare with, or the one to be replaced. @throws UsageError */
async function formerBaseline({ baseline, writeBaseline }: BaselineOptions): Promise<CoverageBaseline | undefined> {
    const isNew = writeBaseline !== undefined && !existsSync(writeBaseline);
    const file = isNew ? undefined : (baseline ?? writeBaseline);
    if (file === undefined) return undefined;
    const { parseBaseline } = await import("../../adopt/coverage/baseline.js");
    return parseBaseline(await readDocument(file, "The baseline"), file);
}

/** Whether the token is known to see every object. For any other, the lists of the service may lack some without an error. */
function hasEverySight(client: Client): Promise<boolean> {
    const userId = () => client.call("getCurrentUser").then(({ user_id }) => user_id);
    return new TokenRights(client, userId).seesEverything();
}

/** Reasons why something undeclared may be missing in a coverage. */
function unknownReasons({ unread, total }: Coverage, seesEverything: boolean): Phrase[] {
    return [
        ...unread.map(({ kind, id, because }) => prose`${kind} ${id}: ${because}`),
        ...(seesEverything
            ? []
            : [
                  prose`The service may hide objects from this token. Use the token of an administrator or of an auditor.`,
              ]),
        ...(total.there === 0
            ? [prose`No object was found to declare. Check the address, the token and the selection.`]
            : []),
    ];
}

/** Prints a coverage, and what the gate finds if it was asked for. */
async function printCoverage(
    { format, all, comment }: { format: Options["format"]; all: boolean | undefined; comment: string | undefined },
    coverage: Coverage,
    unknown: readonly Phrase[],
    compared: BaselineComparison | undefined,
): Promise<void> {
    const [{ coverageText }, { undeclaredOutline }, { outlineText }, { outlineMarkdown }] = await Promise.all([
        import("../../adopt/coverage/text.js"),
        import("../../adopt/coverage/outline.js"),
        import("../../common/outline/outline-text.js"),
        import("../../common/outline/outline-markdown.js"),
    ]);
    const outline = undeclaredOutline(compared ?? { added: [], stale: [] }, unknown);
    if (comment !== undefined) writeFileSync(comment, outlineMarkdown(outline, LONGEST_MARKDOWN));
    printResult(format, {
        text: () => coverageText(coverage, all) + (compared ? `\n${outlineText(outline)}` : ""),
        json: () => ({ ...coverage, ...(compared && { baseline: compared, unknown }) }),
    });
}

/** Maximum length of the Markdown. A pipeline adds it to a report of up to 60,000 characters, and an issue can contain 65,536. */
const LONGEST_MARKDOWN = 5000;

/** Writes a baseline, unless something undeclared may be missing in it. */
async function writeBaselineFile(
    file: string,
    coverage: Coverage,
    {
        selection,
        former,
        unknown,
    }: {
        readonly selection: ExportSelection;
        readonly former: CoverageBaseline | undefined;
        readonly unknown: readonly Phrase[];
    },
): Promise<void> {
    if (unknown.length > 0) {
        for (const reason of unknown) console.error(String(reason));
        console.error(`${file} was not written, because it could lack something. --exclude omits kinds on purpose.`);
        process.exitCode = EXIT_CODES.notKnown;
        return;
    }
    const { baselineOf, baselineText, compareWithBaseline } = await import("../../adopt/coverage/baseline.js");
    const { added, stale } = compareWithBaseline(coverage, former ?? { undeclared: [] });
    writeFileSync(file, baselineText(baselineOf(coverage, selection, former)));
    console.error(
        `Wrote ${file}: ${counted(coverage.findings.length, "entry", "entries")} (${added.length} new, ${stale.length} removed).`,
    );
}

/** Compares the states of stacks with the objects of the organization. @param files outputs of `pulumi stack export` */
export async function stackCoverage(
    files: readonly string[],
    { selection = {}, ...reads }: Pick<InventoryOptions, "client" | "selection" | "progress">,
): Promise<{ readonly coverage: Coverage; readonly inventory: OrganizationInventory }> {
    const stacks = await readDeployments(files);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kinds }, { takeInventory }, { kindsOf }, { coverageOf }] = await Promise.all([
        import("../../resources/kinds.js"),
        import("../../adopt/export/inventory/inventory.js"),
        import("../../adopt/export/inventory/selection.js"),
        import("../../adopt/coverage/coverage.js"),
    ]);
    const options = { ...reads, kinds, selection: { ...selection, single: true }, hasUndeclarable: true };
    const inventory = await takeInventory(options);
    return { coverage: coverageOf(stacks, inventory, kinds, kindsOf(selection, kinds)), inventory };
}
