import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { EngineError, isRecord, readProject } from "./contract/project.js";
import type {
    Deployment,
    Diagnostic,
    RefreshOptions,
    Run,
    RunOptions,
    Stack,
    StackOptions,
    Step,
    UpdateOptions,
} from "./contract/stack.js";
import { STACK_TYPE, urnName } from "./contract/state.js";
import { type EngineProperties, isStoredSecret, map } from "./contract/values.js";
import { lines } from "./processes/lines.js";

/** The oldest supported version of the Pulumi CLI. */
const OLDEST = { major: 3, minor: 200 };
const NEEDED = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

/**
 * Returns the version of the Pulumi CLI on PATH, or undefined if a supported version is not installed.
 * @throws EngineError instead of returning undefined if `required`
 */
export function findPulumi(required: boolean): string | undefined {
    const refuse = (why: string): undefined => {
        if (required) throw new EngineError(why);
    };
    const missing = NEEDED.find((name) => !onPath(name));
    if (missing) return refuse(`${missing} is not on PATH: install the Pulumi CLI, or use the local engine.`);
    const version = spawnSync("pulumi", ["version"], { encoding: "utf8" }).stdout.trim();
    const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
    if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return version;
    return refuse(`pulumi ${version} is too old: install version ${OLDEST.major}.${OLDEST.minor} or later.`);
}

/** A stack that is deployed by the Pulumi CLI. */
export class PulumiStack implements Stack {
    readonly engine: string;
    #child: ChildProcess | undefined;
    #runs = 0;

    private constructor(
        version: string,
        private readonly root: string,
        private readonly stack: string,
        private readonly env: NodeJS.ProcessEnv,
        private readonly onOutput: (line: string) => void,
    ) {
        this.engine = `pulumi ${version}`;
    }

    static async open(options: StackOptions, version: string): Promise<PulumiStack> {
        const project = readProject(options.program);
        const root = await mkdtemp(join(tmpdir(), "access-governance-"));
        const backend = resolve(options.backend ?? join(root, "state"));
        for (const folder of [join(root, "home"), join(root, "project"), backend])
            await mkdir(folder, { recursive: true });
        // The CLI writes the stack settings file next to Pulumi.yaml. A copy of Pulumi.yaml keeps it out of the project folder.
        const { stackConfigDir: _, ...document } = project.document;
        const main = project.entry === "." ? project.folder : join(project.folder, project.entry);
        await writeFile(join(root, "project", "Pulumi.json"), JSON.stringify({ ...document, main }));
        const env = {
            ...withoutPulumi(process.env),
            ...options.env,
            PULUMI_HOME: join(root, "home"),
            PULUMI_BACKEND_URL: pathToFileURL(backend).href,
            PULUMI_CONFIG_PASSPHRASE: options.env?.PULUMI_CONFIG_PASSPHRASE ?? "local",
            PULUMI_SKIP_UPDATE_CHECK: "true",
            PULUMI_NODEJS_TRANSPILE_ONLY: "true",
            // The CLI accepts --event-log only with this variable.
            PULUMI_DEBUG_COMMANDS: "true",
        };
        const stack = new PulumiStack(version, root, options.stack ?? "dev", env, options.onOutput ?? (() => {}));
        await stack.#expect(["stack", "select", "--create", stack.stack]);
        const config = Object.entries(options.config ?? {}).flatMap(([key, value]) =>
            typeof value === "string" ? ["--plaintext", `${key}=${value}`] : ["--secret", `${key}=${value.secret}`],
        );
        if (config.length > 0) await stack.#expect(["config", "set-all", "--stack", stack.stack, ...config]);
        return stack;
    }

    preview(options: RunOptions = {}): Promise<Run> {
        return this.#run("preview", [], options);
    }

    up({ previewFirst, ...options }: UpdateOptions = {}): Promise<Run> {
        return this.#run("up", previewFirst ? ["--yes"] : ["--yes", "--skip-preview"], options);
    }

    refresh({ previewOnly, ...options }: RefreshOptions = {}): Promise<Run> {
        return this.#run("refresh", previewOnly ? ["--preview-only"] : ["--yes", "--skip-preview"], options);
    }

    destroy(): Promise<Run> {
        return this.#run("destroy", ["--yes", "--skip-preview"], {});
    }

    async exportState({ showSecrets }: { showSecrets?: boolean } = {}): Promise<Deployment> {
        const flags = showSecrets ? ["--show-secrets"] : [];
        const text = await this.#expect(["stack", "export", "--stack", this.stack, ...flags]);
        return JSON.parse(text) as Deployment; // output format of `pulumi stack export`
    }

    async importState(deployment: object): Promise<void> {
        await this.#expect(["stack", "import", "--stack", this.stack], JSON.stringify(deployment));
    }

    async setConfig(key: string, value: string, { secret }: { secret?: boolean } = {}): Promise<void> {
        // The value is passed on stdin so that secrets do not appear in the process list.
        await this.#expect(
            ["config", "set", "--stack", this.stack, secret ? "--secret" : "--plaintext", "--raw", key],
            value,
        );
    }

    async close(): Promise<void> {
        this.#child?.kill();
        await rm(this.root, { recursive: true, force: true });
    }

    async #run(operation: Run["operation"], flags: string[], options: RunOptions): Promise<Run> {
        this.#runs += 1;
        const log = join(this.root, `events-${this.#runs}.jsonl`);
        const args = [operation, "--stack", this.stack, "--event-log", log, "--suppress-progress", ...flags];
        if (options.refresh) args.push("--refresh");
        if (options.expectNoChanges) args.push("--expect-no-changes");
        for (const urn of options.targets ?? []) args.push("--target", urn);
        for (const urn of options.replace ?? []) args.push("--replace", urn);
        const env = options.parallelDiff ? { ...this.env, PULUMI_PARALLEL_DIFF: "true" } : this.env;
        const result = await this.#pulumi(args, { env, onOutput: this.onOutput });
        const logged = existsSync(log) ? await readFile(log, "utf8") : "";
        const written = logged.split("\n").filter(Boolean);
        const events = written.map((line) => JSON.parse(line) as EngineEvent); // event format of the CLI
        const { exitCode, output } = result;
        return { operation, exitCode, output, ...summarize(events, result) };
    }

    async #expect(args: string[], stdin?: string): Promise<string> {
        const result = await this.#pulumi(args, { stdin });
        if (result.exitCode === 0) return result.stdout;
        throw new EngineError(`pulumi ${args.slice(0, 2).join(" ")} failed: ${result.output.trim()}`);
    }

    #pulumi(args: string[], { env = this.env, stdin = "", onOutput }: CommandOptions): Promise<CommandResult> {
        const cwd = join(this.root, "project");
        const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], { cwd, env });
        this.#child = child;
        const stdout: string[] = [];
        const output: string[] = [];
        const take = (line: string) => {
            output.push(line);
            onOutput?.(line);
        };
        lines(child.stdout, (line) => {
            stdout.push(line);
            take(line);
        });
        lines(child.stderr, take);
        child.stdin.end(stdin);
        return new Promise((resolve, reject) => {
            child.on("error", (error) => reject(new EngineError(`pulumi could not be started: ${error.message}`)));
            child.on("close", (code) =>
                resolve({ exitCode: code ?? 255, stdout: stdout.join("\n"), output: output.join("\n") }),
            );
        });
    }
}

/** Returns the environment without PULUMI_ variables, which contain the user's account, stack and settings. */
export function withoutPulumi(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("PULUMI_")));
}

interface CommandOptions {
    env?: NodeJS.ProcessEnv;
    stdin?: string | undefined;
    onOutput?: (line: string) => void;
}

/** Result of a Pulumi CLI command. */
type CommandResult = Pick<Run, "exitCode" | "output"> & { stdout: string };

/** Whether a command is on PATH. */
export function onPath(name: string): boolean {
    const suffixes = process.platform === "win32" ? [".exe", ".cmd"] : [""];
    const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
    return folders.some((folder) => suffixes.some((suffix) => existsSync(join(folder, name + suffix))));
}

/** The fields of an engine event that are used here. */
interface EngineEvent {
    diagnosticEvent?: { urn?: string; message: string; severity: string };
    resourcePreEvent?: { metadata: EventMetadata };
    resOutputsEvent?: { metadata: EventMetadata };
    resOpFailedEvent?: { metadata: EventMetadata };
}

interface EventMetadata {
    op: string;
    urn: string;
    type: string;
    new?: { outputs?: Record<string, unknown> } | null;
}

function summarize(events: EngineEvent[], result: CommandResult): Pick<Run, "steps" | "diagnostics" | "outputs"> {
    const steps: Step[] = [];
    const diagnostics: Diagnostic[] = [];
    let outputs: Record<string, unknown> = {};
    for (const event of events) {
        if (event.resourcePreEvent) steps.push(stepOf(event.resourcePreEvent.metadata));
        if (event.resOpFailedEvent) {
            const failed = stepOf(event.resOpFailedEvent.metadata);
            const step = steps.findLast((s) => s.urn === failed.urn && s.op === failed.op);
            if (step) step.failed = true;
            else steps.push({ ...failed, failed: true });
        }
        const done = event.resOutputsEvent?.metadata;
        // Secret outputs in events have a secret marker but no value.
        if (done?.type === STACK_TYPE && isRecord(done.new?.outputs))
            outputs = map(done.new.outputs, (part) =>
                isStoredSecret(part) ? "[secret]" : undefined,
            ) as EngineProperties;
        const diagnostic = event.diagnosticEvent && diagnosticOf(event.diagnosticEvent);
        if (diagnostic) diagnostics.push(diagnostic);
    }
    // The CLI does not log an event for errors that it prints before its engine starts or after it ends.
    const printed = /^error: (.*(?:\n {2}.*)*)$/gm;
    for (const [, message = ""] of result.exitCode === 0 ? [] : result.output.matchAll(printed))
        if (!diagnostics.some((d) => d.message.includes(message))) diagnostics.push({ severity: "error", message });
    return { steps, diagnostics, outputs };
}

function stepOf({ op, urn, type }: EventMetadata): Step {
    return { op, type, name: urnName(urn), urn };
}

const SEVERITIES: Record<string, Diagnostic["severity"] | undefined> = {
    error: "error",
    warning: "warning",
    info: "info",
    "info#err": "info",
};

function diagnosticOf(event: { urn?: string; message: string; severity: string }): Diagnostic | undefined {
    const severity = SEVERITIES[event.severity];
    return severity && { severity, message: event.message.trimEnd(), ...(event.urn && { urn: event.urn }) };
}
