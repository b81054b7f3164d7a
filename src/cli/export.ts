import { type Command, Option } from "commander";
import type { Selection } from "../export/selection.js";
import { EXIT_CODES_HELP } from "./exit-codes.js";
import { type ExportRunOptions, runExport, takesFolder } from "./export-run.js";

interface Options extends ExportRunOptions {
    include?: string[];
    exclude?: string[];
    apps?: string[];
    owners?: string[];
    team?: string[];
    exceptTeam?: string[];
}

/** `access-governance export`: an organization as a program, with its state. */
export function addExport(program: Command): void {
    const command = program
        .command("export")
        .summary("write a program that declares what there is")
        .description(DESCRIPTION);
    takesFolder(command)
        .addOption(new Option("--include <kinds...>", "declare these kinds only, such as Group Owner"))
        .addOption(new Option("--exclude <kinds...>", "do not declare these kinds"))
        .addOption(new Option("--apps <names...>", "declare what belongs to these apps only"))
        .addOption(new Option("--owners <names...>", "declare what these owners administer only"))
        .addOption(new Option("--team <names...>", "declare these owners and what they administer only"))
        .addOption(new Option("--except-team <names...>", "leave these owners out, and what they administer"))
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`)
        .action(run);
}

const DESCRIPTION = `Reads an organization and writes a Pulumi program that declares it, with a state in which nothing changes. It only reads from the service.

What the program does not declare is looked up by name, stays unmanaged and is never shown as drift. The README of the program lists what could
not be declared, and why. An export that was interrupted goes on where it stopped, for an hour.

Address and token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). A token that may only read is enough.
ACCESS_GOVERNANCE_READS_PER_SECOND takes the place of the limit of 100 reads a second.`;

const EXAMPLES = `
Examples:
  $ access-governance export --out access
  $ access-governance export --out access --stack dev
  $ access-governance export --out payments --team Payments --project payments
  $ access-governance export --out platform --except-team Payments
  $ access-governance export --out tags --include Tag GroupTag ResourceTag`;

async function run(options: Options): Promise<void> {
    await runExport(options, () => ({ selection: selectionOf(options) }));
}

function selectionOf({ include, exclude, apps, owners, team, exceptTeam }: Options): Selection {
    return {
        ...(include ? { include } : {}),
        ...(exclude ? { exclude } : {}),
        ...(apps ? { apps } : {}),
        ...(owners ? { owners } : {}),
        ...(team ? { teams: team } : {}),
        ...(exceptTeam ? { exceptTeams: exceptTeam } : {}),
    };
}
