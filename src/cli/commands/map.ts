import { chmodSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import type { Change, Facts, Tag } from "../../access/facts.js";
import { UsageError } from "../../errors.js";
import { parseDocument } from "../../report/document.js";
import { readDocument } from "../calls/input.js";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { takesAssumptions } from "../options/gates.js";
import { readService, readSnapshot, readTags } from "../steps/facts.js";

interface Options {
    out: string;
    snapshot?: string;
    after?: string;
    preview?: string;
    title: string;
    rules?: string;
}

/** `access-governance map`: who can get to what, as a page to look at. */
export function addMap(program: Command): void {
    const command = program
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
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    takesAssumptions(command).action(run);
}

const DESCRIPTION = `Writes one HTML page in which you search for a person, a group or a resource and see the paths between them. It opens from disk, needs no network,
and holds the access of everybody: keep it as you keep that.`;

const EXAMPLES = `
Examples:
  $ access-governance map
  $ pulumi preview --refresh --json > preview.json; access-governance map --preview preview.json
  $ access-governance map --snapshot facts.json
  $ access-governance map --snapshot before.json --after after.json --out change.html`;

async function run({ out, snapshot, after, preview, title, rules }: Options): Promise<void> {
    if (after !== undefined && preview !== undefined)
        throw new UsageError("Give one of --after and --preview: each of them says what comes afterwards.");
    const before = snapshot === undefined ? await readService(rules) : await readSnapshot(snapshot, rules);
    const { pageOf } = await import("../../map/map-page.js");
    const then =
        after !== undefined
            ? await readSnapshot(after, rules)
            : preview && (await changesIn(preview, before, snapshot === undefined ? await readTags() : new Map()));
    const page = pageOf(before, { title, ...(then && { after: then }) });
    writeFileSync(out, page, { mode: 0o600 });
    // A file that was there keeps its mode.
    chmodSync(out, 0o600);
    console.log(`${out} is written: open it in a browser.`);
}

/** What a preview changes of these facts. */
async function changesIn(preview: string, facts: Facts, tags: ReadonlyMap<string, Tag>): Promise<Change[]> {
    const document = parseDocument(await readDocument(preview, "The document of the preview"));
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kindOf }, { planOf }] = await Promise.all([import("../steps/kind-of.js"), import("../../impact/plan.js")]);
    return [...planOf(document, kindOf).changes(facts, tags)];
}
