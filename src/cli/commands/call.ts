import { type Command, InvalidArgumentError, Option } from "commander";
import { areas, manual } from "../../api/generated/manual.gen.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import type { ManualEntry } from "../../api/manual.js";
import { addParameters, type OptionValues } from "../calls/parameters.js";
import { unknownOperation } from "../calls/unknown-operation.js";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { tableOf } from "../screen/table.js";

/** `access-governance call <area>.<operation>`: calls any operation of the API from the shell. */
export function addCall(program: Command): void {
    const call = program
        .command("call")
        .summary("call any operation of the API")
        .description(DESCRIPTION)
        // Shows names without `[options]`, because every operation has options.
        .configureHelp({ subcommandTerm: (command) => command.name() })
        .usage("<area>.<operation> [--param value ...] [options]")
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    for (const name of Object.keys(manual) as OperationName[]) addOperation(call, name);
    // `call groups` lists the operations of the area `groups`.
    for (const area of Object.keys(areas)) addArea(call, area);
    call.on("command:*", ([word = ""]: string[]) => {
        const calls = Object.values(manual).map((entry: ManualEntry) => entry.call);
        throw unknownOperation(word, calls, Object.keys(areas));
    });
}

const DESCRIPTION = `Calls one operation of the API. The names are those of the TypeScript client: client.groups.list() is groups.list here.

Options that accept an id also accept an exact name: the email or full name of a person, the key or key=value of a tag. The id found for a name is
printed on standard error. Names in a --body are not looked up.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). Prints a table on a terminal, and JSON
in a pipe.`;

const EXAMPLES = `
Examples:
  $ access-governance call requests.list --show-pending-only
  $ access-governance call requests.approve --id ID --level REGULAR --comment "on call this week"
  $ access-governance call groups.listUsers --group-id "Payments on-call" --all
  $ access-governance call campaigns.start --campaign-id "Access review 2026"
  $ access-governance call events.list --start-date-filter 2026-11-01 --all --json | jq '.[].event_type'
  $ access-governance call groups.create --help`;

function addArea(call: Command, area: string): void {
    const own = Object.values(manual).filter((entry) => entry.area === area);
    const lines = own.map(({ call: operation, summary }) => ({ operation, summary }));
    call.command(area, { hidden: true })
        .description(`Lists the operations of ${area}: ${areas[area]}`)
        .action(() => {
            process.stdout.write(`${tableOf(lines, Number.POSITIVE_INFINITY, ["operation", "summary"])}\n`);
        });
}

function addOperation(call: Command, name: OperationName): void {
    const entry: ManualEntry = manual[name];
    const { description = "", replacement, unstable, statuses } = entry;
    const command = call
        .command(entry.call)
        .helpGroup(`${entry.area}: ${areas[entry.area] ?? ""}`)
        // Omits commander's list of choices, because the descriptions contain the choices if there are few.
        .configureHelp({ optionDescription: ({ description }) => description })
        .summary(entry.deprecated ? `${entry.summary} (deprecated)` : entry.summary);
    const notes = [
        ...(entry.deprecated ? [`Deprecated${replacement ? `: use ${replacement}` : ""}.`] : []),
        ...(unstable ? ["Unstable: may be removed at any time."] : []),
    ];
    // One line, because completion shows it next to the name.
    command.description([entry.summary, description, ...notes].filter(Boolean).join(" "));
    command.addHelpText("after", `\nOperation:\n  ${entry.method} ${entry.path}`);
    addParameters(command, entry);
    const answers = Object.entries(statuses).map(([status, text]) => `  ${status}  ${text}`);
    if (entry.list === "paged") command.option("--all", "fetch all pages as one list");
    if (entry.list)
        command.addOption(
            new Option("--fields <names>", "columns of the table, such as name,email; also prints a table in a pipe")
                .argParser(parseList)
                .conflicts("json"),
        );
    command
        .option("--json", "print JSON even on a terminal")
        .option("--timeout <seconds>", "timeout of each attempt, in seconds (default: 30)", seconds)
        .addHelpText("after", `\nAnswers:\n${answers.join("\n")}\n\n${EXIT_CODES_HELP}`)
        .action(async (values: OptionValues) => {
            // Loaded on demand: loading the client takes much longer than completing a line.
            const { callOperation } = await import("../calls/call-operation.js");
            await callOperation(name, values);
        });
}

function parseList(text: string): string[] {
    const names = text
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean);
    if (names.length === 0) throw new InvalidArgumentError("It must be a comma-separated list of names.");
    return names;
}

/** Well below the maximum of Node's timers, about 24 days. */
const LONGEST_TIMEOUT_SECONDS = 86_400;

function seconds(text: string): number {
    const number = Number(text);
    if (number > 0 && number <= LONGEST_TIMEOUT_SECONDS) return number;
    throw new InvalidArgumentError(`It must be a number above 0 and at most ${LONGEST_TIMEOUT_SECONDS}.`);
}
