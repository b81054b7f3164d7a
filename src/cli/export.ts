import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { parseDeployment } from "../deployment.js";
import { isDefaultProvider } from "../engine/contract/state.js";
import { UsageError } from "../errors.js";
import type { Exported, ExportOptions } from "../export/export.js";
import type { Undeclared } from "../export/found.js";
import type { Selection } from "../export/selection.js";
import type { Updated } from "../export/update.js";
import { printable } from "../schema/printable.js";
import type { Settings } from "../settings.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "./exit-codes.js";
import { readDocument } from "./input.js";
import { Progress } from "./progress.js";
import { readerSettings } from "./reader-settings.js";

interface Options {
    out: string;
    stack?: string;
    project?: string;
    include?: string[];
    exclude?: string[];
    apps?: string[];
    owners?: string[];
    team?: string[];
    exceptTeam?: string[];
    update?: boolean;
    state?: string[];
}

/** `access-governance export`: an organization as a program, with its state. */
export function addExport(program: Command): void {
    program
        .command("export")
        .summary("write a program that declares what there is")
        .description(DESCRIPTION)
        .requiredOption("--out <folder>", "folder for the program: a new one, or an empty one")
        .option("--stack <name>", "make the state of this stack, bring it in, and preview it")
        .option("--project <name>", "name of the Pulumi project; that of the folder when left out")
        .addOption(new Option("--include <kinds...>", "declare these kinds only, such as Group Owner"))
        .addOption(new Option("--exclude <kinds...>", "do not declare these kinds"))
        .addOption(new Option("--apps <names...>", "declare what belongs to these apps only"))
        .addOption(new Option("--owners <names...>", "declare what these owners administer only"))
        .addOption(new Option("--team <names...>", "declare these owners and what they administer only"))
        .addOption(new Option("--except-team <names...>", "leave these owners out, and what they administer"))
        .option("--update", "bring what is new or gone into a program that is there; no line of it is changed")
        .addOption(
            new Option(
                "--state <files...>",
                "with --update: what `pulumi stack export` printed, a file for each stack",
            ),
        )
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
  $ access-governance export --out tags --include Tag GroupTag ResourceTag
  $ pulumi stack export > state.json; access-governance export --out . --update --state state.json`;

async function run(options: Options): Promise<void> {
    if (options.state && !options.update) throw new UsageError("--state goes with --update, and with nothing else.");
    // Pulumi's SDK comes with the kinds.
    const [{ kinds }, sources] = await Promise.all([import("../kinds.js"), import("../resources/sources.js")]);
    const progress = new Progress(process.stderr);
    const given = {
        settings: readerSettings(),
        kinds,
        others: [sources.apps, sources.users],
        selection: selectionOf(options),
        progress: (done: number, total: number) => progress.show(done, total),
        say: (line: string) => progress.say(line),
    };
    const interrupted = (): void => {
        progress.end();
        tell("Interrupted. Run the same command again within an hour: it goes on from here.");
        process.exit(EXIT_CODES.AbortedError);
    };
    process.once("SIGINT", interrupted);
    const undeclared = await (options.update ? update(options, given) : make(options, given)).finally(() => {
        process.off("SIGINT", interrupted);
        progress.end();
    });
    if (undeclared.some(({ isFault }) => isFault)) process.exitCode = EXIT_CODES.incomplete;
}

type Given = Omit<ExportOptions, "out" | "stack" | "project">;

async function make(options: Options, given: Given): Promise<readonly Undeclared[]> {
    const { out, stack, project } = options;
    const { exportOrganization } = await import("../export/export.js");
    const exported = await exportOrganization({ ...given, out, stack: stack ?? "dev", ...(project && { project }) });
    summarize(out, exported);
    if (stack !== undefined) await bringIn(out, stack, exported, given.settings);
    return exported.inventory.undeclared;
}

async function update({ out, state = [] }: Options, given: Given): Promise<readonly Undeclared[]> {
    if (state.length === 0) {
        throw new UsageError(
            "--update needs to know what the program declares: give --state a file that `pulumi stack export` printed, one for each stack.",
        );
    }
    const stacks = await Promise.all(
        state.map(async (file) => parseDeployment(await readDocument(file, "The deployment"))),
    );
    const [{ JOURNAL, readOrganization }, { updateProgram }] = await Promise.all([
        import("../export/export.js"),
        import("../export/update.js"),
    ]);
    const { inventory, url, createdBy, done } = await readOrganization(given, join(out, JOURNAL));
    const updated = updateProgram({ out, stacks, inventory, kinds: given.kinds, url, createdBy });
    done();
    sayUpdate(out, updated);
    return inventory.undeclared;
}

function sayUpdate(out: string, { added, gone, folder, isHooked, program }: Updated): void {
    const say = (line: string): void => void process.stdout.write(`${printable(line)}\n`);
    for (const { kind, resource, id, place } of gone) {
        say(`gone: ${kind} ${resource} (${id})${place ? `, declared in ${place.file}:${place.line}` : ""}`);
    }
    say(`update: ${added.length} added, ${gone.length} gone`);
    if (folder === undefined) return;
    say(`${join(out, folder)} declares what is new. To bring it in, in this order:`);
    if (!isHooked) say('  add the line `import "./added";` to the main file of the program');
    for (const { key } of program?.secrets ?? []) say(`  pulumi config set --secret ${key} <value>`);
    say(`  pulumi import --file ${folder}/import.json --generate-code=false --protect=false`);
    say("  pulumi preview --expect-no-changes");
}

/** The state is brought into a stack of its own first: what a preview shows there is counted before a stack of the user's is touched. */
async function bringIn(out: string, stack: string, { program, project }: Exported, settings: Settings): Promise<void> {
    if (program.secrets.length > 0) {
        tell(
            `No preview yet: the program asks for ${program.secrets.length} secrets. Go on as ${join(out, "README.md")} says.`,
        );
        process.exitCode = EXIT_CODES.incomplete;
        return;
    }
    install(out);
    const [{ openStack }, { findPulumi }, { readFileSync }] = await Promise.all([
        import("../engine/open-stack.js"),
        import("../engine/pulumi.js"),
        import("node:fs"),
    ]);
    const { url, token, readsPerSecond } = settings;
    const trial = await openStack({
        program: out,
        stack,
        config: {
            "access-governance:url": url,
            "access-governance:token": { secret: token },
            ...(readsPerSecond ? { "access-governance:readsPerSecond": `${readsPerSecond}` } : {}),
        },
    });
    const file = join("state", `${stack}.json`);
    try {
        await trial.importState(JSON.parse(readFileSync(join(out, file), "utf8")));
        const preview = await trial.preview({ expectNoChanges: true });
        const changes = preview.steps.filter((step) => !["same", "read"].includes(step.op) && !isDefaultProvider(step));
        if (preview.exitCode !== 0 && changes.length === 0)
            throw new UsageError(`The preview failed:\n${preview.output}`);
        process.stdout.write(`preview (${trial.engine}): ${changes.length} changes\n`);
        if (changes.length > 0) {
            process.stdout.write(preview.output);
            process.exitCode = EXIT_CODES.failed;
            return;
        }
    } finally {
        await trial.close();
    }
    if (findPulumi(false)) makeStack(out, stack, file, settings.url);
    else
        tell(
            `There is no Pulumi CLI here, so the stack ${project}/${stack} was not made. With the CLI, go on as ${join(out, "README.md")} says.`,
        );
}

/** Makes the stack of the user, with the CLI as it is set up. A stack that is there is never overwritten. */
function makeStack(out: string, stack: string, file: string, url: string): void {
    const commands = [
        ["stack", "init", stack],
        ["config", "set", "--stack", stack, "access-governance:url", url],
        ["stack", "import", "--stack", stack, "--file", file],
    ];
    for (const args of commands) {
        const { status, stderr } = spawnSync("pulumi", [...args, "--non-interactive"], { cwd: out, encoding: "utf8" });
        if (status === 0) continue;
        const line = `pulumi ${args.join(" ")}`;
        throw new UsageError(
            `\`${line}\` failed: ${stderr.trim()}\nThe program is in ${out}; go on as its README says.`,
        );
    }
    process.stdout.write(`stack ${stack}: imported\n`);
}

/** The program's dependencies, where they cannot be found from its folder. */
function install(out: string): void {
    const from = createRequire(join(resolve(out), "index.ts"));
    const isThere = ["pulumi-access-governance", "@pulumi/pulumi"].every((name) => {
        try {
            return Boolean(from.resolve(name));
        } catch {
            return false;
        }
    });
    if (isThere) return;
    tell("npm install");
    const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: out, encoding: "utf8" });
    if (status !== 0) throw new UsageError(`\`npm install\` failed in ${out}: ${stderr.trim()}`);
}

function summarize(out: string, { inventory, plan, files }: Exported): void {
    const faults = inventory.undeclared.filter(({ isFault }) => isFault).length;
    const folder = relative(process.cwd(), resolve(out)) || ".";
    process.stdout.write(
        `export: ${plan.length} declarations in ${files.length} files, ${faults} could not be declared\n`,
    );
    process.stdout.write(`${folder}/README.md says how to go on, and what is not in it\n`);
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

function tell(line: string): void {
    process.stderr.write(`${line}\n`);
}
