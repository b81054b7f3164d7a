import { pathText } from "../../../src/common/paths.js";
import { DYNAMIC, urnName } from "../../../src/local/engine/contract/state.js";
import {
    type EngineProperties,
    marked,
    UNKNOWN,
    unwrappedProperties,
} from "../../../src/local/engine/contract/values.js";
import { PartialError, ProviderError } from "../../../src/local/engine/processes/provider-errors.js";
import { dynamicProvider } from "../../../src/provider/dynamic.js";
import { Session } from "../../../src/provider/run/session.js";
import {
    type Adapter,
    Crash,
    kindNamed,
    kindOf,
    type Process,
    propertyNames,
    type Start,
    type Surroundings,
    secretsOf,
} from "./adapter.js";
import type { Declaration, Value } from "./program.js";

type Kernel = Required<ReturnType<typeof dynamicProvider>>;

/** Dynamic resources. Their classes pass metadata that the protocol of dynamic providers lacks. */
export const dynamic: Adapter = {
    package: DYNAMIC,
    usesStackConfig: false,
    typeOf: (kind) => `pulumi-nodejs:dynamic/access-governance:${kind}`,
    start: (start) => new DynamicProcess(start),
    hiddenInputs,
    goalOf: () => ({}),
    known: (options) => options,
};

/** A process of the dynamic provider: a session of the kernel that exchanges only JSON without secret markers. */
class DynamicProcess implements Process {
    readonly #session: Session;
    readonly #config: Readonly<Record<string, string>>;
    readonly #kernels = new Map<string, Promise<Kernel>>();
    readonly crashes: Crash[] = [];
    readonly #death: Promise<never>;

    constructor({ config, now, say, death }: Start) {
        this.#session = new Session(say, {}, now);
        this.#config = Object.fromEntries(Object.entries(config).map(([key, value]) => [key, String(value)]));
        this.#death = death;
    }

    async check(urn: string, olds: EngineProperties, news: EngineProperties) {
        const { inputs, failures } = await this.#ask(urn, (kernel) => kernel.check(sent(olds), sent(news)));
        const all = (failures ?? []).map(({ property, reason }) => ({ property, reason }));
        return { inputs: marked(inputs as EngineProperties, news), failures: all };
    }

    async diff(urn: string, id: string, olds: EngineProperties, news: EngineProperties) {
        const diff = await this.#ask(urn, (kernel) => kernel.diff(id, sent(olds), sent(news)));
        return {
            changes: diff.changes === true,
            replaces: [...(diff.replaces ?? [])],
            deleteBeforeReplace: diff.deleteBeforeReplace === true,
        };
    }

    async create(urn: string, inputs: EngineProperties, preview: boolean) {
        if (preview) return { id: UNKNOWN, outputs: { ...inputs } };
        const { id, outs } = await this.#ask(urn, (kernel) => kernel.create(sent(inputs)));
        return { id, outputs: marked(outs as EngineProperties, inputs) };
    }

    async read(urn: string, id: string, olds: EngineProperties, outputs: EngineProperties) {
        const read = await this.#ask(urn, (kernel) => kernel.read(id, sent(outputs)));
        // The result of a read may contain `inputs`, which only newer releases of the SDK declare in the type.
        const { inputs } = read as { inputs?: EngineProperties };
        return {
            id: read.id ?? "",
            outputs: marked((read.props ?? {}) as EngineProperties, outputs),
            ...(inputs && { inputs: marked(inputs, olds) }),
        };
    }

    async update(
        urn: string,
        id: string,
        olds: EngineProperties,
        news: EngineProperties,
        _: string[],
        preview: boolean,
    ) {
        if (preview) return { ...news };
        const { outs } = await this.#ask(urn, (kernel) => kernel.update(id, sent(olds), sent(news)));
        return marked(outs as EngineProperties, news);
    }

    async delete(urn: string, id: string, outputs: EngineProperties) {
        await this.#ask(urn, (kernel) => kernel.delete(id, sent(outputs)));
    }

    async #ask<T>(urn: string, work: (kernel: Kernel) => Promise<T>): Promise<T> {
        const kernel = await this.#kernel(kindOf(urn));
        try {
            return json(await Promise.race([work(kernel), this.#death]));
        } catch (error) {
            throw this.#engineError(urn, error);
        }
    }

    /** Creates and configures the kernel of a kind at its first call. */
    #kernel(kind: string): Promise<Kernel> {
        const known = this.#kernels.get(kind);
        if (known) return known;
        const making = (async () => {
            const kernel = dynamicProvider(kindNamed(kind), this.#session) as Kernel;
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
            const { id, properties, reasons } = error as {
                id: string;
                properties: EngineProperties;
                reasons?: string[];
            };
            return new PartialError(messageIn(error), id, json(properties), reasons ?? []);
        }
        if (error instanceof Error && error.stack?.includes("\n    at ")) {
            const crash = new Crash(`${urnName(urn)}: ${error.stack}`);
            this.crashes.push(crash);
        }
        return new ProviderError(messageIn(error));
    }
}

/** Metadata that the resource class adds to the properties. */
function hiddenInputs({ kind, name, args, options = {} }: Declaration, above: Surroundings): EngineProperties {
    const { parent } = above;
    // `pulumi.secret` returns a new output, which is not recognized as an id.
    const open = Object.entries(args).filter(([key]) => !options.secrets?.includes(key));
    const ids = idsIn(Object.fromEntries(open), above);
    return {
        __provider: `exports.handler = () => require("pulumi-access-governance/provider").kind(${JSON.stringify(kind)})`,
        __label: name,
        ...(options.import ? { __import: options.import } : {}),
        ...(options.adopt ? { __adopt: true } : {}),
        ...(parent ? { __parent: parent } : {}),
        ...(Object.keys(ids).length > 0 ? { __ids: ids } : {}),
        ...(options.ignoreChanges ? { __ignored: propertyNames(kind, options.ignoreChanges) ?? [] } : {}),
        ...(options.replaceOnChanges ? { __replacing: [...options.replaceOnChanges] } : {}),
        __secrets: secretsOf({ kind, options }),
    };
}

/** Resources whose ids are in the arguments, by path. Computed outputs are left out, as in `resourcesByPath` of the resource classes. */
function idsIn(value: Value, above: Surroundings, path: readonly (string | number)[] = []): EngineProperties {
    if (typeof value === "string") {
        const name = value.startsWith("@=") ? value.slice(2) : undefined;
        const declarer = name === undefined ? undefined : above.declarer(name);
        if (!declarer) return {};
        const { kind, parent } = declarer;
        return { [pathText(path)]: { kind, name, ...(parent !== undefined && { parent }) } };
    }
    if (typeof value !== "object" || value === null) return {};
    const inside: [string | number, Value][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return Object.assign({}, ...inside.map(([key, inner]) => idsIn(inner, above, [...path, key])));
}

/** Properties in the form that a provider without support for secrets receives. */
const sent = (properties: EngineProperties): EngineProperties => json(unwrappedProperties(properties));

/** Applies the effect of a JSON round trip between engine and provider, without creating the text. */
function json<T>(value: T): T {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => json(item ?? null)) as T;
    if (Object.getPrototypeOf(value) !== Object.prototype) return JSON.parse(JSON.stringify(value)) as T;
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
        // The properties are copied without regard to their types.
        const inner = (value as Record<string, unknown>)[key];
        if (inner !== undefined && typeof inner !== "function") copy[key] = json(inner);
    }
    return copy as T;
}

function messageIn(error: unknown): string {
    return typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
}
