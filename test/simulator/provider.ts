import { nameOf, typeOf } from "../../src/engine/contract/state.js";
import type { Properties } from "../../src/engine/contract/values.js";
import { PartialError, type Provider, ProviderError } from "../../src/engine/processes/plugin.js";
import { dynamicProvider } from "../../src/provider/dynamic.js";
import { Session } from "../../src/provider/run/session.js";
import * as classes from "../../src/resources/index.js";
import type { Options } from "./program.js";

/** A failure inside of the kernel that is no sentence for people. */
export class Crash extends Error {
    override readonly name = "Crash";
}

type Kernel = Required<ReturnType<typeof dynamicProvider>>;

/** By their names, as Pulumi's type ends in them. */
const KINDS = { ...classes };

type KindName = keyof typeof KINDS;

/** One process of the dynamic provider: a session of the kernel, and nothing but JSON crosses its border. */
export class Process implements Provider {
    readonly #session: Session;
    readonly #config: Readonly<Record<string, string>>;
    readonly #kernels = new Map<string, Promise<Kernel>>();
    /** Crashes that the engine would print as errors of the resource. */
    readonly crashes: Crash[] = [];

    constructor(
        config: Properties,
        now: () => number,
        say: (line: string) => void,
        /** Rejects when the process dies. */
        private readonly death: Promise<never>,
    ) {
        this.#session = new Session(say, {}, now);
        this.#config = Object.fromEntries(Object.entries(config).map(([key, value]) => [key, String(value)]));
    }

    async check(urn: string, olds: Properties, news: Properties) {
        const { inputs, failures } = await this.#ask(urn, (kernel) => kernel.check(json(olds), json(news)));
        const all = (failures ?? []).map(({ property, reason }) => ({ property, reason }));
        return { inputs: inputs as Properties, failures: all };
    }

    async diff(urn: string, id: string, olds: Properties, news: Properties) {
        const diff = await this.#ask(urn, (kernel) => kernel.diff(id, json(olds), json(news)));
        return {
            changes: diff.changes === true,
            replaces: [...(diff.replaces ?? [])],
            deleteBeforeReplace: diff.deleteBeforeReplace === true,
        };
    }

    async create(urn: string, inputs: Properties) {
        const { id, outs } = await this.#ask(urn, (kernel) => kernel.create(json(inputs)));
        return { id, outputs: outs as Properties };
    }

    async read(urn: string, id: string, _inputs: Properties, outputs: Properties) {
        const read = await this.#ask(urn, (kernel) => kernel.read(id, json(outputs)));
        // `inputs` is part of what a read may answer; the SDK's own type has it since 3.2xx only.
        const { inputs } = read as { inputs?: Properties };
        return { id: read.id ?? "", outputs: (read.props ?? {}) as Properties, ...(inputs && { inputs }) };
    }

    async update(urn: string, id: string, olds: Properties, news: Properties) {
        const { outs } = await this.#ask(urn, (kernel) => kernel.update(id, json(olds), json(news)));
        return outs as Properties;
    }

    async delete(urn: string, id: string, outputs: Properties) {
        await this.#ask(urn, (kernel) => kernel.delete(id, json(outputs)));
    }

    async #ask<T>(urn: string, work: (kernel: Kernel) => Promise<T>): Promise<T> {
        const kernel = await this.#kernel(kindOf(urn));
        try {
            return json(await Promise.race([work(kernel), this.death]));
        } catch (error) {
            throw this.#engineError(urn, error);
        }
    }

    /** One for each kind, each configured before its first call. */
    #kernel(kind: string): Promise<Kernel> {
        const known = this.#kernels.get(kind);
        if (known) return known;
        const making = (async () => {
            const kernel = dynamicProvider(KINDS[kind as KindName].kind, this.#session) as Kernel;
            const config = {
                get: (key: string) => this.#config[key],
                require: (key: string) => this.#config[key] ?? "",
            };
            await kernel.configure({ config });
            return kernel;
        })();
        this.#kernels.set(kind, making);
        return making;
    }

    #engineError(urn: string, error: unknown): Error {
        if (error instanceof ProviderError) return error;
        if (typeof error === "object" && error !== null && "id" in error && "properties" in error) {
            const { id, properties, reasons } = error as { id: string; properties: Properties; reasons?: string[] };
            return new PartialError(messageIn(error), id, json(properties), reasons ?? []);
        }
        if (error instanceof Error && error.stack?.includes("\n    at ")) {
            const crash = new Crash(`${nameOf(urn)}: ${error.stack}`);
            this.crashes.push(crash);
        }
        return new ProviderError(messageIn(error));
    }
}

/** The type that Pulumi knows a kind by. */
export const typeOfKind = (kind: string): string => `pulumi-nodejs:dynamic/access-governance:${kind}`;

export const kindOf = (urn: string): string => typeOf(urn).split(":").at(-1) ?? "";

/** What Pulumi passes beside the properties: what the class of every resource puts there. */
export function hiddenInputs(kind: string, name: string, options: Options, parent?: string): Properties {
    return {
        __provider: `exports.handler = () => require("pulumi-access-governance/provider").kind(${JSON.stringify(kind)})`,
        __label: name,
        ...(options.import ? { __import: options.import } : {}),
        ...(options.adopt ? { __adopt: true } : {}),
        ...(parent ? { __parent: parent } : {}),
        ...(options.ignoreChanges ? { __ignored: propertyNames(kind, options.ignoreChanges) ?? [] } : {}),
        ...(options.replaceOnChanges ? { __replacing: [...options.replaceOnChanges] } : {}),
        __secrets: [],
    };
}

/** The properties that an option speaks of: `*` is everything, as the class says it. */
export function propertyNames(kind: string, names: readonly string[] | undefined): string[] | undefined {
    return names?.includes("*") ? Object.keys(KINDS[kind as KindName].kind.fields) : names && [...names];
}

/** What JSON leaves of a value on the wire between engine and provider, without the text in between. */
function json<T>(value: T): T {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => json(item ?? null)) as T;
    if (Object.getPrototypeOf(value) !== Object.prototype) return JSON.parse(JSON.stringify(value)) as T;
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
        // Whatever the properties are, they are copied as they are.
        const inner = (value as Record<string, unknown>)[key];
        if (inner !== undefined && typeof inner !== "function") copy[key] = json(inner);
    }
    return copy as T;
}

function messageIn(error: unknown): string {
    return typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
}
