import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { type Command, Option } from "commander";
import type { Acceptance, AcceptOptions, Item, NotAccepted } from "../../accept/acceptance.js";
import type { Drifted } from "../../accept/drift.js";
import { UsageError } from "../../errors.js";
import { parseDocument } from "../../report/document.js";
import { counted } from "../../schema/counts.js";
import { printable } from "../../schema/printable.js";
import { hint } from "../../schema/spelling.js";
import { readDocument } from "../calls/input.js";
import { EXIT_CODES } from "../exit-codes.js";
import { connectionFor } from "../steps/connection.js";

interface Options {
    cwd: string;
    stack?: string;
    only?: string[];
    property?: string[];
    split?: boolean;
    write?: boolean;
    format: "text" | "json";
}

/** `access-governance accept`: the program says what the service has. */
export function addAccept(program: Command): void {
    program
        .command("accept")
        .summary("edit the program so that it declares what somebody changed outside")
        .description(DESCRIPTION)
        .argument("[file]", "document of the preview; the command runs the preview itself when left out")
        .option("-C, --cwd <folder>", "folder of the program's Pulumi.yaml", ".")
        .option("-s, --stack <name>", "stack to preview; the one of the document, or the selected one, when left out")
        .addOption(new Option("--only <names>", "only these resources, by their names in the program").argParser(names))
        .addOption(new Option("--property <names>", "only these properties").argParser(names))
        .option("--split", "write a value that several resources share out for the one that drifted")
        .option("--write", "write the edits without asking")
        .addOption(
            new Option("--format <format>", "for people, or for programs").choices(["text", "json"]).default("text"),
        )
        .addHelpText("after", EXAMPLES)
        .action(accept);
}

const DESCRIPTION = `Drift has two ends: \`pulumi up\` undoes what somebody changed outside, and this command accepts it. It edits the TypeScript or JavaScript of the
program, shows the edits as a diff, and asks before it writes them. Only the text of the values changes. It then runs the preview again: whatever
that still shows is put back. The service is only read.

A value that is computed, comes from the configuration or is shared with other resources is left alone, with the place and the expression that
decide it. Of an object that somebody deleted, the declaration is removed if nothing refers to it.`;

const EXAMPLES = `
Examples:
  $ access-governance accept
  $ pulumi preview --refresh --json > preview.json; access-governance accept preview.json
  $ access-governance accept preview.json --only prod-oncall,platform --property visibility
  $ access-governance accept preview.json --write --format json

Exit codes: 0 when all of it was accepted, also if nothing drifted; 2 when the document is none or the preview fails; 16 when some of it was not
accepted.`;

async function accept(file: string | undefined, { cwd, format, ...options }: Options): Promise<void> {
    if (!existsSync(join(cwd, "Pulumi.yaml")) && !existsSync(join(cwd, "Pulumi.yml")))
        throw new UsageError(`There is no Pulumi.yaml in ${cwd}. Name the folder of the program with --cwd.`);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ acceptanceOf }, { driftIn, objectsIn }, { lookedUpIn }, { runPreview }, { tried }, { kindOf }] =
        await Promise.all([
            import("../../accept/acceptance.js"),
            import("../../accept/drift.js"),
            import("../../accept/lookups.js"),
            import("../../accept/preview-run.js"),
            import("../../accept/trial.js"),
            import("../steps/kind-of.js"),
        ]);
    const document =
        file === undefined
            ? await runPreview(cwd, options.stack)
            : parseDocument(await readDocument(file, "The document of the preview"));
    const stack = options.stack ?? document.steps[0]?.urn.split("::")[0]?.replace("urn:pulumi:", "");
    const drifted = driftIn(document, kindOf, cwd);
    const isWanted = choice(drifted, options);
    const objects = objectsIn(document, kindOf);
    const isKnown = (kind: string, id: string): boolean => objects.some((one) => one.kind === kind && one.id === id);
    const { client } = connectionFor(document);
    const lookedUp = client ? await lookedUpIn(drifted, isKnown, client) : new Map();
    const given: AcceptOptions = { folder: cwd, isWanted, isSplit: options.split === true, lookedUp };
    const drawn = acceptanceOf(document, kindOf, given);
    const patches = await diffOf(drawn);
    if (format === "text") process.stdout.write(patches.map(({ diff }) => diff).join("\n"));
    const isWritten = drawn.files.length > 0 && (options.write === true || (format === "text" && (await isAgreed())));
    const done = isWritten ? await tried(document, kindOf, given, () => runPreview(cwd, stack)) : drawn;
    if (format === "json") process.stdout.write(`${JSON.stringify(await documentOf(done, isWritten), undefined, 4)}\n`);
    else process.stdout.write(textOf(done, isWritten));
    if (done.notAccepted.length > 0) process.exitCode = EXIT_CODES.incomplete;
}

/** Which of the drift is wanted. @throws UsageError for a name that nothing of it has */
function choice(
    drifted: readonly Drifted[],
    { only, property }: Pick<Options, "only" | "property">,
): AcceptOptions["isWanted"] {
    const known = (what: string, wanted: readonly string[] = [], there: readonly string[]): void => {
        for (const one of wanted)
            if (!there.includes(one))
                throw new UsageError(
                    `${what} ${JSON.stringify(one)} did not drift${hint(one, there, 2) || "."}`,
                    there,
                );
    };
    known("The resource", only, [...new Set(drifted.map(({ name }) => name))]);
    known("The property", property, [...new Set(drifted.flatMap(({ changes }) => changes.map((one) => one.property)))]);
    return ({ name }, changed) => (only?.includes(name) ?? true) && (property?.includes(changed) ?? true);
}

async function isAgreed(): Promise<boolean> {
    if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
        return /^y(es)?$/i.test((await lines.question("\nWrite these edits? [y/N] ")).trim());
    } finally {
        lines.close();
    }
}

async function diffOf({ files }: Acceptance): Promise<{ path: string; diff: string }[]> {
    const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
    return files.map(({ path, before, after }) => {
        const options = { context: 2, headerOptions: FILE_HEADERS_ONLY };
        const diff = createTwoFilesPatch(path, path, before, after, undefined, undefined, options);
        return { path, diff: `${diff.split("\n").map(printable).join("\n")}` };
    });
}

/** Lines such as `  Group data: description (teams.ts:4)`. */
function textOf({ accepted, notAccepted, files }: Acceptance, isWritten: boolean): string {
    if (accepted.length + notAccepted.length === 0) return "Nothing drifted.\n";
    const head = isWritten ? "accepted" : "can be accepted";
    const lines = [
        ...(accepted.length > 0 ? [`${head} ${accepted.length}:`, ...linesOf(accepted)] : []),
        ...(notAccepted.length > 0 ? [`not accepted ${notAccepted.length}:`, ...notAccepted.map(refusalOf)] : []),
        isWritten
            ? `${counted(files.length, "file")} written, and the preview shows nothing more of what was accepted.`
            : `Nothing was written${files.length > 0 ? ": add --write to write these edits" : ""}.`,
    ];
    return `${files.length > 0 ? "\n" : ""}${lines.map(printable).join("\n")}\n`;
}

function linesOf(items: readonly Item[]): string[] {
    return items.map((one) => `  ${wordsOf(one)}${one.place === undefined ? "" : ` (${one.place})`}`);
}

function refusalOf({ because, expression, place, ...item }: NotAccepted): string {
    const where = [place, expression].filter((one) => one !== undefined).join(": ");
    return `  ${wordsOf(item)}: ${because}${where === "" ? "" : ` (${where})`}`;
}

function wordsOf({ kind, resource, property }: Item): string {
    return `${kind} ${resource}: ${property ?? "deleted outside, so its declaration is removed"}`;
}

async function documentOf(done: Acceptance, isWritten: boolean): Promise<object> {
    return { isWritten, accepted: done.accepted, notAccepted: done.notAccepted, files: await diffOf(done) };
}

function names(text: string, before: string[] = []): string[] {
    return [
        ...before,
        ...text
            .split(",")
            .map((one) => one.trim())
            .filter(Boolean),
    ];
}
