import type { Command } from "commander";
import { counted } from "../../common/counts.js";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { takesAssumptions } from "../options/gates.js";
import { readService, writeSnapshot } from "../steps/facts.js";

/** `access-governance snapshot`: saves who can do what, for later use. */
export function addSnapshot(program: Command): void {
    const command = program
        .command("snapshot")
        .summary("save who can do what, for maps and questions")
        .description(DESCRIPTION)
        .option("--out <file>", "JSON file to write, readable only by you", "access.json")
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    takesAssumptions(command).action(run);
}

const DESCRIPTION = `Saves the people, groups, resources, owners, rules and access of the organization in a file. It only reads from the service. The file contains the
names, addresses and access of all users, so protect it accordingly.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance snapshot --out monday.json
  $ access-governance map --snapshot monday.json --after tuesday.json`;

async function run({ out, rules }: { readonly out: string; readonly rules?: string }): Promise<void> {
    const facts = await readService({ rules, hasAllTags: true });
    writeSnapshot(out, facts);
    const { users, groups, resources, unknowns } = facts;
    console.log(`Wrote ${out}: ${users.length} users, ${groups.length} groups, ${resources.length} resources.`);
    if (unknowns.length > 0)
        console.error(
            `${counted(unknowns.length, "object")} could not be read completely. The file contains the reasons.`,
        );
}
