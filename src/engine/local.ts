import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Actions, type Plugins, type Witness } from "./actions.js";
import type { Child } from "./child.js";
import { Display } from "./display.js";
import { serveMonitor } from "./monitor.js";
import { Plugin } from "./plugin.js";
import { PRELOAD } from "./preload.js";
import { SAID_ALREADY, startProgram } from "./program.js";
import { EngineError, type Project, readProject } from "./project.js";
import { withoutPulumi } from "./pulumi.js";
import { Snapshot } from "./snapshot.js";
import type { Deployment, RefreshOptions, Run, RunOptions, Stack, StackOptions, UpdateOptions } from "./stack.js";
import { fromDeployment, Passphrase, STACK_TYPE, type State, toDeployment, writeWhole } from "./state.js";
import { defaultProvider, Steps } from "./steps.js";
import { type Properties, secret, shown, some, UNKNOWN } from "./values.js";

/** How often a running operation is written down at most: what a killed run has made since is not in the state. */
const WRITE_EVERY_MS = 200;

type Config = Map<string, { value: string; secret: boolean }>;

/** A stack that the local engine runs. */
export class LocalStack implements Stack {
    readonly engine = "local engine";
    readonly #config: Config = new Map();
    readonly #env: NodeJS.ProcessEnv;
    readonly #passphrase: string;
    #states: State[] = [];
    /** Everything that must not outlive an operation. */
    readonly #running = new Set<{ stop(): Promise<void> }>();

    private constructor(
        private readonly project: Project,
        private readonly root: string,
        private readonly options: StackOptions,
    ) {
        const env = { ...withoutPulumi(process.env), ...options.env };
        const preload = `--require ${JSON.stringify(join(root, "preload.cjs"))}`;
        this.#env = { ...env, NODE_OPTIONS: [env.NODE_OPTIONS, preload].filter(Boolean).join(" ") };
        this.#passphrase = options.env?.PULUMI_CONFIG_PASSPHRASE ?? "local";
        // Made while the first program runs: it takes half a second.
        Passphrase.of(this.#passphrase).catch(() => {});
        for (const [key, value] of Object.entries(options.config ?? {}))
            this.#config.set(
                key,
                typeof value === "string" ? { value, secret: false } : { value: value.secret, secret: true },
            );
    }

    static async open(options: StackOptions): Promise<LocalStack> {
        const project = readProject(options.program);
        const root = await mkdtemp(join(tmpdir(), "access-governance-"));
        await writeFile(join(root, "preload.cjs"), PRELOAD);
        return new LocalStack(project, root, options);
    }

    preview(options: RunOptions = {}): Promise<Run> {
        return this.#operate("preview", { ...options, preview: true });
    }

    async up({ previewFirst, ...options }: UpdateOptions = {}): Promise<Run> {
        if (previewFirst) {
            const preview = await this.#operate("up", { ...options, expectNoChanges: false, preview: true });
            if (preview.exitCode !== 0) return preview;
        }
        return this.#operate("up", options);
    }

    refresh({ previewOnly, ...options }: RefreshOptions = {}): Promise<Run> {
        return this.#operate("refresh", { ...options, preview: previewOnly ?? false });
    }

    destroy(): Promise<Run> {
        return this.#operate("destroy", {});
    }

    exportState({ showSecrets }: { showSecrets?: boolean } = {}): Promise<Deployment> {
        return toDeployment(this.#states, this.#passphrase, showSecrets);
    }

    async importState(deployment: object): Promise<void> {
        this.#states = await fromDeployment(deployment, this.#passphrase);
    }

    async setConfig(key: string, value: string, options: { secret?: boolean } = {}): Promise<void> {
        this.#config.set(key.includes(":") ? key : `${this.project.name}:${key}`, {
            value,
            secret: options.secret ?? false,
        });
    }

    async close(): Promise<void> {
        await Promise.all([...this.#running].map((child) => child.stop()));
        await rm(this.root, { recursive: true, force: true });
    }

    async #operate(operation: Run["operation"], options: RunOptions & { preview?: boolean }): Promise<Run> {
        if (this.#running.size > 0)
            throw new EngineError("Another operation of this stack is still running: wait for it to end.");
        const preview = options.preview ?? false;
        const secrets = [...this.#config.values()].filter((entry) => entry.secret).map((entry) => entry.value);
        const display = new Display(operation, preview, secrets, this.options.onOutput ?? (() => {}));
        const snapshot = new Snapshot(structuredClone(this.#states));
        const saved = preview ? undefined : new Saving(() => this.#save(snapshot.states));
        const witness: Witness = {
            step: (step) => display.step(step),
            diagnostic: (diagnostic) => display.diagnostic(diagnostic),
            changed: () => saved?.soon(),
        };
        const plugins = this.#plugins(display);
        const settings = {
            preview,
            parallelDiff: options.parallelDiff ?? false,
            stack: this.options.stack ?? "dev",
            project: this.project.name,
            config: this.#providerConfig(),
        };
        const actions = new Actions(settings, snapshot, plugins, witness);
        const steps = new Steps(settings, snapshot, plugins, actions);
        try {
            const runsProgram = operation === "preview" || operation === "up";
            // Most programs need it, and its process takes as long to start as the program's.
            if (runsProgram) plugins(defaultProvider(settings)).catch(() => {});
            if (operation === "refresh" || options.refresh) await actions.refresh();
            if (operation === "destroy") await actions.destroy();
            else if (runsProgram && !actions.isStopped) await this.#runProgram(steps, actions, display, preview);
            await steps.idle();
            steps.settle();
        } finally {
            await Promise.all([...this.#running].map((child) => child.stop()));
            this.#running.clear();
        }
        await saved?.now();
        const verdict = actions.verdict;
        if (verdict) display.diagnostic({ severity: "error", message: verdict });
        const unexpected = !actions.failed && options.expectNoChanges === true && actions.changes;
        if (unexpected)
            display.diagnostic({
                severity: "error",
                message: `no changes were expected for ${operation} but changes were proposed`,
            });
        const stack = snapshot.states.find((state) => state.type === STACK_TYPE);
        const outputs = operation === "destroy" ? {} : shown(stack?.outputs ?? {});
        return display.finish(actions.failed ? 1 : unexpected ? 7 : 0, outputs);
    }

    async #runProgram(steps: Steps, actions: Actions, display: Display, preview: boolean): Promise<void> {
        const refused: string[] = [];
        const monitor = await serveMonitor({
            register: (goal) => steps.register(goal),
            read: (goal) => steps.read(goal),
            registerOutputs: (urn, outputs) => steps.registerOutputs(urn, outputs),
            log: (diagnostic) => {
                // The program's own error about a refusal repeats the refusal with a stack.
                if (refused.length === 0) display.diagnostic(diagnostic);
            },
            refuse: (sentence) => {
                refused.push(sentence);
                actions.fail(sentence);
            },
        });
        let program: Child | undefined;
        try {
            let logged = false;
            program = startProgram({
                project: this.project,
                stack: this.options.stack ?? "dev",
                address: monitor.address,
                preview,
                config: Object.fromEntries([...this.#config].map(([key, { value }]) => [key, value])),
                secretKeys: [...this.#config].filter(([, entry]) => entry.secret).map(([key]) => key),
                env: this.#env,
                onLine: (message, from) => {
                    logged ||= from === "stderr";
                    display.diagnostic({ severity: "info", message });
                },
            });
            this.#running.add(program);
            const exitCode = await Promise.race([program.ended, actions.stopped]);
            await steps.idle();
            if (exitCode === undefined || actions.isStopped) return;
            if (exitCode === 0) await steps.finish();
            else if (exitCode === SAID_ALREADY)
                actions.failed = true; // its message came by log
            else
                actions.fail(
                    `The program ended with exit code ${exitCode}${logged ? ": its own lines say why." : "."}`,
                );
        } finally {
            await program?.stop();
            monitor.close();
        }
    }

    /** A process for each provider, started when it is first needed. */
    #plugins(display: Display): Plugins {
        const started = new Map<string, Promise<Plugin>>();
        return async (provider) => {
            if (some(provider.inputs, (part) => part === UNKNOWN)) return undefined;
            // A refresh reads with the configuration of the state; the program may bring another one.
            const key = JSON.stringify([provider.urn, provider.inputs]);
            const known = started.get(key);
            if (known) return known;
            const starting = Plugin.start(this.project, provider.inputs, this.#env, (message) =>
                display.diagnostic({ severity: "info", message }),
            );
            started.set(key, starting);
            this.#running.add({ stop: async () => (await starting.catch(() => undefined))?.stop() });
            return starting;
        };
    }

    #providerConfig(): Properties {
        return Object.fromEntries(
            [...this.#config].map(([key, entry]) => [key, entry.secret ? secret(entry.value) : entry.value]),
        );
    }

    async #save(states: State[]): Promise<void> {
        this.#states = states;
        const deployment = await toDeployment(states, this.#passphrase);
        writeWhole(join(this.root, "state.json"), JSON.stringify(deployment));
    }
}

/** Writes soon after a change, and not for each. */
class Saving {
    #timer: NodeJS.Timeout | undefined;
    #writing: Promise<void> = Promise.resolve();

    constructor(private readonly write: () => Promise<void>) {}

    soon(): void {
        this.#timer ??= setTimeout(() => {
            this.#timer = undefined;
            this.#writing = this.#writing.then(this.write);
        }, WRITE_EVERY_MS);
    }

    async now(): Promise<void> {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        await this.#writing;
        await this.write();
    }
}
