import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { CLIENT_OPTIONS, call, fromStruct, grpc, type Struct, toStruct } from "../../../common/rpc.js";
import { EngineError } from "../contract/project.js";
import { DYNAMIC, urnName, urnType } from "../contract/state.js";
import { type EngineProperties, isEngineSecret, marked, UNKNOWN, unwrappedProperties } from "../contract/values.js";
import type { Goal } from "../run/steps/goal.js";
import type { Running } from "./host.js";
import { type PluginSettings, startPlugin } from "./plugin-process.js";
import { ProviderError, providerError } from "./provider-errors.js";

export interface ProviderDiff {
    changes: boolean;
    replaces: string[];
    deleteBeforeReplace: boolean;
    /** Differences by property path, if the provider reports them. */
    detailed?: Record<string, PropertyDiff>;
}

/** A property difference in the format of `pulumi preview --json`. */
export interface PropertyDiff {
    kind: string;
    inputDiff: boolean;
}

/** An object that a provider returned. */
export interface ProvidedObject {
    id: string;
    outputs: EngineProperties;
    /** Whether the engine must read the object before each diff. */
    refreshBeforeUpdate?: boolean;
}

interface ComponentSettings {
    project: string;
    stack: string;
    config: EngineProperties;
    preview: boolean;
    /** Provider references by package name. */
    providers: Readonly<Record<string, string>>;
}

/** The result of creating a component. */
export interface Constructed {
    urn: string;
    outputs: EngineProperties;
    /** For each output, the URNs of the resources that it depends on. */
    dependencies: Record<string, string[]>;
}

/** Capabilities that the provider reports in its response to Configure. */
interface Capabilities {
    readonly acceptsSecrets: boolean;
    readonly supportsPreview: boolean;
}

/**
 * A provider that runs in a separate process. If the provider does not accept secrets, they are unwrapped before each call, and result
 * properties with the same names are marked as secret again. The Pulumi engine does the same.
 */
export class ProviderProcess {
    /** Number of pending calls. */
    #pending = 0;

    private can: Capabilities = { acceptsSecrets: false, supportsPreview: false };

    private constructor(
        private readonly process: Running,
        private readonly client: ResourceProviderClient,
        /** Address of the engine. Undefined if no program is running. */
        private readonly address: string | undefined,
    ) {}

    /** Starts a provider. It must be configured before it is used. */
    static async start(settings: PluginSettings): Promise<ProviderProcess> {
        const { running, address } = await startPlugin(settings);
        const client = new ResourceProviderClient(address, grpc.credentials.createInsecure(), CLIENT_OPTIONS);
        return ProviderProcess.over(client, settings, running);
    }

    /** Prepares the provider that the client is connected to. */
    static async over(
        client: ResourceProviderClient,
        { name, address }: Pick<PluginSettings, "name" | "address">,
        running: Running,
    ): Promise<ProviderProcess> {
        const request = new proto.ProviderHandshakeRequest().setInvokeWithPreview(true).setConfigureWithUrn(true);
        // Dynamic providers do not support Handshake.
        if (name !== DYNAMIC) await call(client, client.handshake, request);
        return new ProviderProcess(running, client, address);
    }

    /** Checks the configuration of the provider before it is configured. */
    checkConfig(urn: string, olds: EngineProperties, news: EngineProperties): Promise<Checked> {
        return this.#check("checkConfig", urn, olds, news);
    }

    async configure(urn: string, config: EngineProperties): Promise<this> {
        const request = new proto.ConfigureRequest().setUrn(urn).setName(urnName(urn)).setType(urnType(urn));
        request.setArgs(toStruct(unwrappedProperties(config)));
        const response = await this.#call<proto.ConfigureResponse>("configure", request);
        this.can = { acceptsSecrets: response.getAcceptsecrets(), supportsPreview: response.getSupportspreview() };
        return this;
    }

    check(urn: string, olds: EngineProperties, news: EngineProperties): Promise<Checked> {
        return this.#check("check", urn, olds, news);
    }

    async diff(
        urn: string,
        id: string,
        olds: EngineProperties,
        news: EngineProperties,
        ignored: string[] = [],
    ): Promise<ProviderDiff> {
        const request = new proto.DiffRequest().setUrn(urn).setId(id).setIgnorechangesList(ignored);
        request.setOlds(this.#sent(olds)).setNews(this.#sent(news));
        const response = await this.#call<proto.DiffResponse>("diff", request);
        const kind = response.getChanges();
        if (kind === proto.DiffResponse.DiffChanges.DIFF_UNKNOWN)
            throw new EngineError(
                `The provider did not report whether ${urn} has changed, which the local engine does not support: use the Pulumi CLI for this program.`,
            );
        return {
            changes: kind === proto.DiffResponse.DiffChanges.DIFF_SOME,
            replaces: response.getReplacesList(),
            deleteBeforeReplace: response.getDeletebeforereplace(),
            ...(response.getHasdetaileddiff() && { detailed: detailedIn(response) }),
        };
    }

    async create(urn: string, inputs: EngineProperties, preview: boolean): Promise<ProvidedObject> {
        if (preview && !this.can.supportsPreview) return { id: UNKNOWN, outputs: { ...inputs } };
        const request = new proto.CreateRequest().setUrn(urn).setProperties(this.#sent(inputs)).setPreview(preview);
        return this.#objectOf(await this.#call<proto.CreateResponse>("create", request, inputs), inputs);
    }

    async update(
        urn: string,
        id: string,
        olds: EngineProperties,
        news: EngineProperties,
        ignored: string[],
        preview: boolean,
    ): Promise<EngineProperties> {
        if (preview && !this.can.supportsPreview) return { ...news };
        const request = new proto.UpdateRequest().setUrn(urn).setId(id).setIgnorechangesList(ignored);
        request.setOlds(this.#sent(olds)).setNews(this.#sent(news)).setPreview(preview);
        const response = await this.#call<proto.UpdateResponse>("update", request, news);
        return this.#received(response.getProperties(), news);
    }

    /** Reads an object. If the object does not exist, the returned id is empty. */
    async read(
        urn: string,
        id: string,
        inputs: EngineProperties,
        outputs: EngineProperties,
    ): Promise<ProvidedObject & { inputs?: EngineProperties }> {
        const request = new proto.ReadRequest().setUrn(urn).setId(id);
        request.setProperties(this.#sent(outputs)).setInputs(this.#sent(inputs));
        const response = await this.#call<proto.ReadResponse>("read", request);
        const found = response.getInputs();
        return { ...this.#objectOf(response, outputs), ...(found && { inputs: this.#received(found, inputs) }) };
    }

    async delete(urn: string, id: string, outputs: EngineProperties): Promise<void> {
        await this.#call("delete", new proto.DeleteRequest().setUrn(urn).setId(id).setProperties(this.#sent(outputs)));
    }

    /** Calls a provider function. @throws ProviderError with the first failure that the provider reports */
    async invoke(token: string, args: EngineProperties, preview: boolean): Promise<EngineProperties> {
        const request = new proto.InvokeRequest().setTok(token).setArgs(this.#sent(args)).setPreview(preview);
        const response = await this.#call<proto.InvokeResponse>("invoke", request);
        const [failure] = response.getFailuresList();
        if (failure) throw new ProviderError(`${token}: ${failure.getProperty()} ${failure.getReason()}`);
        return this.#received(response.getReturn(), args);
    }

    async stop(): Promise<void> {
        this.client.close();
        // A process with pending calls is stopped, because the calls must not continue during the next operation.
        await (this.#pending > 0 ? this.process.stop() : this.process.release());
    }

    /** Asks the provider to create a component. The provider registers the component and its children with the engine. */
    async construct(goal: Goal, settings: ComponentSettings): Promise<Constructed> {
        const request = new proto.ConstructRequest()
            .setType(goal.type)
            .setName(goal.name)
            .setParent(goal.parent ?? "");
        request.setProject(settings.project).setStack(settings.stack).setOrganization("organization");
        request
            .setMonitorendpoint(this.address ?? "")
            .setDryrun(settings.preview)
            .setParallel(16);
        request.setInputs(toStruct(goal.inputs)).setDependenciesList(goal.dependencies ?? []);
        request.setProtect(goal.protect ?? false).setRetainondelete(goal.retainOnDelete ?? false);
        request.setIgnorechangesList(goal.ignoreChanges ?? []);
        request.setConfigsecretkeysList(
            Object.keys(settings.config).filter((key) => isEngineSecret(settings.config[key])),
        );
        for (const [key, value] of Object.entries(unwrappedProperties(settings.config)))
            request.getConfigMap().set(key, String(value));
        for (const [name, reference] of Object.entries(settings.providers))
            request.getProvidersMap().set(name, reference);
        for (const [property, urns] of Object.entries(goal.propertyDependencies ?? {})) {
            const dependencies = new proto.ConstructRequest.PropertyDependencies().setUrnsList(urns);
            request.getInputdependenciesMap().set(property, dependencies);
        }
        const response = await this.#call<proto.ConstructResponse>("construct", request);
        const dependencies: Record<string, string[]> = {};
        response.getStatedependenciesMap().forEach((on, property) => {
            dependencies[property] = on.getUrnsList();
        });
        return { urn: response.getUrn(), outputs: fromStruct(response.getState()), dependencies };
    }

    async #check(
        method: "check" | "checkConfig",
        urn: string,
        olds: EngineProperties,
        news: EngineProperties,
    ): Promise<Checked> {
        const request = new proto.CheckRequest().setUrn(urn).setOlds(this.#sent(olds)).setNews(this.#sent(news));
        const response = await this.#call<proto.CheckResponse>(method, request);
        const failures = response.getFailuresList().map((failure) => failure.toObject());
        return { inputs: this.#received(response.getInputs(), news), failures };
    }

    #sent(properties: EngineProperties): never {
        return toStruct(this.can.acceptsSecrets ? properties : unwrappedProperties(properties));
    }

    #received(struct: Struct | undefined, from: EngineProperties): EngineProperties {
        return this.can.acceptsSecrets ? fromStruct(struct) : marked(fromStruct(struct), from);
    }

    #objectOf(response: proto.CreateResponse | proto.ReadResponse, from: EngineProperties): ProvidedObject {
        const outputs = this.#received(response.getProperties(), from);
        // This method does not exist in the oldest supported SDK.
        const refreshBeforeUpdate = response.getRefreshBeforeUpdate?.() ?? false;
        return { id: response.getId(), outputs, ...(refreshBeforeUpdate && { refreshBeforeUpdate }) };
    }

    async #call<Response>(method: Method, request: object, inputs: EngineProperties = {}): Promise<Response> {
        // The generated methods are overloaded. Only the overload (request, callback) is used here.
        const methods = this.client as unknown as Record<Method, Unary<Response>>;
        this.#pending += 1;
        try {
            return await call(this.client, methods[method], request);
        } catch (error) {
            throw providerError(error, inputs);
        } finally {
            this.#pending -= 1;
        }
    }
}

/** A resource provider: a plugin process or, for stack references, the engine itself. */
export type EngineProvider = Pick<ProviderProcess, "check" | "diff" | "create" | "read" | "update" | "delete"> &
    Partial<Pick<ProviderProcess, "invoke" | "construct">>;

type Method = keyof EngineProvider | "checkConfig" | "configure";
type Unary<Response> = Parameters<typeof call<object, Response>>[1];

/** Result of a check: the checked inputs, and what is wrong with them. */
export interface Checked {
    readonly inputs: EngineProperties;
    readonly failures: proto.CheckFailure.AsObject[];
}

function detailedIn(response: proto.DiffResponse): Record<string, PropertyDiff> {
    const names = Object.entries(proto.PropertyDiff.Kind);
    const detailed: Record<string, PropertyDiff> = {};
    response.getDetaileddiffMap().forEach((diff, path) => {
        const [name = ""] = names.find(([, kind]) => kind === diff.getKind()) ?? [];
        detailed[path] = { kind: name.toLowerCase().replace("_", "-"), inputDiff: diff.getInputdiff() };
    });
    return detailed;
}
