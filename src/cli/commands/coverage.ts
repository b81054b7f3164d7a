import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { shareOf } from "../../adopt/coverage/coverage.js";
import { Client } from "../../api/client.js";
import { parseDeployment } from "../../stack/deployment.js";
import { readDocument } from "../calls/input.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { formatOption, wholeNumber } from "../options/option-values.js";
import { readerSettings } from "../options/reader-settings.js";
import { type SelectionOptions, selectionOf, takesSelection } from "../options/selection-options.js";
import { Progress } from "../screen/progress.js";
import { sayFaults } from "../steps/export-run.js";

interface Options extends SelectionOptions {
    format: "text" | "json";
    page?: string;
    all?: boolean;
    failUnder?: number;
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
        .option("--all", "list everything that is not declared")
        .addOption(
            new Option(
                "--fail-under <percent>",
                "exit with 16 if less than this percentage is declared, or if there is nothing to declare",
            ).argParser(wholeNumber(0, 100)),
        );
    takesSelection(command, "compare").addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`).action(run);
}

const DESCRIPTION = `Compares the objects that stacks declare with the organization. For each kind, it shows how many objects are declared, which ones are not, which
do not have an administrator, and which are declared but no longer exist. It only reads from the service.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ pulumi stack export | access-governance coverage
  $ access-governance coverage platform.json payments.json --page coverage.html
  $ pulumi stack export | access-governance coverage --team Payments --fail-under 90`;

async function run(files: readonly string[], options: Options): Promise<void> {
    const stacks = await Promise.all(
        (files.length > 0 ? files : ["-"]).map(async (file) =>
            parseDeployment(await readDocument(file, "The deployment"), file),
        ),
    );
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kinds }, { takeInventory }, { kindsOf }, { coverageOf }, sources] = await Promise.all([
        import("../../resources/kinds.js"),
        import("../../adopt/export/inventory/inventory.js"),
        import("../../adopt/export/inventory/selection.js"),
        import("../../adopt/coverage/coverage.js"),
        import("../../resources/sources.js"),
    ]);
    const progress = new Progress(process.stderr);
    const selection = selectionOf(options);
    const inventory = await takeInventory({
        client: new Client({ ...readerSettings(), onWait: (line) => progress.say(line) }),
        kinds,
        others: [sources.appSource, sources.userSource],
        selection,
        progress: (done, total) => progress.show(done, total),
    }).finally(() => progress.end());
    const coverage = coverageOf(stacks, inventory, kinds, kindsOf(selection, kinds));
    if (options.page !== undefined) {
        const { coveragePageHtml } = await import("../../adopt/coverage/page.js");
        writeFileSync(options.page, coveragePageHtml(coverage, "Access governance: what is declared"));
    }
    const { coverageText } = await import("../../adopt/coverage/text.js");
    process.stdout.write(
        options.format === "json" ? `${JSON.stringify(coverage, undefined, 4)}\n` : coverageText(coverage, options.all),
    );
    sayFaults(inventory);
    // The coverage is incomplete if objects could not be read, because it is unknown whether they are declared.
    if (inventory.undeclared.some(({ isUnread }) => isUnread)) process.exitCode = EXIT_CODES.incomplete;
    if (options.failUnder === undefined) return;
    // Otherwise a selection of nothing, or a token that cannot see anything, would count as complete.
    if (coverage.total.there === 0)
        console.error("--fail-under: no object was found to declare. Check the address, the token and the selection.");
    if (coverage.total.there === 0 || shareOf(coverage.total) < options.failUnder)
        process.exitCode = EXIT_CODES.incomplete;
}
