import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { isDefaultProvider } from "../engine/contract/state.js";
import { UsageError } from "../errors.js";
import type { Exported, ExportOptions } from "../export/export.js";
import type { Selection } from "../export/selection.js";
import type { Settings } from "../settings.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "./exit-codes.js";
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
    // Pulumi's SDK comes with the kinds.
    const [{ kinds }, { exportOrganization }, sources] = await Promise.all([
        import("../kinds.js"),
        import("../export/export.js"),
        import("../resources/sources.js"),
    ]);
    const settings = readerSettings();
    const stack = options.stack ?? "dev";
    const selection = selectionOf(options);
    const progress = new Progress(process.stderr);
    const interrupted = (): void => {
        progress.end();
        tell("Interrupted. Run the same command again within an hour: it goes on from here.");
        process.exit(EXIT_CODES.AbortedError);
    };
    process.once("SIGINT", interrupted);
    const given: ExportOptions = {
        settings,
        kinds,
        others: [sources.apps, sources.users],
        out: options.out,
        stack,
        selection,
        progress: (done, total) => progress.show(done, total),
        say: (line) => progress.say(line),
        ...(options.project === undefined ? {} : { project: options.project }),
    };
    const exported = await exportOrganization(given).finally(() => {
        process.off("SIGINT", interrupted);
        progress.end();
    });
    summarize(options.out, exported);
    const isComplete = !exported.inventory.undeclared.some(({ isFault }) => isFault);
    if (!isComplete) process.exitCode = EXIT_CODES.incomplete;
    if (options.stack !== undefined) await bringIn(options.out, options.stack, exported, settings);
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
    const trial = await openStack({
        program: out,
        stack,
        config: { "access-governance:url": settings.url, "access-governance:token": { secret: settings.token } },
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
