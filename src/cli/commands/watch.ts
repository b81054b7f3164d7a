import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { AccessGovernanceClient } from "../../api/access-governance-client.js";
import { SetupError, UsageError } from "../../errors.js";
import { resourceName } from "../../schema/names.js";
import { printable } from "../../schema/printable.js";
import { recalled, remember } from "../../watch/memory.js";
import type { Declared } from "../../watch/touched.js";
import { Watch } from "../../watch/watch.js";
import { readerSettings } from "../options/reader-settings.js";
import { readStackConfig } from "../options/stack-config.js";
import { wholeNumber } from "../options/whole-number.js";
import { readState } from "../steps/stack-state.js";

interface Options {
    cwd: string;
    stack?: string;
    once?: boolean;
    poll: number;
    quiet: number;
    full: number;
    memory?: string;
}

/** `access-governance watch`: drift is found when it is made, and not within the hour. */
export function addWatch(program: Command): void {
    program
        .command("watch")
        .summary("run the drift check as soon as somebody touches what the stack declares")
        .description(DESCRIPTION)
        .argument("[command...]", "the drift check and its arguments, after --; a preview when left out")
        .option("-C, --cwd <folder>", "folder of the program's Pulumi.yaml", ".")
        .option("-s, --stack <name>", "stack to watch; the one that is selected when left out")
        .option("--once", "look once, run the check if it is due, and end: for cron")
        .option("--poll <seconds>", "seconds between two looks at the events", wholeNumber(5, 3600), 20)
        .option("--quiet <seconds>", "seconds without a change before the check runs", wholeNumber(0, 3600), 30)
        .option("--full <minutes>", "minutes after which the check runs in any case", wholeNumber(1, 10_080), 60)
        .option("--memory <file>", "what it has seen; .access-watch.json beside Pulumi.yaml when left out")
        .addHelpText("after", EXAMPLES)
        .action(watch);
}

const DESCRIPTION = `Follows the audit events of the organization, and runs a drift check when one of them is about something that the stack declares: after --quiet
seconds without another one, and at most once in five times that. The check runs at the start and after --full minutes in any case, so that an event that is late or lost
only costs time. If the token may not read audit events, it runs at that interval only.

It says on standard output what it saw and what it did. It only reads; what the command after -- does is up to you. A look at the events is one call. Ended or
killed, it goes on where it was.

Address and token come from the configuration of the stack, or from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance watch --stack prod
  $ access-governance watch --stack prod -- access/drift.sh
  $ ACCESS_DRIFT=accept access-governance watch --stack prod -- access/drift.sh
  $ access-governance watch --stack prod --once -- access/drift.sh        # every minute, by cron

The check must exit with 0 if nothing differs and with 7 if something does. With any other code it counts as failed, and is run again after 5 minutes.

Exit codes: 0 when it was ended by Ctrl-C or SIGTERM; with --once, 0 when no check was due, otherwise the code of the check.`;

async function watch(
    command: readonly string[],
    { cwd, stack, once, poll, quiet, full, memory }: Options,
): Promise<void> {
    if (!existsSync(join(cwd, "Pulumi.yaml")) && !existsSync(join(cwd, "Pulumi.yml")))
        throw new UsageError(`There is no Pulumi.yaml in ${cwd}. Name the folder of the program with --cwd.`);
    const config = await readStackConfig(cwd, stack);
    if (config && "because" in config)
        throw new UsageError(`The configuration of the stack cannot be read: ${config.because}`);
    const settings = readerSettings(process.env, config?.values);
    const name = stack === undefined ? "" : `.${stack.replaceAll("/", "-")}`;
    const file = memory ?? join(cwd, `.access-watch${name}.json`);
    const stopped = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
    const watching = new Watch({
        connect: () => new AccessGovernanceClient(settings),
        declared: () => declaredBy(cwd, stack),
        look: () => (command.length > 0 ? run(command, process.cwd()) : run(previewOf(stack), resolve(cwd))),
        say: (line) => void process.stdout.write(`${printable(line)}\n`),
        memory: recalled(file, settings.url),
        remember: (now) => remember(file, settings.url, now),
        pollMs: poll * 1000,
        quietMs: quiet * 1000,
        fullMs: full * 60_000,
    });
    if (once) process.exitCode = (await watching.step({ isQuiet: false })) ?? 0;
    else await watching.follow(stopped.signal);
}

function previewOf(stack: string | undefined): readonly string[] {
    const flags = [
        "--refresh",
        "--expect-no-changes",
        "--non-interactive",
        ...(stack === undefined ? [] : ["--stack", stack]),
    ];
    return ["pulumi", "preview", ...flags];
}

/** The objects in the state of the stack. */
async function declaredBy(folder: string, stack: string | undefined): Promise<Declared[]> {
    const { kindOf } = await import("../steps/kind-of.js");
    const { deployment } = await readState(folder, stack);
    return (deployment.resources ?? []).flatMap(({ urn, type, id }) => {
        const kind = kindOf(type);
        return kind && id ? [{ title: `${kind.name} ${resourceName(urn)}`, id }] : [];
    });
}

/** Runs a command to its end, and answers with its exit code. A signal that ends this process ends it first. */
function run([name = "", ...args]: readonly string[], cwd: string): Promise<number> {
    return new Promise((done, fail) => {
        const child = spawn(name, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
        const stop = (): void => void child.kill("SIGTERM");
        process.once("SIGTERM", stop);
        child.on("error", ({ message }) => fail(new SetupError(`${name} cannot be run: ${message}`)));
        child.on("close", (code) => {
            process.off("SIGTERM", stop);
            done(code ?? 255);
        });
    });
}
