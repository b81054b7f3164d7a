import type { Command } from "commander";
import { printable } from "../../common/printable.js";
import type { Outcome } from "../../stack/recovery/recovery.js";
import { EXIT_CODES } from "../exit-codes.js";
import { tableOf } from "../screen/table.js";
import { readDeployment, writeDeployment } from "../steps/deployment-file.js";

/** `access-governance recover`: the way back after a run was killed. */
export function addRecover(program: Command): void {
    program
        .command("recover")
        .summary("recover what a killed `pulumi up` created and could not save")
        .description(DESCRIPTION)
        .argument("[file]", "output of `pulumi stack export`", "-")
        .option("--out <file>", "write the deployment to this file instead of standard output")
        .addHelpText("after", EXAMPLES)
        .action(run);
}

const DESCRIPTION = `Recovers what a killed \`pulumi up\` created and could not save. It reads the deployment of a stack, looks up each pending creation on the
service, and prints the deployment with the objects that exist. It only reads from the service. It reports on standard error.

Address and token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). Without an address, it
uses the one of the stack. Secrets stay encrypted. Export with --show-secrets only if a message asks for it, and only into a pipe.`;

const EXAMPLES = `
Examples:
  $ pulumi cancel                 # if the killed run left its lock; check first that it has ended
  $ pulumi stack export | access-governance recover | pulumi stack import
  $ pulumi up

Exit codes: 0 if no creation is left pending; 7 if one is left, because the object differs or there are several; 2 on bad
input or settings. If the service cannot be reached, nothing is printed, and the exit code is that of
\`access-governance call\`.`;

async function run(file: string, { out }: { out?: string }): Promise<void> {
    const { text, document } = await readDeployment(file, out);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kindOf }, { recover }] = await Promise.all([
        import("../steps/kind-of.js"),
        import("../../stack/recovery/recovery.js"),
    ]);
    const { document: recovered, outcomes } = await recover(document, kindOf, tell);
    writeDeployment(recovered === document ? text : recovered, out);
    say(outcomes, recovered !== document);
    if (outcomes.some(isConflict)) process.exitCode = EXIT_CODES.ConflictError;
}

function say(outcomes: readonly Outcome[], changed: boolean): void {
    if (outcomes.length === 0) {
        tell("No creation is pending. The deployment is unchanged.");
        return;
    }
    const rows = outcomes.map(({ resource, result, id }) => ({ resource, result, id }));
    tell(tableOf(rows, process.stderr.columns || 120));
    for (const { resource, because } of outcomes)
        if (because) tell(printable(`${resource} is left pending: ${because}.`));
    if (outcomes.some(({ result }) => result === "left pending")) {
        tell("`pulumi stack import` drops creations that are left pending. Note them down first.");
    }
    if (changed) tell("Give the deployment to `pulumi stack import`, then run `pulumi up`.");
}

/** Objects of other packages are not conflicts here. */
function isConflict({ resource, result }: Outcome): boolean {
    return result === "left pending" && !resource.startsWith("urn:");
}

function tell(line: string): void {
    process.stderr.write(`${line}\n`);
}
