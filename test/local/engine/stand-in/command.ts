// The few commands of the Pulumi CLI that a pipeline runs, executed by the local engine with the same arguments, files, messages
// and exit codes. All others are rejected.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { EngineError, isRecord } from "../../../../src/local/engine/contract/project.js";
import type { Run } from "../../../../src/local/engine/contract/stack.js";
import { STACK_TYPE } from "../../../../src/local/engine/contract/state.js";
import { shownProperties, unwrappedProperties } from "../../../../src/local/engine/contract/values.js";
import { LocalStack } from "../../../../src/local/engine/local.js";
import { Display } from "../../../../src/local/engine/run/display.js";
import { fullName, type StackName } from "../../../../src/local/engine/state/backend.js";
import { EMPTY, fromDeployment, saltOf, toDeployment } from "../../../../src/local/engine/state/deployment.js";
import { Passphrase, WrongPassphrase } from "../../../../src/local/engine/state/passphrase.js";
import { type Arguments, CommandError, EXIT, parseArguments } from "./arguments.js";
import { EventLog } from "./event-log.js";
import { PreviewRecorder, sorted } from "./preview-recorder.js";
import { UpdatePlan } from "./update-plan.js";
import { backendUrl, noStack, passphrase, Workspace } from "./workspace.js";

/** The version of the CLI whose recorded behaviour is reproduced here. */
const VERSION = "v3.260.0";

/** Runs one command line and returns its exit code. */
export async function main(args: string[]): Promise<number> {
    try {
        return await answer(parseArguments(args));
    } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        process.stderr.write(`error: ${error.message}\n`);
        return error instanceof CommandError ? error.exitCode : EXIT.failed;
    }
}

async function answer({ command, words, flags }: Arguments): Promise<number> {
    if (command === "version") return say(VERSION);
    if (flags.cwd !== undefined) {
        if (!existsSync(flags.cwd)) throw new CommandError(`chdir ${flags.cwd}: no such file or directory`);
        process.chdir(flags.cwd);
    }
    const url = backendUrl();
    const folder = fileURLToPath(url);
    if (!existsSync(folder))
        throw new CommandError(`unable to open state directory "${url}": stat ${folder}: no such file or directory`);
    if (command === "login") {
        if (words[0] !== undefined && words[0] !== url)
            throw new CommandError(
                `the local engine keeps its state in PULUMI_BACKEND_URL (${url}) alone, not in ${words[0]}`,
            );
        return say(`Logged in to ${hostname()} as ${userInfo().username} (${url})`);
    }
    const workspace = new Workspace(url, folder);
    if (command === "stack ls") return list(workspace, flags);
    if (command === "stack init" || command === "stack select") {
        const given = words[0] ?? flags.stack;
        if (given === undefined) throw new CommandError(`the name of a stack is required: pulumi ${command} <name>`);
        const name = workspace.named(given);
        const exists = workspace.backend.read(name) !== undefined;
        if (command === "stack init" && exists) throw new CommandError(`stack '${fullName(name)}' already exists`);
        if (!exists && command === "stack select" && !flags.create) throw noStack(name);
        if (!exists) await create(workspace, name);
        workspace.select(name);
        return EXIT.done;
    }
    const name = workspace.chosen(command === "cancel" ? (words[0] ?? flags.stack) : flags.stack);
    if (command === "cancel") {
        workspace.unlock(name);
        return say(`The currently running update for '${name.stack}' has been canceled!`);
    }
    const settings = workspace.settings(name);
    if (command === "config set") {
        const [key, value = await standardInput()] = words;
        if (key === undefined) throw new CommandError("missing required argument: key");
        await settings.set(key, value, flags.secret ? passphrase() : undefined);
        return EXIT.done;
    }
    if (command === "config get") {
        const [key = ""] = words;
        const value = (await settings.values(passphrase()))[settings.wholeName(key)];
        if (value === undefined)
            throw new CommandError(`configuration key '${key}' not found for stack '${name.stack}'`);
        return say(typeof value === "string" ? value : value.secret);
    }
    if (command === "config") {
        if (!flags.json) throw new CommandError("the local engine prints a configuration with --json only");
        const entries = Object.entries(await settings.values(passphrase())).map(([key, value]) => {
            if (typeof value === "string") return [key, { value, secret: false }];
            return [key, { ...(flags["show-secrets"] && { value: value.secret }), secret: true }];
        });
        return say(JSON.stringify(Object.fromEntries(entries), undefined, 2));
    }
    if (command === "stack export") return exported(workspace, name, flags);
    if (command === "stack import") return imported(workspace, name, flags);
    if (command === "stack output") return output(workspace, name, words[0], flags);
    return operate(command, workspace, name, flags);
}

// ---- What the commands do

async function create(workspace: Workspace, name: StackName): Promise<void> {
    const settings = workspace.settings(name);
    const crypter = await Passphrase.of(passphrase(), settings.salt);
    if (!settings.salt) settings.salt = crypter.salt;
    await workspace.backend.locked(name, () => workspace.backend.write(name, toDeployment(EMPTY, crypter)));
    process.stderr.write(`Created stack '${name.stack}'\n`);
}

function list(workspace: Workspace, { json }: Arguments["flags"]): number {
    const current = workspace.selected();
    const stacks = workspace.stacks().map(({ name, changed }) => {
        const resourceCount = workspace.backend.read(name)?.deployment.resources?.length ?? 0;
        const isCurrent = fullName(name) === current;
        return { name: name.stack, current: isCurrent, lastUpdate: changed.toISOString(), resourceCount };
    });
    if (json) return say(JSON.stringify(stacks, undefined, 2));
    const rows = stacks.map((one) => [
        `${one.name}${one.current ? "*" : ""}`,
        one.lastUpdate,
        String(one.resourceCount),
    ]);
    return table([["NAME", "LAST UPDATE", "RESOURCE COUNT"], ...rows]);
}

async function exported(workspace: Workspace, name: StackName, flags: Arguments["flags"]): Promise<number> {
    let deployment = workspace.backend.read(name) ?? { version: 3, deployment: {} };
    if (flags["show-secrets"]) {
        const stored = await fromDeployment(deployment, passphrase());
        deployment = toDeployment(stored, await Passphrase.of(passphrase(), saltOf(deployment)), true);
    }
    const text = JSON.stringify(deployment, undefined, 4);
    if (flags.file === undefined) return say(text);
    writeFileSync(flags.file, text);
    return EXIT.done;
}

/** Imports a whole state, except its pending operations. */
async function imported(workspace: Workspace, name: StackName, flags: Arguments["flags"]): Promise<number> {
    const text = flags.file === undefined ? await standardInput() : readFileSync(flags.file, "utf8");
    const { states, pending } = await fromDeployment(documentOf(text), passphrase());
    for (const { urn } of pending)
        process.stderr.write(`warning: removing pending operation 'creating' on '${urn}' from snapshot\n`);
    const kept = workspace.backend.read(name);
    const crypter = await Passphrase.of(passphrase(), kept && saltOf(kept));
    const deployment = toDeployment({ states, pending: [] }, crypter);
    await workspace.backend.locked(name, () => workspace.backend.write(name, deployment));
    return say("Import complete.");
}

function documentOf(text: string): object {
    try {
        const document: unknown = JSON.parse(text);
        if (isRecord(document)) return document;
    } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
    }
    throw new CommandError("could not deserialize deployment: it is no JSON document");
}

async function output(
    workspace: Workspace,
    name: StackName,
    wanted: string | undefined,
    flags: Arguments["flags"],
): Promise<number> {
    const kept = workspace.backend.read(name);
    const { states } = kept ? await fromDeployment(kept, passphrase()) : EMPTY;
    const root = states.find((state) => state.type === STACK_TYPE);
    const outputs = (flags["show-secrets"] ? unwrappedProperties : shownProperties)(root?.outputs ?? {});
    const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
    if (wanted !== undefined) {
        if (!(wanted in outputs)) throw new CommandError(`current stack does not have output property '${wanted}'`);
        return say(flags.json ? JSON.stringify(outputs[wanted], undefined, 2) : text(outputs[wanted]));
    }
    const all = sorted(Object.entries(outputs));
    if (flags.json) return say(JSON.stringify(Object.fromEntries(all), undefined, 2));
    say(`Current stack outputs (${all.length}):`);
    return table([["    OUTPUT", "VALUE"], ...all.map(([key, value]) => [`    ${key}`, text(value)])]);
}

async function operate(
    operation: Run["operation"],
    workspace: Workspace,
    name: StackName,
    flags: Arguments["flags"],
): Promise<number> {
    const previewOnly = flags["preview-only"] === true;
    if (operation !== "preview" && !flags.yes && !flags["skip-preview"] && !previewOnly)
        throw new CommandError(
            "--yes or --skip-preview or --preview-only must be passed in to proceed when running in non-interactive mode",
            // This version of the CLI has a different exit code for a refresh.
            operation === "refresh" ? EXIT.failed : EXIT.misused,
        );
    const { config, salt } = await configuration(workspace, name);
    let digest: PreviewRecorder | undefined;
    const events = flags["event-log"];
    const plan = flags.plan === undefined ? new UpdatePlan() : UpdatePlan.parse(readFileSync(flags.plan, "utf8"));
    const isPlanned = flags.plan !== undefined || flags["save-plan"] !== undefined;
    const stack = await LocalStack.open(
        {
            program: workspace.folder,
            stack: name.stack,
            config,
            env: { PULUMI_CONFIG_PASSPHRASE: passphrase() },
            backend: workspace.backend.folder,
            onOutput: flags.json ? () => {} : say,
        },
        {
            salt,
            ...(isPlanned && {
                refusal: (op, state, isPreview) => (isPreview ? plan.record(op, state) : plan.refusal(op, state)),
            }),
            onError: (line) => process.stderr.write(`${line}\n`),
            ...(events !== undefined && {
                display: (...of) => (of[1] ? new Display(...of) : new EventLog(events, ...of)),
            }),
            ...(flags.json && {
                display: (...of) => {
                    digest = new PreviewRecorder(flags["show-sames"] === true, ...of);
                    return digest;
                },
            }),
        },
    );
    const release = cancelOnSignals(stack, operation !== "preview" && !previewOnly);
    const expectNoChanges = flags["expect-no-changes"] === true;
    const parallelDiff = process.env.PULUMI_PARALLEL_DIFF === "true";
    const options = { refresh: flags.refresh === true, expectNoChanges, parallelDiff };
    const runs = {
        preview: () => stack.preview(options),
        up: () => stack.up({ ...options, previewFirst: !flags["skip-preview"] }),
        refresh: () =>
            stack.refresh({ expectNoChanges, previewOnly, ...(flags.target && { targets: [flags.target] }) }),
        destroy: () => stack.destroy(),
    };
    try {
        const run = await runs[operation]();
        if (flags["save-plan"] !== undefined && run.exitCode === EXIT.done)
            writeFileSync(flags["save-plan"], plan.toString());
        if (digest) say(JSON.stringify(digest.document(), undefined, 4));
        if (run.exitCode === EXIT.changes)
            process.stderr.write(`error: no changes were expected for ${operation} but changes were proposed\n`);
        return run.exitCode;
    } finally {
        release();
        await stack.close();
    }
}

/** The stack's configuration, and the salt that its settings and its state share. */
async function configuration(workspace: Workspace, name: StackName) {
    const settings = workspace.settings(name);
    try {
        const kept = workspace.backend.read(name);
        const crypter = await Passphrase.of(passphrase(), settings.salt ?? (kept && saltOf(kept)));
        if (!settings.salt) settings.salt = crypter.salt;
        return { config: await settings.values(passphrase()), salt: crypter.salt };
    } catch (error) {
        if (!(error instanceof WrongPassphrase)) throw error;
        throw new CommandError("getting stack configuration: get stack secrets manager: incorrect passphrase");
    }
}

/** The first signal lets running operations finish; the second one ends the process at once. */
function cancelOnSignals(stack: LocalStack, changes: boolean): () => void {
    let isCancelled = false;
    const onSignal = (signal: NodeJS.Signals) => {
        if (isCancelled) process.exit(EXIT.failed);
        isCancelled = true;
        const [name, again] = signal === "SIGINT" ? ["^C", "press ^C"] : [signal, `send ${signal}`];
        const warning = changes
            ? "\nNote that terminating immediately may lead to orphaned resources and other inconsistencies."
            : "";
        process.stderr.write(
            `${name} received; cancelling. If you would like to terminate immediately, ${again} again.${warning}\n`,
        );
        stack.cancel();
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
    return () => process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
}

// ---- Output

function say(text: string): number {
    process.stdout.write(`${text}\n`);
    return EXIT.done;
}

function table(rows: string[][]): number {
    const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    for (const row of rows)
        say(
            row
                .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 2))
                .join("")
                .trimEnd(),
        );
    return EXIT.done;
}

async function standardInput(): Promise<string> {
    if (process.stdin.isTTY) return "";
    let text = "";
    for await (const chunk of process.stdin) text += String(chunk);
    return text.replace(/\n$/, "");
}
