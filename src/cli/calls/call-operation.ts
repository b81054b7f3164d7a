import { AccessGovernanceClient } from "../../api/access-governance-client.js";
import { manual } from "../../api/generated/manual.gen.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import { invoke } from "../../api/invoke.js";
import { List } from "../../api/list.js";
import type { OperationEntry } from "../../api/operation.js";
import { type Parts, problemOf } from "../../api/parameters.js";
import { printable } from "../../common/printable.js";
import { readSettings } from "../../provider/settings.js";
import { AnswerPrinter } from "./answer-printer.js";
import { ExactNames, type GivenName } from "./names.js";
import { callParts, type OptionValues, readBodyOption, requireFields, unknownFields, withIds } from "./parameters.js";

/**
 * Calls an operation with the command-line options and prints the response.
 * @throws UsageError, and errors from API calls
 */
export async function callOperation(name: OperationName, values: OptionValues): Promise<void> {
    const entry: OperationEntry = operations[name];
    const client = clientOf(values);
    const parts = await partsFor(name, values, client);
    warn(name, unknownFields(manual[name], parts));
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    process.once("SIGINT", interrupt);
    try {
        const options = { signal: stop.signal };
        const result = invoke(client, name, parts, options);
        const printer = new AnswerPrinter(process.stdout, process.stderr, values.json === true, fieldsOf(values));
        if (!(result instanceof List)) printer.answer(await result, manual[name].statuses);
        else if (values.all) await printer.everything(result);
        else printer.page(await result.page(), nextFlag(entry, parts));
    } finally {
        process.off("SIGINT", interrupt);
    }
}

/** Placeholder for an id that has not been looked up yet. */
const ANY_ID = "00000000-0000-0000-0000-000000000000";

/** Looks up the ids of named objects, prints these ids, and returns the parts of the request. */
async function partsFor(name: OperationName, values: OptionValues, client: AccessGovernanceClient): Promise<Parts> {
    const body = await readBodyOption(values);
    const draft = callParts(manual[name], await withIds(manual[name], values, () => ANY_ID), body);
    requireFields(manual[name], draft);
    // Skips the lookup for an invalid call; calling the operation then reports the problem.
    if (problemOf(operations[name], draft)) return draft;
    const names = new ExactNames(client);
    const found = new Set<string>();
    const idOf = async (given: GivenName) => {
        const id = await names.idOf(given);
        found.add(`${given.option} ${JSON.stringify(given.text)} is ${id}`);
        return id;
    };
    const parts = callParts(manual[name], await withIds(manual[name], values, idOf), body);
    for (const line of [...found].sort()) console.error(printable(line));
    return parts;
}

/** Creates a client with the provider's settings, read from the environment only. */
function clientOf({ timeout = 30 }: OptionValues): AccessGovernanceClient {
    const settings = readSettings({ get: () => undefined });
    // A short timeout, so that a wrong address is reported within seconds: a person is waiting.
    const timeoutMs = Math.ceil(Number(timeout) * 1000);
    return new AccessGovernanceClient({
        ...settings,
        retries: 2,
        timeoutMs,
        onWait: (line) => console.error(printable(line)),
    });
}

function fieldsOf({ fields }: OptionValues): readonly string[] | undefined {
    return Array.isArray(fields) ? fields : undefined;
}

function warn(name: OperationName, unknown: readonly string[]): void {
    const { call, deprecated }: OperationEntry = operations[name];
    const { replacement } = manual[name];
    if (deprecated) console.error(`warning: ${call} is deprecated${replacement ? `: use ${replacement}` : ""}.`);
    if (unknown.length > 0) console.error(`warning: unknown fields in the body of ${call}: ${unknown.join(", ")}.`);
}

/** Returns the option that fetches the next page of a list. */
function nextFlag({ paging }: OperationEntry, { query }: Parts): string {
    if (paging?.style !== "relay") return "--cursor";
    return query?.last === undefined && query?.before === undefined ? "--after" : "--before";
}
