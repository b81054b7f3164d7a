import { join } from "node:path";
import { type Command, Option } from "commander";
import type { Undeclared } from "../../adopt/export/inventory/found.js";
import type { ExportSelection } from "../../adopt/export/inventory/selection.js";
import { EXPORT_LANGUAGES, type Language } from "../../adopt/export/project.js";
import type { Updated } from "../../adopt/export/update.js";
import { UsageError } from "../../common/errors.js";
import { printable } from "../../common/printable.js";
import type { DeploymentDocument } from "../../kernel.js";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { takesSelection } from "../options/selection-options.js";
import {
    type FolderOptions,
    type GivenExportOptions,
    runExport,
    sayFaults,
    takesFolder,
    writeProgram,
} from "../steps/export-run.js";
import { readDeployments } from "../steps/pulumi-documents.js";

interface Options extends FolderOptions, ExportSelection {
    update?: boolean;
    state?: string[];
    language: Language;
}

/** `access-governance export`: writes a program that declares an organization, with its state. */
export function addExport(program: Command): void {
    const command = program
        .command("export")
        .summary("write a program that declares an organization")
        .description(DESCRIPTION);
    takesSelection(takesFolder(command), "declare")
        .addOption(
            new Option(
                "--language <name>",
                "language of the program; python and yaml use the provider plugin, and yaml is one file",
            )
                .choices(EXPORT_LANGUAGES)
                .default("typescript"),
        )
        .option(
            "--update",
            "add new objects to an existing program and report deleted ones; does not change existing lines",
        )
        .option("--single", "declare memberships one by one: additions beside them are not seen as drift")
        .option("--state <files...>", "with --update: output of `pulumi stack export`, one file per stack")
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`)
        .action(run);
}

const DESCRIPTION = `Reads an organization and writes a Pulumi program that declares it, with a state for which the program has no changes. It only reads
from the service.

Objects that the program does not declare are looked up by name, stay unmanaged and are never shown as drift. The README of the program lists
objects that could not be declared, and why. An export that is repeated within an hour of an interruption continues where it stopped.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). A read-only token is enough.
ACCESS_GOVERNANCE_READS_PER_SECOND sets the limit of reads per second (default: 100).`;

const EXAMPLES = `
Examples:
  $ access-governance export --out access
  $ access-governance export --out access --stack dev
  $ access-governance export --out payments --team Payments --project payments
  $ access-governance export --out platform --except-team Payments
  $ access-governance export --out access --language python
  $ access-governance export --out tags --include Tag GroupTag ResourceTag
  $ pulumi stack export > state.json; access-governance export --out . --update --state state.json`;

async function run({ out, stack, project, update, state, language, ...selection }: Options): Promise<void> {
    if (language !== "typescript" && update)
        throw new UsageError(`--update adds files in TypeScript, and cannot be combined with --language ${language}.`);
    if (state && !update) throw new UsageError("--state requires --update.");
    if (update && !state)
        throw new UsageError("--update requires --state with the output of `pulumi stack export`, one file per stack.");
    if (update && (stack !== undefined || project !== undefined))
        throw new UsageError("--stack and --project are for a new program, and cannot be combined with --update.");
    await runExport(async (given) => {
        const selected = { ...given, language, selection };
        if (state) return addNew(out, await readDeployments(state), selected);
        return writeProgram({ out, stack, project }, selected);
    });
}

/** Adds new objects of the service to the program in a folder, and reports them. @throws UsageError */
export async function addNew(
    out: string,
    stacks: readonly DeploymentDocument[],
    given: GivenExportOptions,
): Promise<readonly Undeclared[]> {
    const [{ JOURNAL, readOrganization }, { declaredSingly }, { projectIn }, { updateProgram }] = await Promise.all([
        import("../../adopt/export/export.js"),
        import("../../adopt/export/declared.js"),
        import("../../adopt/export/project.js"),
        import("../../adopt/export/update.js"),
    ]);
    // Fails before anything is read if the folder does not contain a program.
    projectIn(out);
    const single = given.selection?.single || declaredSingly(stacks, given.kinds);
    const options = { ...given, selection: { ...given.selection, single } };
    const { inventory, url, createdBy, done } = await readOrganization(options, join(out, JOURNAL));
    const updated = updateProgram({ out, stacks, inventory, kinds: given.kinds, url, createdBy });
    done();
    sayFaults(inventory);
    sayUpdate(out, updated);
    return inventory.undeclared;
}

function sayUpdate(out: string, { added, gone, folder, isHooked, program }: Updated): void {
    const say = (line: string): void => void process.stdout.write(`${printable(line)}\n`);
    for (const { kind, resource, id, place } of gone) {
        say(`deleted: ${kind} ${resource} (${id})${place ? `, declared in ${place.file}:${place.line}` : ""}`);
    }
    say(`update: ${added.length} added, ${gone.length} deleted`);
    if (folder === undefined) return;
    say(`${join(out, folder)} declares the new objects. To import them, in this order:`);
    if (!isHooked)
        say(
            '  add the line `import "./added";` to the main file of the program: without it, `pulumi up` would delete the imported objects',
        );
    for (const { key } of program?.secrets ?? []) say(`  pulumi config set --secret ${key} <value>`);
    // Imports are protected until the first `pulumi up` that finds them in the program.
    say(`  pulumi import --file ${folder}/import.json --generate-code=false`);
    // Deleted objects are recreated, and secrets are written again because the service does not return them: both are changes.
    const hasChanges = gone.length > 0 || (program?.secrets.length ?? 0) > 0;
    say(`  pulumi preview${hasChanges ? "" : " --expect-no-changes"}`);
}
