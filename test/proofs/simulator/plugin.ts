import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { pluginType } from "../../../src/common/pulumi-type.js";
import { grpc } from "../../../src/common/rpc.js";
import { providerType, urnName, urnOf } from "../../../src/local/engine/contract/state.js";
import { ProviderProcess as Client } from "../../../src/local/engine/processes/plugin.js";
import { PartialError, ProviderError } from "../../../src/local/engine/processes/provider-errors.js";
import { descriptionMethods } from "../../../src/plugin/description.js";
import { methodsOf, settingMethodsOf } from "../../../src/plugin/server.js";
import { KernelPlugin } from "../../../src/provider/plugin/plugin.js";
import { Session } from "../../../src/provider/run/session.js";
import { kinds } from "../../../src/resources/kinds.js";
import { type Adapter, Crash, type Process, type Start } from "./adapter.js";

const PACKAGE = "access-governance";

/** The provider plugin. Compared with dynamic resources, the engine does more, and all messages are serialized. */
export const plugin: Adapter = {
    package: PACKAGE,
    usesStackConfig: true,
    typeOf: pluginType,
    start: (start) => new PluginProcess(start),
    hiddenInputs: () => ({}),
    goalOf: ({ import: importID, replaceOnChanges }) => ({
        ...(importID !== undefined && { importID }),
        ...(replaceOnChanges && { replaceOnChanges: [...replaceOnChanges] }),
    }),
    known: ({ adopt: _, ...options }) => options,
};

class PluginProcess implements Process {
    readonly crashes: Crash[] = [];
    readonly #client: Promise<Client>;
    readonly #death: Promise<never>;

    constructor({ config, now, say, death }: Start) {
        const session = new Session(say, {}, now, { kinds, looksUpAuthors: true });
        const traits = { reportsPreviews: false, hasCheckedSettings: false };
        const served = methodsOf(new KernelPlugin(kinds, session), session, {
            traits,
            say,
            functions: () => {
                throw new Error("The simulator does not call functions.");
            },
            components: () => Promise.reject(new Error("The simulator has no components.")),
        });
        const methods = {
            ...served,
            ...settingMethodsOf(traits),
            ...descriptionMethods({ version: "0.0.0", schema: () => ({}) }, traits),
        };
        const alive = { ended: new Promise<number>(() => {}), release: async () => {}, stop: async () => {} };
        const urn = urnOf({ stack: "dev", project: "simulation" }, { type: providerType(PACKAGE), name: "default" });
        this.#client = Client.over(inProcess(methods), { name: PACKAGE, address: undefined }, alive).then(
            async (client) => {
                const { inputs } = await client.checkConfig(urn, {}, config);
                return client.configure(urn, inputs);
            },
        );
        this.#client.catch(() => {});
        this.#death = death;
    }

    check = (...of: Parameters<Client["check"]>) => this.#ask(of[0], (client) => client.check(...of));
    diff = (...of: Parameters<Client["diff"]>) => this.#ask(of[0], (client) => client.diff(...of));
    create = (...of: Parameters<Client["create"]>) => this.#ask(of[0], (client) => client.create(...of));
    read = (...of: Parameters<Client["read"]>) => this.#ask(of[0], (client) => client.read(...of));
    update = (...of: Parameters<Client["update"]>) => this.#ask(of[0], (client) => client.update(...of));
    delete = (...of: Parameters<Client["delete"]>) => this.#ask(of[0], (client) => client.delete(...of));

    async #ask<T>(urn: string, work: (client: Client) => Promise<T>): Promise<T> {
        try {
            return await Promise.race([this.#client.then(work), this.#death]);
        } catch (error) {
            const isSentence = error instanceof ProviderError || error instanceof PartialError;
            if (!(error instanceof Error) || (isSentence && !error.message.includes("\n    at "))) throw error;
            this.crashes.push(new Crash(`${urnName(urn)}: ${isSentence ? error.message : error.stack}`));
            throw new ProviderError(error.message);
        }
    }
}

type Methods = ReturnType<typeof methodsOf> & ReturnType<typeof settingMethodsOf>;
type Answered = (error: object | null, response?: unknown) => void;

/** A client that calls these methods without a network. Messages are serialized, and errors have the form of gRPC errors. */
function inProcess(methods: Methods): ResourceProviderClient {
    const client = Object.entries(methods).map(([name, method]) => {
        const definition = ResourceProviderService[name];
        if (!definition) throw new RangeError(`pulumirpc.ResourceProvider has no method ${name}`);
        const ask = (message: unknown, callback: Answered): void => {
            const request: unknown = definition.requestDeserialize(definition.requestSerialize(message));
            // The definition of each method deserializes the request to its type.
            method({ request: request as never }, (error, response) => {
                if (error) callback(serviceError(error));
                else callback(null, definition.responseDeserialize(definition.responseSerialize(response)));
            });
        };
        return [name, ask];
    });
    // The cast is safe, since it has all methods that the engine calls.
    return Object.fromEntries(client) as ResourceProviderClient;
}

function serviceError(error: { message?: string; metadata?: object }): object {
    return Object.assign(new Error(error.message), {
        details: error.message,
        metadata: error.metadata ?? new grpc.Metadata(),
    });
}
