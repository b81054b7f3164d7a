import type { Properties } from "../../common/properties.js";
import { dynamicProvider, handlerOf, type Kind, type Session } from "../../kernel.js";

export type DrivenProvider = Required<ReturnType<typeof dynamicProvider>>;

/** Creates a provider for a kind in a session. */
export type Adapter = (kind: Kind, session: Session) => DrivenProvider;

/** Pulumi's resource options, and options that the class of a kind adds. */
export interface DrivenOptions {
    /** Name of the resource in the program. Default: `subject`. */
    readonly name?: string;
    readonly import?: string;
    readonly adopt?: boolean;
    readonly ignoreChanges?: readonly string[];
    readonly replaceOnChanges?: readonly string[];
    /** Names of the properties whose values are secret. */
    readonly secrets?: readonly string[];
    /** URN of the component that contains the resource. */
    readonly parent?: string;
    /** The resource whose id the program passes to this one. */
    readonly owner?: { readonly kind: string; readonly name: string };
}

/** Result of a preview or an update of one resource. */
export interface DrivenOutcome {
    readonly action: "create" | "update" | "replace" | "same" | "failed";
    readonly deleteBeforeReplace: boolean;
    /** Names of the properties that require a replacement. */
    readonly replaces: readonly string[];
    /** Printed lines. */
    readonly lines: readonly string[];
    /** Failures of check, or the message of the error. */
    readonly failures: readonly string[];
}

/** The resource in the state of a stack. */
export interface DrivenState {
    readonly id: string;
    readonly inputs: Properties;
    readonly outputs: Properties;
    /** Whether the last write failed. The engine then updates the object even if diff finds no change. */
    readonly unfinished: boolean;
}

/** A session and the lines that it printed. */
export interface LoggedSession {
    readonly session: Session;
    readonly lines: string[];
}

/** A provider process for one kind. */
export interface Process {
    readonly provider: DrivenProvider;
    readonly lines: string[];
}

/**
 * One resource and its state. Makes the same calls to the provider as the Pulumi engine (docs/protocol.md), but in this process. Each run
 * has its own session, like each run of the engine has its own provider process, and exchanges only JSON.
 */
export class DrivenResource {
    state: DrivenState | undefined;
    /** Replaced objects that have not been deleted yet. The engine deletes them at the end of a run, and retries in later runs. */
    replaced: DrivenState[] = [];

    /** @param open returns a new session, configured for the service */
    constructor(
        private readonly kind: Kind,
        private readonly open: () => LoggedSession,
        private readonly adapt: Adapter = (kind, session) => dynamicProvider(kind, session) as DrivenProvider,
    ) {}

    preview(args: Properties, options?: DrivenOptions, process = this.process()): Promise<DrivenOutcome> {
        return this.run(args, options, false, process);
    }

    up(args: Properties, options?: DrivenOptions, process = this.process()): Promise<DrivenOutcome> {
        return this.run(args, options, true, process);
    }

    /** Reads the live properties into the state, and returns the printed lines. */
    async refresh(process = this.process()): Promise<readonly string[]> {
        if (!this.state) return [];
        const read = json(await process.provider.read(this.state.id, this.state.outputs));
        if (!read.id) this.state = undefined;
        else {
            // A read may return `inputs`, but the type in older versions of the SDK does not contain them.
            const { inputs } = read as { inputs?: Properties };
            const before = this.state.inputs;
            this.state = { ...this.state, inputs: inputs ?? this.state.inputs, outputs: read.props as Properties };
            // Ignore the result: the engine uses this diff for display only.
            await process.provider.diff(this.state.id, this.state.outputs, before);
        }
        return process.lines;
    }

    async destroy(process = this.process()): Promise<readonly string[]> {
        await this.deleteReplaced(process.provider);
        if (!this.state) return [];
        await process.provider.delete(this.state.id, this.state.outputs);
        this.state = undefined;
        return process.lines;
    }

    /** Creates a provider process. Pass the same session for all resources of one run. */
    process(session: LoggedSession = this.session()): Process {
        return {
            provider: this.adapt(this.kind, session.session),
            lines: session.lines,
        };
    }

    session(): LoggedSession {
        return this.open();
    }

    private async run(
        args: Properties,
        options: DrivenOptions = {},
        writes: boolean,
        { provider, lines }: Process,
    ): Promise<DrivenOutcome> {
        const news = json({ ...args, ...metadataOf(this.kind, options) });
        const nothing = { deleteBeforeReplace: false, replaces: [], lines, failures: [] };
        try {
            const outcome = await this.step(provider, news, writes, nothing);
            if (writes && outcome.action !== "failed") await this.deleteReplaced(provider);
            return outcome;
        } catch (error) {
            return { ...nothing, action: "failed", failures: [error instanceof Error ? error.message : String(error)] };
        }
    }

    /** Performs all steps except the deletion of replaced objects, which is the last step of a run. */
    private async step(
        provider: DrivenProvider,
        news: Properties,
        writes: boolean,
        nothing: Omit<DrivenOutcome, "action">,
    ): Promise<DrivenOutcome> {
        const checked = json(await provider.check(this.state?.inputs ?? {}, news));
        if (checked.failures?.length) {
            return { ...nothing, action: "failed", failures: checked.failures.map(({ reason }) => reason) };
        }
        const inputs = checked.inputs as Properties;
        if (!this.state) {
            if (writes) await this.create(provider, inputs);
            return { ...nothing, action: "create" };
        }
        const { id, outputs } = this.state;
        const answer = json(await provider.diff(id, outputs, inputs));
        const replaces = answer.replaces ?? [];
        if (replaces.length > 0) {
            const deleteBeforeReplace = answer.deleteBeforeReplace === true;
            const rechecked = json(await provider.check({}, news));
            if (rechecked.failures?.length) {
                return { ...nothing, action: "failed", failures: rechecked.failures.map(({ reason }) => reason) };
            }
            if (writes) await this.replace(provider, inputs, deleteBeforeReplace);
            return { ...nothing, action: "replace", replaces, deleteBeforeReplace };
        }
        if (!answer.changes && !this.state.unfinished) {
            if (writes) this.state = { ...this.state, inputs };
            return { ...nothing, action: "same" };
        }
        if (writes) await this.update(provider, inputs);
        return { ...nothing, action: "update" };
    }

    private async create(provider: DrivenProvider, inputs: Properties): Promise<void> {
        try {
            const { id, outs } = json(await provider.create(inputs));
            this.state = { id, inputs, outputs: outs as Properties, unfinished: false };
        } catch (error) {
            this.keepUnfinished(error, inputs);
            throw error;
        }
    }

    private async update(provider: DrivenProvider, inputs: Properties): Promise<void> {
        if (!this.state) return;
        const { id, outputs } = this.state;
        try {
            const { outs } = json(await provider.update(id, outputs, inputs));
            this.state = { id, inputs, outputs: outs as Properties, unfinished: false };
        } catch (error) {
            this.keepUnfinished(error, inputs);
            throw error;
        }
    }

    private async replace(provider: DrivenProvider, inputs: Properties, deleteFirst: boolean): Promise<void> {
        const old = this.state;
        if (!old) return;
        if (deleteFirst) {
            await provider.delete(old.id, old.outputs);
            this.state = undefined;
        }
        try {
            await this.create(provider, inputs);
        } finally {
            // The old object counts as replaced even if the new object is unfinished.
            if (!deleteFirst && this.state !== old) this.replaced.push(old);
        }
    }

    private async deleteReplaced(provider: DrivenProvider): Promise<void> {
        for (let old = this.replaced[0]; old; old = this.replaced[0]) {
            await provider.delete(old.id, old.outputs);
            this.replaced.shift();
        }
    }

    private keepUnfinished(error: unknown, inputs: Properties): void {
        if (typeof error !== "object" || error === null || !("id" in error) || !("properties" in error)) return;
        const { id, properties } = json({ id: error.id, properties: error.properties }) as {
            id: string;
            properties: Properties;
        };
        this.state = { id, inputs, outputs: properties, unfinished: true };
    }
}

/** Returns the inputs that the class of a kind adds to the arguments. */
export function metadataOf(kind: Kind, options: DrivenOptions): Properties {
    return {
        __provider: handlerOf(kind.name),
        __label: options.name ?? "subject",
        ...(options.parent ? { __parent: options.parent } : {}),
        ...(options.owner ? { __ids: { [kind.key[0] ?? ""]: options.owner } } : {}),
        ...(options.import ? { __import: options.import } : {}),
        ...(options.adopt ? { __adopt: true } : {}),
        ...(options.ignoreChanges ? { __ignored: options.ignoreChanges } : {}),
        ...(options.replaceOnChanges ? { __replacing: options.replaceOnChanges } : {}),
        __secrets: options.secrets ?? [],
    };
}

/**
 * Serializes a value to JSON and parses it again, as between engine and provider.
 * @throws Error if JSON cannot represent the value
 */
export function json<Value>(value: Value): Value {
    const copy = JSON.parse(JSON.stringify(value ?? null)) as Value;
    assertJson(value, "");
    return copy;
}

function assertJson(value: unknown, path: string): void {
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) return;
    if (typeof value !== "object") throw new Error(`${path} is ${typeof value}, which is not JSON`);
    if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
        throw new Error(`${path} is a class instance`);
    for (const [key, inner] of Object.entries(value)) assertJson(inner, `${path}.${key}`);
}
