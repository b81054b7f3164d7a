import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { recalled, remember } from "../../adopt/watch/memory.js";
import type { WatchedObject } from "../../adopt/watch/relevance.js";
import { Watch } from "../../adopt/watch/watch.js";
import { AccessGovernanceClient } from "../../api/access-governance-client.js";
import { SetupError, UsageError } from "../../common/errors.js";
import { resourceName } from "../../common/names.js";
import { printable } from "../../common/printable.js";
import { wholeNumber } from "../options/option-values.js";
import { expectProject } from "../options/project-folder.js";
import { readerSettings } from "../options/reader-settings.js";
import { readStackConfig } from "../options/stack-config.js";
import { readState } from "../steps/pulumi-documents.js";

interface Options {
    cwd: string;
    stack?: string;
    once?: boolean;
    poll: number;
    quiet: number;
    full: number;
    memory?: string;
}

/** `access-governance watch`: finds drift shortly after the change that caused it. */
export function addWatch(program: Command): void {
    program
        .command("watch")
        .summary("run the drift check when an object of the stack is changed")
        .description(DESCRIPTION)
        .argument("[command...]", "drift check and its arguments, after -- (default: a preview)")
        .option("-C, --cwd <folder>", "folder of the program's Pulumi.yaml", ".")
        .option("-s, --stack <name>", "stack to watch (default: the selected stack)")
        .option("--once", "poll once, run the check if it is due, and exit; for cron")
        .option("--poll <seconds>", "seconds between polls of the audit events", wholeNumber(5, 3600), 20)
        .option("--quiet <seconds>", "seconds without another change before the check runs", wholeNumber(0, 3600), 30)
        .option(
            "--full <minutes>",
            "minutes after which the check runs even without a change",
            wholeNumber(1, 10_080),
            60,
        )
        .option(
            "--memory <file>",
            "file that stores which events were seen (default: .access-watch.json next to Pulumi.yaml)",
        )
        .addHelpText("after", EXAMPLES)
        .action(watch);
}

const DESCRIPTION = `Polls the audit events of the organization, and runs a drift check when an event concerns an object that the stack declares. It first waits
until --quiet seconds have passed without another such event, and five times as long since the last check. The check also runs at the start and every --full minutes, so a late or lost event
delays the detection of drift but cannot prevent it. With a token that may not read audit events, the check runs at that interval only.

Standard output lists the relevant events and the checks. The command only reads; the check after -- may do anything. A poll is one call. After a restart, the watch
continues where it stopped.

The address and the token come from the configuration of the stack, or from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance watch --stack prod
  $ access-governance watch --stack prod -- access/drift.sh
  $ access-governance watch --stack prod --once -- access/drift.sh        # every minute, by cron

The check must exit with 0 without drift and with 7 with drift. Any other code counts as a failure; the check is repeated after 5 minutes.

Exit codes: 0 after Ctrl-C or SIGTERM; with --once, 0 if no check was due, otherwise the exit code of the check.`;

async function watch(
    command: readonly string[],
    { cwd, stack, once, poll, quiet, full, memory }: Options,
): Promise<void> {
    expectProject(cwd);
    const config = await readStackConfig(cwd, stack);
    if (config && "because" in config)
        throw new UsageError(`The configuration of the stack cannot be read: ${config.because}`);
    const settings = readerSettings(process.env, config?.values);
    const name = stack === undefined ? "" : `.${stack.replaceAll("/", "-")}`;
    const file = memory ?? join(cwd, `.access-watch${name}.json`);
    const stopped = new AbortController();
    for (const signal of SIGNALS) process.once(signal, () => stopped.abort());
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

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

function previewOf(stack: string | undefined): readonly string[] {
    const flags = [
        "--refresh",
        "--expect-no-changes",
        "--non-interactive",
        ...(stack === undefined ? [] : ["--stack", stack]),
    ];
    return ["pulumi", "preview", ...flags];
}

/** Reads the objects of this package from the state of the stack. */
async function declaredBy(folder: string, stack: string | undefined): Promise<WatchedObject[]> {
    const { kindOfType } = await import("../steps/kind-of.js");
    const { deployment } = await readState(folder, stack);
    return (deployment.resources ?? []).flatMap(({ urn, type, id }) => {
        const kind = kindOfType(type);
        return kind && id ? [{ title: `${kind.name} ${resourceName(urn)}`, id }] : [];
    });
}

/** Runs a command and returns its exit code. A signal stops it first, with all processes that it started. */
function run([name = "", ...args]: readonly string[], cwd: string): Promise<number> {
    return new Promise((done, fail) => {
        const child = spawn(name, args, { cwd, stdio: ["ignore", "inherit", "inherit"], detached: true });
        // A detached process is the leader of its own process group, which a negative id signals.
        const stop = (): void => void (child.pid !== undefined && process.kill(-child.pid, "SIGTERM"));
        for (const signal of SIGNALS) process.once(signal, stop);
        child.on("error", ({ message }) =>
            fail(new SetupError(`The check "${name}" could not be started: ${message}.`)),
        );
        child.on("close", (code) => {
            for (const signal of SIGNALS) process.off(signal, stop);
            done(code ?? 255);
        });
    });
}
