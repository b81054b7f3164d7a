import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { type Coverage, shareOf } from "../../adopt/coverage/coverage.js";
import type { InventoryOptions, OrganizationInventory } from "../../adopt/export/inventory/inventory.js";
import type { ExportSelection } from "../../adopt/export/inventory/selection.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { formatOption, wholeNumber } from "../options/option-values.js";
import { takesSelection } from "../options/selection-options.js";
import { printResult } from "../screen/terminal.js";
import { sayFaults } from "../steps/export-run.js";
import { withReader } from "../steps/facts.js";
import { readDeployments } from "../steps/pulumi-documents.js";

interface Options extends ExportSelection {
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
        .option(
            "--fail-under <percent>",
            "exit with 16 if less than this percentage is declared, or if there is nothing to declare",
            wholeNumber(0, 100),
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

async function run(files: readonly string[], { format, page, all, failUnder, ...selection }: Options): Promise<void> {
    const { coverage, inventory } = await withReader((client, progress) =>
        stackCoverage(files.length > 0 ? files : ["-"], { client, selection, progress }),
    );
    if (page !== undefined) {
        const { coveragePageHtml } = await import("../../adopt/coverage/page.js");
        writeFileSync(page, coveragePageHtml(coverage, "Access governance: what is declared"));
    }
    const { coverageText } = await import("../../adopt/coverage/text.js");
    printResult(format, { text: () => coverageText(coverage, all), json: () => coverage });
    sayFaults(inventory);
    // The coverage is incomplete if objects could not be read, because it is unknown whether they are declared.
    if (inventory.undeclared.some(({ isUnread }) => isUnread)) process.exitCode = EXIT_CODES.incomplete;
    if (failUnder === undefined) return;
    // Otherwise a selection of nothing, or a token that cannot see anything, would count as complete.
    if (coverage.total.there === 0)
        console.error("--fail-under: no object was found to declare. Check the address, the token and the selection.");
    if (coverage.total.there === 0 || shareOf(coverage.total) < failUnder) process.exitCode = EXIT_CODES.incomplete;
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
    const inventory = await takeInventory({ ...reads, kinds, selection: { ...selection, single: true } });
    return { coverage: coverageOf(stacks, inventory, kinds, kindsOf(selection, kinds)), inventory };
}
