import { unsupportedText } from "../contract/project.js";
import type { Run, RunOptions } from "../contract/stack.js";
import { DYNAMIC, packageOf, type ResourceEntry, STACK_TYPE } from "../contract/state.js";
import { shownProperties } from "../contract/values.js";
import type { Running } from "../processes/host.js";
import { pluginPath } from "../processes/plugin-process.js";
import { ERROR_LOGGED, startProgram } from "../processes/program.js";
import type { Stored } from "../state/deployment.js";
import { UNEXPECTED_CHANGES } from "./display.js";
import type { Listener } from "./listener.js";
import { type Monitor, serveMonitor } from "./monitor.js";
import { Plugins } from "./plugins.js";
import { BUILT_IN, defaultProvider } from "./providers.js";
import { stackReferences } from "./references.js";
import type { EngineSettings } from "./settings.js";
import { Actions, type StepRefusal, type StepSettings } from "./steps/actions.js";
import { messageOf } from "./steps/failures.js";
import { refresh } from "./steps/refresh.js";
import { Snapshot } from "./steps/snapshot.js";
import { Steps } from "./steps/steps.js";
import { Targets } from "./steps/targets.js";

/**
 * Delay in milliseconds before a state change is written to disk. If the process is killed, changes that have not been written are lost.
 */
const WRITE_EVERY_MS = 200;

interface OperationSettings extends RunOptions, EngineSettings {
    operation: Run["operation"];
    preview: boolean;
    refusal?: StepRefusal | undefined;
    stored: Stored;
    /** Saves the state. Not called during a preview. */
    save(stored: Stored): Promise<void>;
}

/** An operation (preview, up, refresh or destroy) on a stack. */
export class EngineOperation {
    /** Processes to stop when the operation ends. */
    readonly #running = new Set<{ stop(): Promise<void> }>();
    readonly #snapshot: Snapshot;
    readonly #actions: Actions;
    readonly #steps: Steps;
    readonly #plugins: Plugins;
    /** Handles the requests of the running program. */
    #monitor: Monitor | undefined;
    readonly #saving: Saving | undefined;
    readonly #engine: StepSettings;

    constructor(private readonly settings: OperationSettings) {
        const { preview, project, config, display, stored, save } = settings;
        const { states, pending } = structuredClone(stored);
        const snapshot = new Snapshot(states, pending);
        const saving = preview ? undefined : new Saving(() => save(snapshot.stored));
        const listener: Listener = {
            step: (step, states) => display.step(step, states),
            diagnostic: (diagnostic) => display.diagnostic(diagnostic),
            changed: () => saving?.soon(),
            saved: async () => saving?.next(),
        };
        this.#engine = { ...settings, project: project.name, config: config.properties() };
        this.#snapshot = snapshot;
        this.#saving = saving;
        this.#plugins = new Plugins({
            ...settings,
            references: stackReferences(settings),
            address: () => this.#monitor?.address,
            running: this.#running,
        });
        this.#actions = new Actions(this.#engine, snapshot, this.#plugins, listener);
        this.#steps = new Steps(this.#engine, snapshot, this.#plugins, this.#actions);
    }

    async run(): Promise<Run> {
        const { operation, display, refresh: refreshFirst, expectNoChanges, preview, stored } = this.settings;
        if (operation === "up" && !preview && stored.pending.length > 0)
            display.diagnostic({ severity: "warning", message: interrupted(stored.pending) });
        const actions = this.#actions;
        const steps = this.#steps;
        const missing = operation === "refresh" && new Targets(this.settings).missingIn(stored.states);
        if (missing) actions.fail(`no resource named '${missing}' found`);
        try {
            const runsProgram = operation === "preview" || operation === "up";
            if (runsProgram) {
                this.#monitor = await this.#serve();
                // Starts the default provider in parallel with the program. Most programs use it.
                this.#plugins.of(defaultProvider(this.#engine)).catch(() => {});
            }
            const scope = operation === "refresh" || refreshFirst ? "all" : "before update";
            if (!actions.isStopped) await refresh(scope, actions, this.#snapshot, this.settings.targets);
            if (operation === "destroy") await actions.deleteAll([...this.#snapshot.olds]);
            else if (this.#monitor && !actions.isStopped) await this.#runProgram(this.#monitor);
            await steps.idle();
            steps.storeOutputs();
        } finally {
            await this.stop();
            this.#monitor?.close();
        }
        await this.#saving?.now();
        const { conclusion } = actions;
        if (conclusion) display.diagnostic({ severity: "error", message: conclusion });
        const unexpected = !actions.failed && expectNoChanges === true && actions.changes;
        const stack = this.#snapshot.states.find((state) => state.type === STACK_TYPE);
        const outputs = operation === "destroy" ? {} : shownProperties(stack?.outputs ?? {});
        return display.finish(actions.failed ? 1 : unexpected ? UNEXPECTED_CHANGES : 0, outputs);
    }

    /** Cancels the operation: steps in progress are completed and saved, and no new steps start. */
    cancel(): void {
        this.#actions.fail(`${this.settings.preview ? "preview" : "update"} canceled`);
    }

    /** Stops all processes immediately. */
    async stop(): Promise<void> {
        await Promise.all([...this.#running].map((child) => child.stop()));
        this.#running.clear();
    }

    #serve(): Promise<Monitor> {
        let isRefused = false;
        return serveMonitor({
            root: this.settings.project.root,
            steps: this.#steps,
            log: (diagnostic) => {
                // If a request is refused, the program also logs the error, with a stack trace.
                if (!isRefused) this.settings.display.diagnostic(diagnostic);
            },
            unprovided: (type) => unprovided(type, this.settings),
            refuse: (sentence) => {
                isRefused = true;
                this.#actions.fail(sentence);
            },
        });
    }

    async #runProgram({ address }: Monitor): Promise<void> {
        const { display } = this.settings;
        const actions = this.#actions;
        const steps = this.#steps;
        let program: Running | undefined;
        try {
            let logged = false;
            program = startProgram(this.settings, address, this.settings.preview, (message, from) => {
                logged ||= from === "stderr";
                display.line(message, from);
            });
            this.#running.add(program);
            const exitCode = await Promise.race([program.ended, actions.stopped]);
            await steps.idle();
            if (exitCode === undefined || actions.isStopped) return;
            if (exitCode === 0) await steps.finish();
            else if (exitCode === ERROR_LOGGED) actions.failed = true;
            else actions.fail(`The program ended with exit code ${exitCode}${logged ? ": see its output." : "."}`);
        } finally {
            await program?.stop();
        }
    }
}

function unprovided(type: string, { project, env }: OperationSettings): string | undefined {
    const name = packageOf(type);
    if (name === DYNAMIC) return undefined;
    if (name === BUILT_IN) return unsupportedText(`the type ${type}`);
    try {
        pluginPath(name, project, env);
        return undefined;
    } catch (error) {
        return messageOf(error);
    }
}

/** Returns the warning that the Pulumi CLI prints for pending operations. */
const interrupted = (pending: readonly ResourceEntry[]): string =>
    [
        `Attempting to deploy or update resources with ${pending.length} pending operations from previous deployment.`,
        ...pending.map(({ urn }) => `  * ${urn}, interrupted while creating`),
        "These resources are in an unknown state because the run was interrupted while it waited for changes to these resources to complete.",
    ].join("\n");

/** Saves the state in the background. Changes within a short time are saved in a single write. */
class Saving {
    #timer: NodeJS.Timeout | undefined;
    #writing: Promise<void> = Promise.resolve();
    #next: Promise<void> | undefined;

    constructor(private readonly write: () => Promise<void>) {}

    soon(): void {
        this.#timer ??= setTimeout(() => {
            this.#timer = undefined;
            void this.next();
        }, WRITE_EVERY_MS);
    }

    /** Starts a write after the current one ends. Callers that are waiting for the same write share its promise. */
    next(): Promise<void> {
        this.#next ??= this.#writing = this.#writing.then(() => {
            this.#next = undefined;
            return this.write();
        });
        return this.#next;
    }

    now(): Promise<void> {
        clearTimeout(this.#timer);
        return this.next();
    }
}
