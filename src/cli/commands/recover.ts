import type { Command } from "commander";
import { printable } from "../../common/printable.js";
import type { recover } from "../../kernel.js";
import { EXIT_CODES } from "../exit-codes.js";
import { tableOf } from "../screen/table.js";
import { readDeployment, writeDeployment } from "../steps/pulumi-documents.js";

/** `access-governance recover`: recovers objects that a killed run created. */
export function addRecover(program: Command): void {
    program
        .command("recover")
        .summary("recover objects that a killed `pulumi up` created but could not save")
        .description(DESCRIPTION)
        .argument("[file]", "output of `pulumi stack export`", "-")
        .option("--out <file>", "write the deployment to this file instead of standard output")
        .addHelpText("after", EXAMPLES)
        .action(run);
}

const DESCRIPTION = `Recovers objects that a killed \`pulumi up\` created but could not save in the state. It reads the deployment of a stack, looks up each pending creation on the
service, and prints the deployment with the objects that exist. It only reads from the service. It reports on standard error.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). If no token is
set, those of the stack are used. Secrets stay encrypted. Export with --show-secrets only if a message asks for it, and only into a pipe.`;

const EXAMPLES = `
Examples:
  $ pulumi cancel                 # if the killed run left its lock; check first that the run has ended
  $ pulumi stack export | access-governance recover | pulumi stack import
  $ pulumi up

Exit codes: 0 if no creation is left pending; 7 if one is left, because the object differs or several objects match; 2 on
bad input or settings. If the service cannot be reached, no deployment is printed, and the exit code is the same as that of
\`access-governance call\`.`;

type Outcome = Awaited<ReturnType<typeof recover>>["outcomes"][number];

async function run(file: string, { out }: { out?: string }): Promise<void> {
    const { text, document } = await readDeployment(file, out);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kindOfType }, { recover }] = await Promise.all([import("../steps/kind-of.js"), import("../../kernel.js")]);
    const { document: recovered, outcomes } = await recover(document, kindOfType, console.error);
    writeDeployment(recovered === document ? text : recovered, out);
    printOutcomes(outcomes, recovered !== document);
    if (outcomes.some(isConflict)) process.exitCode = EXIT_CODES.ConflictError;
}

function printOutcomes(outcomes: readonly Outcome[], changed: boolean): void {
    if (outcomes.length === 0) {
        console.error("No creation is pending. The deployment is unchanged.");
        return;
    }
    const rows = outcomes.map(({ resource, result, id }) => ({ resource, result, id }));
    console.error(tableOf(rows, process.stderr.columns || 120));
    for (const { resource, because } of outcomes)
        if (because) console.error(printable(`${resource} is left pending: ${because}.`));
    if (outcomes.some(({ result }) => result === "left pending")) {
        console.error("`pulumi stack import` drops creations that are left pending. Note them down first.");
    }
    if (changed) console.error("Import the deployment with `pulumi stack import`, then run `pulumi up`.");
}

/**
 * Whether this command should have recovered the creation. Resources of other packages, which have a URN instead of a name here, are
 * ignored.
 */
function isConflict({ resource, result }: Outcome): boolean {
    return result === "left pending" && !resource.startsWith("urn:");
}
