import type { Command } from "commander";
import type { ExportPlan } from "../../adopt/export/export.js";
import { counted } from "../../common/counts.js";
import { readDocument } from "../calls/input.js";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { type FolderOptions, runExport, takesFolder, writeProgram } from "../steps/export-run.js";

/** `access-governance from-terraform`: writes a program that declares the objects of a Terraform state, with its state. */
export function addFromTerraform(program: Command): void {
    const command = program
        .command("from-terraform")
        .summary("write a program that declares the objects of a Terraform state")
        .description(DESCRIPTION)
        .argument(
            "<state>",
            "file of the Terraform or OpenTofu state, such as terraform.tfstate; - for standard input",
        );
    takesFolder(command).addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`).action(run);
}

const DESCRIPTION = `Reads the state of the vendor's Terraform provider and writes a Pulumi program that declares the same objects, with a state for which
the program has no changes. It only reads from the service, and does not change the Terraform state. The objects keep their ids.

The program is generated from the service, not from the Terraform configuration. Its README maps each Terraform address to
a resource, lists objects that have no equivalent here or were deleted outside, and explains how to remove the objects from
Terraform. Objects that the program does not declare are looked up by name.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). A read-only token is enough.
ACCESS_GOVERNANCE_READS_PER_SECOND sets the limit of reads per second (default: 100).`;

const EXAMPLES = `
Examples:
  $ access-governance from-terraform terraform.tfstate --out access
  $ access-governance from-terraform terraform.tfstate --out access --stack dev
  $ terraform state pull | access-governance from-terraform - --out access --project platform
  $ tofu state pull | access-governance from-terraform - --out access   # also for an encrypted state`;

async function run(file: string, options: FolderOptions): Promise<void> {
    const text = await readDocument(file, "The Terraform state");
    const [{ candidatesIn, namedIn, outcomesOf }, { terraformSections }] = await Promise.all([
        import("../../adopt/export/terraform/move.js"),
        import("../../adopt/export/terraform/terraform-readme.js"),
    ]);
    await runExport((given) => {
        const candidates = candidatesIn(text, given.kinds);
        const outcomes = ({ plan, inventory }: ExportPlan) => outcomesOf(candidates, plan, inventory);
        const selected = {
            ...given,
            selection: { named: namedIn(candidates) },
            sections: (made: ExportPlan) => terraformSections(outcomes(made)),
        };
        return writeProgram(options, selected, (made) => {
            // Data sources are not converted.
            const left = outcomes(made).filter((one) => "because" in one && one.isManaged).length;
            if (left === 0) return undefined;
            return `terraform: ${counted(left, "entry", "entries")} of the state not converted`;
        });
    });
}
