import { chmodSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import type { Change } from "../../access/model/facts/change.js";
import type { Facts, Tag } from "../../access/model/facts/facts.js";
import { UsageError } from "../../common/errors.js";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { takesAssumptions } from "../options/gates.js";
import { readService, readSnapshot, readTags } from "../steps/facts.js";
import { readPreview } from "../steps/pulumi-documents.js";

interface Options {
    out: string;
    snapshot?: string;
    after?: string;
    preview?: string;
    title: string;
    rules?: string;
}

/** `access-governance map`: draws a map of access as an HTML page. */
export function addMap(program: Command): void {
    const command = program
        .command("map")
        .summary("draw a map of access as an HTML page")
        .description(DESCRIPTION)
        .option("--out <file>", "HTML page to write, readable only by you", "access.html")
        .option(
            "--snapshot <file>",
            "output file of `access-governance snapshot`, or - for standard input (default: read the service)",
        )
        .option(
            "--preview <file>",
            "output of `pulumi preview --json`: show access before and after the change side by side",
        )
        .option("--after <file>", "snapshot after a change: show access before and after the change side by side")
        .option("--title <text>", "heading of the page", "Access map")
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    takesAssumptions(command).action(run);
}

const DESCRIPTION = `Writes one HTML page in which you can search for a person, a group or a resource and see the paths between them. It opens from disk and works
offline. It contains everyone's access, so protect it accordingly.`;

const EXAMPLES = `
Examples:
  $ access-governance map
  $ pulumi preview --refresh --json > preview.json; access-governance map --preview preview.json
  $ access-governance map --snapshot facts.json
  $ access-governance map --snapshot before.json --after after.json --out change.html`;

async function run({ out, snapshot, after, preview, title, rules }: Options): Promise<void> {
    if (after !== undefined && preview !== undefined) throw new UsageError("--after and --preview cannot be combined.");
    const before = snapshot === undefined ? await readService({ rules }) : await readSnapshot(snapshot, { rules });
    const { mapPageHtml } = await import("../../access/map/map-page.js");
    const then =
        after !== undefined
            ? await readSnapshot(after, { rules })
            : preview && (await changesIn(preview, before, snapshot === undefined ? await readTags() : new Map()));
    const page = mapPageHtml(before, { title, ...(then && { after: then }) });
    writeFileSync(out, page, { mode: 0o600 });
    // Writing does not change the mode of an existing file.
    chmodSync(out, 0o600);
    console.log(`Wrote ${out}. Open it in a browser.`);
}

/** Returns the changes that a preview makes to these facts. */
async function changesIn(preview: string, facts: Facts, tags: ReadonlyMap<string, Tag>): Promise<Change[]> {
    const document = await readPreview(preview);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kindOfType }, { accessPlanOf }] = await Promise.all([
        import("../steps/kind-of.js"),
        import("../../review/impact/plan.js"),
    ]);
    return [...accessPlanOf(document, kindOfType).changes(facts, tags)];
}
