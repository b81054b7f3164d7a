import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, type Project, readProject } from "./contract/project.js";
import type {
    Deployment,
    RefreshOptions,
    Run,
    RunOptions,
    Stack,
    StackOptions,
    UpdateOptions,
} from "./contract/stack.js";
import { withoutPulumi } from "./pulumi.js";
import { StackConfig } from "./run/config.js";
import { Display } from "./run/display.js";
import { EngineOperation } from "./run/operation.js";
import type { StepRefusal } from "./run/steps/actions.js";
import { Backend, type StackName } from "./state/backend.js";
import { EMPTY, fromDeployment, type Stored, saltOf, toDeployment } from "./state/deployment.js";
import { StackLocked } from "./state/lock.js";
import { Passphrase } from "./state/passphrase.js";

/** Additional options for commands that use the local engine. */
export interface CommandOptions {
    /** Encryption salt from the stack settings file. The state is encrypted with the same salt. */
    salt?: string | undefined;
    /** Creates the display of an operation. */
    display?: (...of: ConstructorParameters<typeof Display>) => Display;
    /** Called before each step. Returns why the step is not allowed. */
    refusal?: StepRefusal;
    /** Called with an error message if an operation cannot start. Default: `onOutput`. */
    onError?: (message: string) => void;
}

/** A stack that is deployed by the local engine. */
export class LocalStack implements Stack {
    readonly engine = "local engine";
    readonly #name: StackName;
    readonly #config: StackConfig;
    readonly #env: NodeJS.ProcessEnv;
    readonly #backend: Backend;
    readonly #passphrase: string;
    readonly #crypter: Promise<Passphrase>;
    #cancelled = false;
    #running: { operation: EngineOperation; ended: Promise<unknown> } | undefined;

    private constructor(
        private readonly project: Project,
        private readonly root: string,
        private readonly options: StackOptions,
        private readonly command: CommandOptions,
    ) {
        this.#env = { ...withoutPulumi(process.env), ...options.env };
        this.#name = { project: project.name, stack: options.stack ?? "dev" };
        this.#backend = new Backend(options.backend ?? join(root, "state"));
        this.#passphrase = options.env?.PULUMI_CONFIG_PASSPHRASE ?? "local";
        const deployment = this.#backend.read(this.#name);
        // Deriving the key takes half a second, so it runs in parallel with the program.
        this.#crypter = Passphrase.of(this.#passphrase, command.salt ?? (deployment && saltOf(deployment)));
        this.#crypter.catch(() => {});
        if (!deployment) this.#backend.write(this.#name, { version: 3, deployment: {} });
        this.#config = new StackConfig(options.config);
    }

    static async open(options: StackOptions, command: CommandOptions = {}): Promise<LocalStack> {
        const project = readProject(options.program);
        if (project.runtime !== "nodejs")
            throw new EngineError(
                `${options.program} uses the runtime ${project.runtime}, but the local engine supports only nodejs. Install the Pulumi CLI and put it on PATH.`,
            );
        const root = await mkdtemp(join(tmpdir(), "access-governance-"));
        return new LocalStack(project, root, options, command);
    }

    preview(options: RunOptions = {}): Promise<Run> {
        return this.#operate("preview", { ...options, preview: true });
    }

    up({ previewFirst, ...options }: UpdateOptions = {}): Promise<Run> {
        return this.#locked("up", async () => {
            if (previewFirst) {
                const preview = await this.#operate("up", { ...options, expectNoChanges: false, preview: true });
                if (preview.exitCode !== 0) return preview;
            }
            return this.#operate("up", options);
        });
    }

    refresh({ previewOnly, ...options }: RefreshOptions = {}): Promise<Run> {
        if (previewOnly) return this.#operate("refresh", { ...options, preview: true });
        return this.#locked("refresh", () => this.#operate("refresh", options));
    }

    destroy(): Promise<Run> {
        return this.#locked("destroy", () => this.#operate("destroy", {}));
    }

    async exportState({ showSecrets }: { showSecrets?: boolean } = {}): Promise<Deployment> {
        return toDeployment(await this.#stored(), await this.#crypter, showSecrets);
    }

    async importState(deployment: object): Promise<void> {
        const { states } = await fromDeployment(deployment, this.#passphrase);
        await this.#backend.locked(this.#name, () => this.#save({ states, pending: [] }));
    }

    async setConfig(key: string, value: string, options: { secret?: boolean } = {}): Promise<void> {
        const name = key.includes(":") ? key : `${this.project.name}:${key}`;
        this.#config.set(name, options.secret ? { secret: value } : value);
    }

    /**
     * Cancels the running operation: steps in progress are completed and saved, and no new steps start. Later operations are cancelled as
     * soon as they start.
     */
    cancel(): void {
        this.#cancelled = true;
        this.#running?.operation.cancel();
    }

    async close(): Promise<void> {
        this.cancel();
        await this.#running?.operation.stop();
        await this.#running?.ended.catch(() => {});
        await rm(this.root, { recursive: true, force: true });
    }

    /** Runs an operation that changes the stack while holding the lock of the stack. */
    async #locked(operation: Run["operation"], work: () => Promise<Run>): Promise<Run> {
        this.#refuseIfRunning();
        try {
            return await this.#backend.locked(this.#name, work);
        } catch (error) {
            if (!(error instanceof StackLocked)) throw error;
            const { message } = error;
            (this.command.onError ?? this.options.onOutput)?.(`error: ${message}`);
            const diagnostics = [{ severity: "error" as const, message }];
            return { operation, exitCode: 1, steps: [], diagnostics, output: `error: ${message}`, outputs: {} };
        }
    }

    async #operate(operation: Run["operation"], options: RunOptions & { preview?: boolean }): Promise<Run> {
        const stored = await this.#stored();
        this.#refuseIfRunning();
        const { preview = false, ...rest } = options;
        const { display = (...of) => new Display(...of) } = this.command;
        const running = new EngineOperation({
            ...rest,
            operation,
            preview,
            refusal: this.command.refusal,
            project: this.project,
            stack: this.#name.stack,
            config: this.#config,
            env: this.#env,
            passphrase: this.#passphrase,
            backend: this.#backend,
            stored,
            save: (stored) => this.#save(stored),
            display: display(operation, preview, this.#config, this.options.onOutput ?? (() => {})),
        });
        if (this.#cancelled) running.cancel();
        const ended = running.run();
        this.#running = { operation: running, ended };
        try {
            return await ended;
        } finally {
            this.#running = undefined;
        }
    }

    #refuseIfRunning(): void {
        if (this.#running)
            throw new EngineError("Another operation on this stack is still running. Wait for it to finish.");
    }

    /** Reads the saved state, which another process may have updated. */
    async #stored(): Promise<Stored> {
        const deployment = this.#backend.read(this.#name);
        return deployment ? fromDeployment(deployment, this.#passphrase) : EMPTY;
    }

    async #save(stored: Stored): Promise<void> {
        this.#backend.write(this.#name, toDeployment(stored, await this.#crypter));
    }
}
