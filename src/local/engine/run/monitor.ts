import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import * as engine from "@pulumi/pulumi/proto/engine_pb.js";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import * as resource from "@pulumi/pulumi/proto/resource_pb.js";
import * as source from "@pulumi/pulumi/proto/source_pb.js";
import { Empty, fromStruct, grpc, serve, toStruct } from "../../../common/rpc.js";
import { unsupportedText } from "../contract/project.js";
import type { Diagnostic } from "../contract/stack.js";
import { REFERENCE_TYPE } from "./references.js";
import type { Goal } from "./steps/goal.js";
import type { Steps } from "./steps/steps.js";

/** Handlers for the requests that a program sends to the engine. */
export interface Answers {
    /** The project folder. Source positions are relative to this folder. */
    root: string;
    steps: Pick<Steps, "register" | "read" | "registerOutputs" | "invoke" | "construct">;
    /** Returns a sentence that explains why the engine does not have a provider for a type, or undefined if it has one. */
    unprovided(type: string): string | undefined;
    log(diagnostic: Diagnostic): void;
    /** Called if a request is not supported. The operation then fails with this sentence. */
    refuse(sentence: string): void;
}

/** Features of the Pulumi protocol that the engine supports. The SDK falls back to older protocols for other features. */
const FEATURES = ["secrets", "deletedWith"];

export interface Monitor {
    readonly address: string;
    close(): void;
}

/** Starts a server with the resource monitor service and the engine service for a program. */
export function serveMonitor(answers: Answers): Promise<Monitor> {
    let root = "";
    return serve((server) => {
        server.addService(
            ResourceMonitorService as never,
            {
                ...refusals(ResourceMonitorService as never, answers),
                getDeploymentInfo: unimplemented,
                supportsFeature: answered((request: resource.SupportsFeatureRequest) =>
                    new resource.SupportsFeatureResponse().setHassupport(FEATURES.includes(request.getId())),
                ),
                registerResource: answered(async (request: resource.RegisterResourceRequest) => {
                    const unsupported = unsupportedOption(request);
                    if (unsupported)
                        throw monitorError(
                            answers,
                            unsupportedText(`the resource option ${unsupported} (${request.getName()})`),
                        );
                    if (request.getCustom() || request.getRemote()) requireProvider(request, answers);
                    if (request.getRemote()) return constructed(request, answers);
                    const { urn, id, outputs } = await answers.steps.register(goalOf(request, answers.root));
                    return new resource.RegisterResourceResponse().setUrn(urn).setId(id).setObject(toStruct(outputs));
                }),
                readResource: answered(async (request: resource.ReadResourceRequest) => {
                    if (request.getType() !== REFERENCE_TYPE) requireProvider(request, answers);
                    const { urn, outputs } = await answers.steps.read({
                        ...namedIn(request),
                        id: request.getId(),
                        inputs: fromStruct(request.getProperties()),
                    });
                    return new resource.ReadResourceResponse().setUrn(urn).setProperties(toStruct(outputs));
                }),
                invoke: answered(async (request: resource.ResourceInvokeRequest) => {
                    const token = request.getTok();
                    const reason = answers.unprovided(token);
                    if (reason) throw monitorError(answers, `${reason} (${token})`);
                    const provider = request.getProvider();
                    const args = fromStruct(request.getArgs());
                    const found = await answers.steps.invoke({ type: token, args, ...(provider && { provider }) });
                    return new resource.ResourceInvokeResponse().setReturn(toStruct(found));
                }),
                registerResourceOutputs: answered(async (request: resource.RegisterResourceOutputsRequest) => {
                    await answers.steps.registerOutputs(request.getUrn(), fromStruct(request.getOutputs()));
                    return new Empty();
                }),
                signalAndWaitForShutdown: answered(() => new Empty()),
            } as never,
        );
        server.addService(
            EngineService as never,
            {
                ...refusals(EngineService as never, answers),
                log: answered((request: engine.LogRequest) => {
                    const severity = SEVERITIES[request.getSeverity()];
                    const urn = request.getUrn();
                    if (severity && !request.getEphemeral())
                        answers.log({ severity, message: request.getMessage().trimEnd(), ...(urn && { urn }) });
                    return new Empty();
                }),
                getRootResource: answered(() => new engine.GetRootResourceResponse().setUrn(root)),
                setRootResource: answered((request: engine.SetRootResourceRequest) => {
                    root = request.getUrn();
                    return new engine.SetRootResourceResponse();
                }),
            } as never,
        );
    });
}

const SEVERITIES: Record<number, Diagnostic["severity"] | undefined> = {
    [engine.LogSeverity.INFO]: "info",
    [engine.LogSeverity.WARNING]: "warning",
    [engine.LogSeverity.ERROR]: "error",
};

type Handler<Request> = (call: { request: Request }, callback: Grpc.sendUnaryData<unknown>) => void;

function answered<Request>(answer: (request: Request) => unknown): Handler<Request> {
    return async ({ request }, callback) => {
        try {
            callback(null, await answer(request));
        } catch (error) {
            callback({ code: grpc.status.UNKNOWN, details: error instanceof Error ? error.message : String(error) });
        }
    };
}

const unimplemented: Handler<unknown> = (_call, callback) => callback({ code: grpc.status.UNIMPLEMENTED, details: "" });

function refusals(service: Record<string, unknown>, answers: Answers): Record<string, Handler<unknown>> {
    const refuse = (name: string) =>
        answered(() => {
            throw monitorError(answers, unsupportedText(name));
        });
    return Object.fromEntries(Object.keys(service).map((name) => [name, refuse(name)]));
}

function monitorError(answers: Answers, sentence: string): Error {
    answers.refuse(sentence);
    return new Error(sentence);
}

function unsupportedOption(request: resource.RegisterResourceRequest): string | undefined {
    // Methods called with ?. do not exist in the oldest supported SDK.
    const used: Record<string, boolean | undefined> = {
        replaceWith: (request.getReplaceWithList?.() ?? []).length > 0,
        replacementTrigger: request.hasReplacementTrigger?.(),
        transforms: (request.getTransformsList?.() ?? []).length > 0,
        hooks: request.hasHooks?.(),
        customTimeouts:
            request.hasCustomtimeouts() && Object.values(request.getCustomtimeouts()?.toObject() ?? {}).some(Boolean),
    };
    return Object.keys(used).find((name) => used[name]);
}

/** Asks the provider to create a component. */
async function constructed(
    request: resource.RegisterResourceRequest,
    answers: Answers,
): Promise<resource.RegisterResourceResponse> {
    const providers = Object.fromEntries(request.getProvidersMap().toArray());
    const { urn, outputs, dependencies } = await answers.steps.construct(goalOf(request, answers.root), providers);
    const response = new resource.RegisterResourceResponse().setUrn(urn).setObject(toStruct(outputs));
    const { PropertyDependencies } = resource.RegisterResourceResponse;
    for (const [property, urns] of Object.entries(dependencies))
        response.getPropertydependenciesMap().set(property, new PropertyDependencies().setUrnsList(urns));
    return response;
}

function requireProvider(
    request: resource.RegisterResourceRequest | resource.ReadResourceRequest,
    answers: Answers,
): void {
    const reason = answers.unprovided(request.getType());
    if (reason) throw monitorError(answers, `${reason} (${request.getName()})`);
}

/** Returns the fields that requests for registering and reading a resource have in common. */
function namedIn(request: resource.RegisterResourceRequest | resource.ReadResourceRequest) {
    return {
        type: request.getType(),
        name: request.getName(),
        ...(request.getParent() && { parent: request.getParent() }),
        ...(request.getProvider() && { provider: request.getProvider() }),
        dependencies: request.getDependenciesList(),
    };
}

function goalOf(request: resource.RegisterResourceRequest, root: string): Goal {
    const propertyDependencies: Record<string, string[]> = {};
    request.getPropertydependenciesMap().forEach((on, property) => {
        propertyDependencies[property] = on.getUrnsList();
    });
    return {
        ...namedIn(request),
        custom: request.getCustom(),
        inputs: fromStruct(request.getObject()),
        protect: request.getProtect() ?? false,
        retainOnDelete: request.getRetainondelete() ?? false,
        propertyDependencies,
        ...(request.getDeletedwith() && { deletedWith: request.getDeletedwith() }),
        ...(request.getDeletebeforereplacedefined() && { deleteBeforeReplace: request.getDeletebeforereplace() }),
        ...(request.getImportid() && { importID: request.getImportid() }),
        ignoreChanges: request.getIgnorechangesList(),
        replaceOnChanges: request.getReplaceonchangesList(),
        additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
        aliases: request.getAliasurnsList(),
        ...positionsIn(request, root),
    };
}

/** Returns the source position of a registration in the format of the Pulumi engine. */
function positionsIn(
    request: resource.RegisterResourceRequest,
    root: string,
): Pick<Goal, "sourcePosition" | "stackTrace"> {
    const positionOf = (position = new source.SourcePosition()): { sourcePosition?: string } => {
        if (!position.getUri().startsWith("file:")) return {};
        const path = relative(root, fileURLToPath(position.getUri())).split(sep).map(encodeURIComponent).join("/");
        return { sourcePosition: `project:///${path}#${position.getLine()},${position.getColumn()}` };
    };
    // These two methods do not exist in the oldest supported SDK.
    const frames = request.getStacktrace?.()?.getFramesList() ?? [];
    return {
        ...positionOf(request.getSourceposition?.()),
        ...(frames.length > 0 && { stackTrace: frames.map((frame) => positionOf(frame.getPc())) }),
    };
}
