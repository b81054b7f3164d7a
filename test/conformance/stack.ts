import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { dynamicProvider } from "../../src/provider/dynamic.js";
import { type Helpers, Session } from "../../src/provider/run/session.js";
import type { Properties } from "../../src/schema/fields.js";
import type { Kind } from "../../src/shapes/kind.js";
import type { World } from "./world.js";

/** What Pulumi passes beside the properties. */
export interface Options {
    readonly import?: string;
    readonly adopt?: boolean;
    readonly ignoreChanges?: readonly string[];
    readonly replaceOnChanges?: readonly string[];
    readonly secrets?: readonly string[];
    readonly name?: string;
    /** URN of the component that it is in. */
    readonly parent?: string;
    /** The resource whose id the program gives to it. */
    readonly owner?: { readonly kind: string; readonly name: string };
}

export interface Outcome {
    readonly action: "create" | "update" | "replace" | "same" | "failed";
    readonly deleteBeforeReplace: boolean;
    /** Names of the properties that replace. */
    readonly replaces: readonly string[];
    /** What was printed. */
    readonly lines: readonly string[];
    /** What was refused in check, or the message of the error. */
    readonly failures: readonly string[];
}

interface Kept {
    readonly id: string;
    readonly inputs: Properties;
    readonly outputs: Properties;
    /** The engine updates an object whose last write failed, whatever diff says. */
    readonly unfinished: boolean;
}

/** A session and what it printed. */
export interface Spoken {
    readonly session: Session;
    readonly lines: string[];
}

interface Process {
    readonly provider: Required<ResourceProvider>;
    readonly lines: string[];
}

/**
 * One resource and its state, driven call for call as docs/protocol.md says that the Pulumi engine does; every run is a provider
 * process of its own, and nothing but JSON crosses its border.
 */
export class Stack {
    state: Kept | undefined;
    /** Objects that were replaced and are still to be deleted: the engine does that at the end of a run, until it works. */
    replaced: Kept[] = [];

    constructor(
        private readonly kind: Kind,
        private readonly world: World,
        private readonly settings: Readonly<Record<string, string>> = {},
    ) {}

    preview(args: Properties, options?: Options, process = this.process()): Promise<Outcome> {
        return this.run(args, options, false, process);
    }

    up(args: Properties, options?: Options, process = this.process()): Promise<Outcome> {
        return this.run(args, options, true, process);
    }

    /** Reads the live state into the state; what was printed. */
    async refresh(process = this.process()): Promise<readonly string[]> {
        if (!this.state) return [];
        const read = json(await process.provider.read(this.state.id, this.state.outputs));
        if (!read.id) this.state = undefined;
        else {
            // `inputs` is part of what a read may answer; the SDK's own type has it since 3.2xx only.
            const { inputs } = read as { inputs?: Properties };
            const before = this.state.inputs;
            this.state = { ...this.state, inputs: inputs ?? this.state.inputs, outputs: read.props as Properties };
            // The engine asks what differs for its display only; the state takes what was read.
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

    /** A provider process, for several resources that take part in one run; kinds of one run share its session. */
    process(session: Spoken = this.session()): Process {
        return {
            provider: dynamicProvider(this.kind, session.session) as Required<ResourceProvider>,
            lines: session.lines,
        };
    }

    session(): Spoken {
        return sessionIn(this.world, this.settings);
    }

    private async run(
        args: Properties,
        options: Options = {},
        really: boolean,
        { provider, lines }: Process,
    ): Promise<Outcome> {
        const news = json({ ...args, ...metadataOf(this.kind, options) });
        const nothing = { deleteBeforeReplace: false, replaces: [], lines, failures: [] };
        try {
            const outcome = await this.step(provider, news, really, nothing);
            if (really && outcome.action !== "failed") await this.deleteReplaced(provider);
            return outcome;
        } catch (error) {
            return { ...nothing, action: "failed", failures: [error instanceof Error ? error.message : String(error)] };
        }
    }

    /** What the engine does to the resource before it looks at what else is to be deleted. */
    private async step(
        provider: Required<ResourceProvider>,
        news: Properties,
        really: boolean,
        nothing: Omit<Outcome, "action">,
    ): Promise<Outcome> {
        const checked = json(await provider.check(this.state?.inputs ?? {}, news));
        if (checked.failures?.length) {
            return { ...nothing, action: "failed", failures: checked.failures.map(({ reason }) => reason) };
        }
        const inputs = checked.inputs as Properties;
        if (!this.state) {
            if (really) await this.create(provider, inputs);
            return { ...nothing, action: "create" };
        }
        const { id, outputs } = this.state;
        const answer = json(await provider.diff(id, outputs, inputs));
        const replaces = answer.replaces ?? [];
        if (replaces.length > 0) {
            const deleteBeforeReplace = answer.deleteBeforeReplace === true;
            const again = json(await provider.check({}, news));
            if (again.failures?.length) {
                return { ...nothing, action: "failed", failures: again.failures.map(({ reason }) => reason) };
            }
            if (really) await this.replace(provider, inputs, deleteBeforeReplace);
            return { ...nothing, action: "replace", replaces, deleteBeforeReplace };
        }
        if (!answer.changes && !this.state.unfinished) {
            if (really) this.state = { ...this.state, inputs };
            return { ...nothing, action: "same" };
        }
        if (really) await this.update(provider, inputs);
        return { ...nothing, action: "update" };
    }

    private async create(provider: Required<ResourceProvider>, inputs: Properties): Promise<void> {
        try {
            const { id, outs } = json(await provider.create(inputs));
            this.state = { id, inputs, outputs: outs as Properties, unfinished: false };
        } catch (error) {
            this.keepUnfinished(error, inputs);
            throw error;
        }
    }

    private async update(provider: Required<ResourceProvider>, inputs: Properties): Promise<void> {
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

    private async replace(
        provider: Required<ResourceProvider>,
        inputs: Properties,
        deleteFirst: boolean,
    ): Promise<void> {
        const old = this.state;
        if (!old) return;
        if (deleteFirst) {
            await provider.delete(old.id, old.outputs);
            this.state = undefined;
        }
        try {
            await this.create(provider, inputs);
        } finally {
            // One that is half made has taken the place of the old one, too.
            if (!deleteFirst && this.state !== old) this.replaced.push(old);
        }
    }

    private async deleteReplaced(provider: Required<ResourceProvider>): Promise<void> {
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

/** A session of its own, with the settings of the stack. The clock of its machine may be behind that of the service. */
export function sessionIn(
    world: World,
    settings: Readonly<Record<string, string>>,
    behindMs = 0,
    helpers: Helpers = {},
): Spoken {
    const lines: string[] = [];
    const session = new Session(
        (line) => lines.push(line),
        { retryDelayMs: 1 },
        () => world.now() - behindMs,
        helpers,
    );
    const config: Readonly<Record<string, string>> = {
        "access-governance:url": world.service.url,
        "access-governance:token": world.service.token,
        "access-governance:retries": "1",
        ...settings,
    };
    session.configure({ get: (key) => config[key] });
    return { session, lines };
}

/** What the class of a kind passes beside the arguments. */
export function metadataOf(kind: Kind, options: Options): Properties {
    return {
        __provider: `exports.handler = () => require("pulumi-access-governance/provider").kind(${JSON.stringify(kind.name)})`,
        __label: options.name ?? "subject",
        ...(options.parent ? { __parent: options.parent } : {}),
        ...(options.owner ? { __owner: options.owner } : {}),
        ...(options.import ? { __import: options.import } : {}),
        ...(options.adopt ? { __adopt: true } : {}),
        ...(options.ignoreChanges ? { __ignored: options.ignoreChanges } : {}),
        ...(options.replaceOnChanges ? { __replacing: options.replaceOnChanges } : {}),
        __secrets: options.secrets ?? [],
    };
}

/** What is left of a value on the wire between engine and provider. @throws when something would be lost. */
export function json<Value>(value: Value): Value {
    const copy = JSON.parse(JSON.stringify(value ?? null)) as Value;
    assertJson(value, "");
    return copy;
}

function assertJson(value: unknown, path: string): void {
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) return;
    if (typeof value !== "object") throw new Error(`${path} is ${typeof value}: only JSON may cross`);
    if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
        throw new Error(`${path} is a class instance`);
    for (const [key, inner] of Object.entries(value)) assertJson(inner, `${path}.${key}`);
}
