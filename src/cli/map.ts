import { chmodSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import type { Change, Facts } from "../access/facts.js";
import { UsageError } from "../errors.js";
import { FACT_LISTS } from "../map/page-data.js";
import { parseDocument } from "../report/document.js";
import { EXIT_CODES_HELP } from "./exit-codes.js";
import { readService } from "./facts.js";
import { readDocument } from "./input.js";

interface Options {
    out: string;
    snapshot?: string;
    after?: string;
    preview?: string;
    title: string;
}

/** `access-governance map`: who can get to what, as a page to look at. */
export function addMap(program: Command): void {
    program
        .command("map")
        .summary("draw who can get to what, as an HTML page")
        .description(DESCRIPTION)
        .option("--out <file>", "HTML page to write; only you can read it", "access.html")
        .option(
            "--snapshot <file>",
            "what `access-governance snapshot` wrote, or - for it; read from the service when left out",
        )
        .option("--preview <file>", "document of a preview: before and after it then stand beside each other")
        .option("--after <file>", "JSON file of the facts afterwards: both then stand beside each other")
        .option("--title <text>", "what stands above the page", "Access map")
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`)
        .action(run);
}

const DESCRIPTION = `Writes one HTML page in which you search for a person, a group or a resource and see the paths between them. It opens from disk, needs no network,
and holds the access of everybody: keep it as you keep that.`;

const EXAMPLES = `
Examples:
  $ access-governance map
  $ pulumi preview --refresh --json > preview.json; access-governance map --preview preview.json
  $ access-governance map --snapshot facts.json
  $ access-governance map --snapshot before.json --after after.json --out change.html`;

async function run({ out, snapshot, after, preview, title }: Options): Promise<void> {
    if (after !== undefined && preview !== undefined)
        throw new UsageError("Give one of --after and --preview: each of them says what comes afterwards.");
    const before = snapshot === undefined ? await readService() : await readFactsFile(snapshot);
    const { pageOf } = await import("../map/map-page.js");
    const then = after !== undefined ? await readFactsFile(after) : preview && (await changesIn(preview, before));
    const page = pageOf(before, { title, ...(then && { after: then }) });
    writeFileSync(out, page, { mode: 0o600 });
    // A file that was there keeps its mode.
    chmodSync(out, 0o600);
    console.log(`${out} is written: open it in a browser.`);
}

/** What a preview changes of these facts. */
async function changesIn(preview: string, facts: Facts): Promise<Change[]> {
    const document = parseDocument(await readDocument(preview, "The document of the preview"));
    // Pulumi's SDK comes with the kinds.
    const [{ kindOf }, { planOf }] = await Promise.all([import("./kind-of.js"), import("../impact/plan.js")]);
    return [...planOf(document, kindOf).changes(facts, new Map())];
}

/** @throws UsageError if the file cannot be read, or does not hold facts. */
async function readFactsFile(file: string): Promise<Facts> {
    const text = await readDocument(file, "The snapshot");
    const facts = parsed(text, file);
    const missing = FACT_LISTS.find((name) => !Array.isArray(facts[name]));
    if (missing !== undefined) throw new UsageError(`${file} is not a snapshot: ${missing} must be a list.`);
    if (Number.isNaN(Date.parse(String(facts.at))))
        throw new UsageError(`${file} is not a snapshot: at must be a date.`);
    // A snapshot is written by this package; what its records hold is not looked at.
    return facts as unknown as Facts;
}

function parsed(text: string, file: string): Record<string, unknown> {
    try {
        const value: unknown = JSON.parse(text);
        if (typeof value === "object" && value !== null) return value as Record<string, unknown>; // as just seen
    } catch {
        // It is said below.
    }
    throw new UsageError(`${file} is not a snapshot: it must be a JSON object.`);
}
