import { type Command, Option } from "commander";
import { counted } from "../../common/counts.js";
import type { FormName } from "../../common/pulumi-type.js";
import { readDeployment, writeDeployment } from "../steps/pulumi-documents.js";

/** `access-governance migrate`: moves a stack from dynamic resources to the plugin, or back. */
export function addMigrate(program: Command): void {
    program
        .command("migrate")
        .summary("move the state of a stack from dynamic resources to the plugin, or back")
        .description(DESCRIPTION)
        .argument("[file]", "output of `pulumi stack export`", "-")
        .addOption(
            new Option("--to <form>", "form to move the resources to").choices(["plugin", "dynamic"]).default("plugin"),
        )
        .option("--out <file>", "write the deployment to this file instead of standard output")
        .addHelpText("after", EXAMPLES)
        .action(run);
}

const DESCRIPTION = `Moves the state of a stack from dynamic resources to the provider plugin, or back. It reads the deployment of a stack, and prints it with the
types, providers and URNs of the other form. It does not call the service or need a token. Secrets stay encrypted. Resources of other packages stay as they are.

The program must name the same resources in the other form: see docs/languages.md.`;

const EXAMPLES = `
Examples:
  $ pulumi stack export --file before.json      # backup
  $ access-governance migrate before.json --out after.json
  $ pulumi stack import --file after.json
  $ pulumi preview                              # with the program in the other form: no changes

Exit codes: 0 if the state was moved or had nothing to move; 2 on bad input, or if the state cannot be moved.`;

async function run(file: string, { to, out }: { to: FormName; out?: string }): Promise<void> {
    const { text, document } = await readDeployment(file, out);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kindOfType }, { migrated }] = await Promise.all([
        import("../steps/kind-of.js"),
        import("../../kernel.js"),
    ]);
    const { document: moved, count } = migrated(document, to, kindOfType);
    writeDeployment(moved === document ? text : moved, out);
    process.stderr.write(
        count === 0
            ? "Nothing to move. The deployment is unchanged.\n"
            : `${counted(count, "resource is", "resources are")} moved. Import the deployment with \`pulumi stack import\`, then run \`pulumi preview\`.\n`,
    );
}
