import { type Command, InvalidArgumentError, Option } from "commander";
import { AccessGovernanceClient } from "../api/access-governance-client.js";
import { areas, manual } from "../api/generated/manual.gen.js";
import { type OperationName, operations } from "../api/generated/operations.gen.js";
import { invoke } from "../api/invoke.js";
import { List } from "../api/list.js";
import type { OperationEntry } from "../api/operation.js";
import type { Parts } from "../api/parameters.js";
import { readSettings } from "../settings.js";
import { AnswerPrinter } from "./answer-printer.js";
import { EXIT_CODES_HELP } from "./exit-codes.js";
import { addParameters, bodyOf, partsOf, unknownFields, type Values } from "./parameters.js";
import { tableOf } from "./table.js";

/** `access-governance call <area>.<operation>`: every operation of the API from the shell. */
export function addCall(program: Command): void {
    const call = program
        .command("call")
        .summary("call any operation of the API")
        .description(DESCRIPTION)
        .usage("<area>.<operation> [--param value ...] [--body FILE|-] [--all] [--json]")
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    for (const name of Object.keys(operations) as OperationName[]) addOperation(call, name);
    // `call groups` asks which operations there are.
    for (const area of Object.keys(areas)) addArea(call, area);
}

const DESCRIPTION = `Calls one operation of the API. The names are those of the TypeScript client: client.groups.list() is groups.list here.

The service and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). People get a table, pipes get JSON.`;

const EXAMPLES = `
Examples:
  $ access-governance call requests.list --show-pending-only
  $ access-governance call requests.approve --id ID --level REGULAR --comment "on call this week"
  $ access-governance call campaigns.start --campaign-id ID
  $ access-governance call events.list --start-date-filter 2026-11-01 --all --json | jq '.[].event_type'
  $ access-governance call groups.create --help`;

function addArea(call: Command, area: string): void {
    const own = Object.values(operations).filter((entry: OperationEntry) => entry.area === area);
    const lines = own.map(({ call: operation, summary }) => ({ operation, summary }));
    call.command(area, { hidden: true })
        .description(`Lists the operations of ${area}: ${areas[area]}`)
        .action(() => {
            process.stdout.write(`${tableOf(lines, 0, ["operation", "summary"])}\n`);
        });
}

function addOperation(call: Command, name: OperationName): void {
    const entry: OperationEntry = operations[name];
    const { description = "", replacement, unstable, statuses } = manual[name];
    const command = call
        .command(entry.call)
        .helpGroup(`${entry.area}: ${areas[entry.area] ?? ""}`)
        // The descriptions tell what can be chosen, where that is not too much to read.
        .configureHelp({ optionDescription: ({ description }) => description })
        .summary(entry.deprecated ? `${entry.summary} (deprecated)` : entry.summary);
    const notes = [
        ...(entry.deprecated ? [`Deprecated${replacement ? `: use ${replacement}` : ""}.`] : []),
        ...(unstable ? ["Unstable: it may be removed at any time."] : []),
    ];
    // One line, because completion shows it beside the name.
    command.description([entry.summary, description, ...notes].filter(Boolean).join(" "));
    command.addHelpText("after", `\nOperation:\n  ${entry.method} ${entry.path}`);
    addParameters(command, manual[name]);
    const answers = Object.entries(statuses).map(([status, text]) => `  ${status}  ${text}`);
    if (entry.paging?.items) command.option("--all", "every page, as one list");
    if (entry.paging)
        command.addOption(
            new Option("--fields <names>", "columns of the table, such as name,email; a table in pipes, too")
                .argParser(list)
                .conflicts("json"),
        );
    command
        .option("--json", "print JSON also to a terminal")
        .option("--timeout <seconds>", "seconds until an attempt is given up; 30 when left out", seconds)
        .addHelpText("after", `\nAnswers:\n${answers.join("\n")}\n\n${EXIT_CODES_HELP}`)
        .action((values: Values) => run(name, values));
}

async function run(name: OperationName, values: Values): Promise<void> {
    const entry: OperationEntry = operations[name];
    const parts = partsOf(manual[name], values, await bodyOf(values));
    warn(name, unknownFields(manual[name], parts));
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    process.once("SIGINT", interrupt);
    try {
        const options = { signal: stop.signal };
        const result = invoke(clientOf(values), name, parts, options);
        const printer = new AnswerPrinter(process.stdout, process.stderr, values.json === true, fieldsOf(values));
        if (!(result instanceof List)) printer.answer(await result, manual[name].statuses);
        else if (values.all) await printer.everything(result);
        else printer.page(await result.page(), nextFlag(entry, parts));
    } finally {
        process.off("SIGINT", interrupt);
    }
}

/** Reads what the Pulumi provider reads, from the environment only. */
function clientOf({ timeout = 30 }: Values): AccessGovernanceClient {
    const settings = readSettings({ get: () => undefined });
    // Somebody is waiting: a wrong address is told within seconds.
    const timeoutMs = Math.ceil(Number(timeout) * 1000);
    return new AccessGovernanceClient({ ...settings, retries: 2, timeoutMs, onWait: console.error });
}

function fieldsOf({ fields }: Values): readonly string[] | undefined {
    return Array.isArray(fields) ? fields : undefined;
}

function list(text: string): string[] {
    const names = text
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean);
    if (names.length === 0) throw new InvalidArgumentError("It must be names with commas between them.");
    return names;
}

/** Timers hold no more than 24 days. */
const LONGEST_TIMEOUT_SECONDS = 86_400;

function seconds(text: string): number {
    const number = Number(text);
    if (number > 0 && number <= LONGEST_TIMEOUT_SECONDS) return number;
    throw new InvalidArgumentError(`It must be a number above 0, ${LONGEST_TIMEOUT_SECONDS} at most.`);
}

function warn(name: OperationName, unknown: readonly string[]): void {
    const { call, deprecated }: OperationEntry = operations[name];
    const { replacement } = manual[name];
    if (deprecated) console.error(`warning: ${call} is deprecated${replacement ? `: use ${replacement}` : ""}.`);
    if (unknown.length > 0) console.error(`warning: the body of ${call} has no field ${unknown.join(", ")}.`);
}

/** The option that continues a list. */
function nextFlag({ paging }: OperationEntry, { query }: Parts): string {
    if (paging?.style !== "relay") return "--cursor";
    return query?.last === undefined && query?.before === undefined ? "--after" : "--before";
}
