import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { call, fromStruct, grpc, isServiceError, type Struct, toStruct } from "../../../common/rpc.js";
import { EngineError, type Project } from "../contract/project.js";
import { marked, opened, type Properties } from "../contract/values.js";
import { type Output, type Running, run } from "./host.js";

/** An error reported by a provider. */
export class ProviderError extends Error {
    override readonly name = "ProviderError";
}

/** The object was created or updated, but not completely. It is kept, with the reasons. */
export class PartialError extends Error {
    override readonly name = "PartialError";
    constructor(
        message: string,
        readonly id: string,
        readonly properties: Properties,
        readonly reasons: string[],
    ) {
        super(message);
    }
}

export interface Diff {
    changes: boolean;
    replaces: string[];
    deleteBeforeReplace: boolean;
}

/** How a provider is started. */
interface PluginSettings {
    project: Project;
    config: Properties;
    /** Address of the engine while a program runs. */
    address: string | undefined;
    env: NodeJS.ProcessEnv;
    onLine: (line: string, from: Output) => void;
}

/**
 * A dynamic provider in a separate process. Its properties are plain: secret marks are removed before a
 * call and restored by name on the result, as the Pulumi engine does for a provider without support for secrets.
 */
export class Plugin {
    /** Number of pending calls. */
    #asked = 0;

    private constructor(
        private readonly process: Running,
        private readonly client: ResourceProviderClient,
    ) {}

    static async start({ project, config, address, env, onLine }: PluginSettings): Promise<Plugin> {
        let announce: ((port: string) => void) | undefined;
        const announced = new Promise<string>((resolve) => {
            announce = resolve;
        });
        const running = run({
            path: require.resolve("@pulumi/pulumi/cmd/dynamic-provider"),
            // To gRPC, the scheme changes nothing, but the process does not follow the address: it outlives the operation.
            args: [address === undefined ? "127.0.0.1:0" : `dns:${address}`],
            cwd: project.folder,
            env: { ...env, PULUMI_NODEJS_PROJECT: project.name },
            onLine: (line, from) => {
                if (from === "stdout" && announce && /^\d+$/.test(line)) {
                    announce(line);
                    announce = undefined;
                } else onLine(line, from);
            },
        });
        const gone = running.ended.then(() => {
            throw new EngineError("The provider's process ended before it could be asked: its own lines say why.");
        });
        const own = `127.0.0.1:${await Promise.race([announced, gone])}`;
        const client = new ResourceProviderClient(own, grpc.credentials.createInsecure(), {
            "grpc.max_receive_message_length": -1,
        });
        await call(client, client.configure, new proto.ConfigureRequest().setArgs(sent(config)));
        return new Plugin(running, client);
    }

    async check(urn: string, olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: Failure[] }> {
        const request = new proto.CheckRequest().setUrn(urn).setOlds(sent(olds)).setNews(sent(news));
        const response = await this.#ask<proto.CheckResponse>("check", request);
        const failures = response.getFailuresList().map((failure) => failure.toObject());
        return { inputs: marked(fromStruct(response.getInputs()), news), failures };
    }

    async diff(urn: string, id: string, olds: Properties, news: Properties): Promise<Diff> {
        const request = new proto.DiffRequest().setUrn(urn).setId(id).setOlds(sent(olds)).setNews(sent(news));
        const response = await this.#ask<proto.DiffResponse>("diff", request);
        const kind = response.getChanges();
        if (kind === proto.DiffResponse.DiffChanges.DIFF_UNKNOWN)
            throw new EngineError(
                `The diff of ${urn} says neither changes nor no changes: the local engine has no answer to that.`,
            );
        return {
            changes: kind === proto.DiffResponse.DiffChanges.DIFF_SOME,
            replaces: response.getReplacesList(),
            deleteBeforeReplace: response.getDeletebeforereplace(),
        };
    }

    async create(urn: string, inputs: Properties): Promise<{ id: string; outputs: Properties }> {
        const request = new proto.CreateRequest().setUrn(urn).setProperties(sent(inputs));
        const response = await this.#ask<proto.CreateResponse>("create", request, inputs);
        return { id: response.getId(), outputs: marked(fromStruct(response.getProperties()), inputs) };
    }

    async update(urn: string, id: string, olds: Properties, news: Properties): Promise<Properties> {
        const request = new proto.UpdateRequest().setUrn(urn).setId(id).setOlds(sent(olds)).setNews(sent(news));
        const response = await this.#ask<proto.UpdateResponse>("update", request, news);
        return marked(fromStruct(response.getProperties()), news);
    }

    /** The object that the provider finds; an empty id means none. */
    async read(
        urn: string,
        id: string,
        inputs: Properties,
        outputs: Properties,
    ): Promise<{ id: string; outputs: Properties; inputs?: Properties }> {
        const request = new proto.ReadRequest().setUrn(urn).setId(id);
        request.setProperties(sent(outputs)).setInputs(sent(inputs));
        const response = await this.#ask<proto.ReadResponse>("read", request);
        const found = response.getInputs();
        return {
            id: response.getId(),
            outputs: marked(fromStruct(response.getProperties()), outputs),
            ...(found && { inputs: marked(fromStruct(found), inputs) }),
        };
    }

    async delete(urn: string, id: string, outputs: Properties): Promise<void> {
        await this.#ask("delete", new proto.DeleteRequest().setUrn(urn).setId(id).setProperties(sent(outputs)));
    }

    async stop(): Promise<void> {
        this.client.close();
        // Calls in progress must not continue during the next run.
        await (this.#asked > 0 ? this.process.stop() : this.process.release());
    }

    async #ask<Response>(method: Method, request: object, inputs: Properties = {}): Promise<Response> {
        // The generated class overloads each method; the one form used here is (request, callback).
        const methods = this.client as unknown as Record<Method, Unary<Response>>;
        this.#asked += 1;
        try {
            return await call(this.client, methods[method], request);
        } catch (error) {
            throw providerError(error, inputs);
        } finally {
            this.#asked -= 1;
        }
    }
}

/** Serves resources: a process of the program, or the engine itself. */
export type Provider = Pick<Plugin, Method>;

type Method = "check" | "diff" | "create" | "read" | "update" | "delete";
type Unary<Response> = Parameters<typeof call<object, Response>>[1];

type Failure = proto.CheckFailure.AsObject;

/** For a provider without support for secrets. */
const sent = (properties: Properties) => toStruct(opened(properties));

/** The class of google.protobuf.Any, which carries the details of a partial failure. */
interface Details {
    getTypeName(): string;
    unpack(deserialize: (bytes: Uint8Array) => unknown, name: string): unknown;
}

function providerError(error: unknown, inputs: Properties): Error {
    if (!isServiceError(error)) return error instanceof Error ? error : new Error(String(error));
    const [packed] = error.metadata.get("grpc-status-details-bin");
    if (packed instanceof Buffer) {
        const status = Status.deserializeBinary(packed);
        const name = "pulumirpc.ErrorResourceInitFailed";
        const details = (status.getDetailsList() as Details[]).find((d) => d.getTypeName() === name);
        const unpacked = details?.unpack(proto.ErrorResourceInitFailed.deserializeBinary, name);
        if (unpacked) {
            const failed = unpacked as proto.ErrorResourceInitFailed; // what its own class deserialised
            const properties = marked(fromStruct(failed.getProperties() as Struct | undefined), inputs);
            return new PartialError(error.details, failed.getId(), properties, failed.getReasonsList());
        }
    }
    return new ProviderError(error.details);
}
