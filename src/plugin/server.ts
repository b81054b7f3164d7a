import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { CallError } from "../api/errors.js";
import { PlainError, withHelp } from "../common/errors.js";
import { propertyOf } from "../common/paths.js";
import type { Properties } from "../common/properties.js";
import { Empty, fromStruct, grpc, requireFromPulumi, toStruct } from "../common/rpc.js";
import { UserError } from "../provider/answers.js";
import type { KernelPlugin } from "../provider/plugin/plugin.js";
import { received } from "../provider/plugin/wire.js";
import type { Say, Session } from "../provider/run/session.js";
import type { DiffResult } from "../provider/steps/diff.js";
import type { EngineTraits, ServedMethod, SettingMethod, UnaryMethod } from "./description.js";
import type { callFunction } from "./functions.js";
import { formerSettings, programSettings, ServedOrganization, settingFaults } from "./provider-settings.js";

interface Stream {
    readonly request: never;
    write(message: object): void;
    end(): void;
    emit(event: "error", error: object): void;
}

type Streaming = (stream: Stream) => void;

/** Dependencies of the server besides the plugin and its session. */
export interface ServerOptions {
    readonly traits: EngineTraits;
    readonly say: Say;
    /** Loads the functions when a program first calls one. */
    readonly functions: () => { readonly callFunction: typeof callFunction };
    /** Starts the process that creates components when a program first declares one. */
    readonly components: () => Promise<ResourceProviderClient>;
}

/** The methods of `pulumirpc.ResourceProvider`, except those that describe the plugin. */
export function methodsOf(
    plugin: KernelPlugin,
    session: Session,
    { traits, functions, components, say }: ServerOptions,
): Record<Exclude<ServedMethod, "list">, UnaryMethod> {
    const organization = new ServedOrganization();
    const unary = <Request>(work: (request: Request) => Promise<unknown>): UnaryMethod =>
        answering((request: Request) => plugin.requests.during(() => work(request)));
    return {
        configure: unary(async (request: proto.ConfigureRequest) => {
            const args = fromStruct(request.getArgs());
            // A provider that was not checked is in the state, and the engine uses it before, or without, running the program.
            const own = traits.hasCheckedSettings
                ? programSettings(args)
                : formerSettings(request.getUrn?.() ?? "", args, process.env);
            organization.accept(own);
            plugin.configure({ get: (key) => own.settings[key] }, own.isFormer);
            return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true).setAcceptoutputs(true);
        }),
        check: unary(async (request: proto.CheckRequest) => {
            const { urn, olds, news } = changeIn(request);
            const { inputs, failures } = await plugin.check(urn, olds, news);
            // The property is empty because the engine would print the value of a named property in clear text.
            return checked(
                inputs,
                failures.map((reason) => ({ property: "", reason })),
            );
        }),
        diff: unary(async (request: proto.DiffRequest) => {
            const { urn, olds, news } = changeIn(request);
            const ignored = request.getIgnorechangesList();
            return diffResponse(await plugin.diff(urn, request.getId(), olds, news, ignored));
        }),
        create: unary(async (request: proto.CreateRequest) => {
            const news = fromStruct(request.getProperties());
            const { id, properties } = await plugin.create(request.getUrn(), news, request.getPreview());
            return new proto.CreateResponse()
                .setId(id)
                .setProperties(toStruct(properties))
                .setRefreshBeforeUpdate(plugin.refreshesBeforeUpdate);
        }),
        read: unary(async (request: proto.ReadRequest) => {
            const before = fromStruct(request.getProperties());
            const last = fromStruct(request.getInputs());
            const { id, properties, inputs } = await plugin.read(request.getUrn(), request.getId(), before, last);
            // The engine treats any properties, even empty ones, as proof that the object exists.
            if (id === "") return new proto.ReadResponse();
            return new proto.ReadResponse()
                .setId(id)
                .setProperties(toStruct(properties))
                .setInputs(toStruct(inputs))
                .setRefreshBeforeUpdate(plugin.refreshesBeforeUpdate);
        }),
        update: unary(async (request: proto.UpdateRequest) => {
            const { urn, olds, news } = changeIn(request);
            const ignored = request.getIgnorechangesList();
            const properties = await plugin.update(urn, request.getId(), olds, news, ignored, request.getPreview());
            return new proto.UpdateResponse()
                .setProperties(toStruct(properties))
                .setRefreshBeforeUpdate(plugin.refreshesBeforeUpdate);
        }),
        delete: unary(async (request: proto.DeleteRequest) => {
            await plugin.delete(request.getUrn(), request.getId(), fromStruct(request.getProperties()));
            return new Empty();
        }),
        invoke: unary(async (request: proto.InvokeRequest) => {
            const { values } = received(fromStruct(request.getArgs()));
            const phase = request.getPreview() ? "preview" : traits.reportsPreviews ? "up" : "unknown";
            const answer = await functions().callFunction(session.scope.live, request.getTok(), values, phase, say);
            return new proto.InvokeResponse().setReturn(toStruct(answer));
        }),
        // Not counted as a request that the engine waits for: it takes as long as the resources in the component.
        construct: ({ request }, callback) => {
            components().then(
                (process) => process.construct(request, callback),
                (error: unknown) => callback(failureOf(error)),
            );
        },
    };
}

/** The methods that check the settings of a program. */
export function settingMethodsOf(traits: EngineTraits): Record<SettingMethod, UnaryMethod> {
    const { DiffChanges } = proto.DiffResponse;
    return {
        checkConfig: answering(async (request: proto.CheckRequest) => {
            traits.hasCheckedSettings = true;
            const { urn, olds, news } = changeIn(request);
            return checked(news, settingFaults(urn, olds, news));
        }),
        // Never requests a replacement: the check refuses another URL unless the service moved.
        diffConfig: answering(async (request: proto.DiffRequest) => {
            const { olds, news } = changeIn(request);
            const isSame = JSON.stringify(olds) === JSON.stringify(news);
            return new proto.DiffResponse().setChanges(isSame ? DiffChanges.DIFF_NONE : DiffChanges.DIFF_SOME);
        }),
    };
}

function checked(inputs: Properties, failures: readonly { property: string; reason: string }[]): proto.CheckResponse {
    return new proto.CheckResponse()
        .setInputs(toStruct(inputs))
        .setFailuresList(
            failures.map(({ property, reason }) => new proto.CheckFailure().setProperty(property).setReason(reason)),
        );
}

/** The resource that a request is about, and its inputs or outputs before and after a change. */
function changeIn(request: proto.CheckRequest | proto.DiffRequest | proto.UpdateRequest) {
    return { urn: request.getUrn(), olds: fromStruct(request.getOlds()), news: fromStruct(request.getNews()) };
}

/** The streaming method of `pulumirpc.ResourceProvider`. */
export function streamsOf(plugin: Pick<KernelPlugin, "list">): Record<Extract<ServedMethod, "list">, Streaming> {
    return {
        list: streaming(async (request: proto.ListRequest) => {
            const most = request.getLimit() > 0 ? request.getLimit() : undefined;
            const all = (await plugin.list(request.getToken())).slice(0, most);
            const from = Number(request.getContinuationToken());
            const end = request.getPageSize() > 0 ? from + request.getPageSize() : all.length;
            const results = all
                .slice(from, end)
                .map(({ id, name }) =>
                    new proto.ListResponse().setResult(new proto.ListResponse.Result().setId(id).setName(name)),
                );
            const next = end < all.length ? String(end) : "";
            const continuation = new proto.ListResponse.Continuation().setContinuationToken(next);
            return [...results, new proto.ListResponse().setContinuation(continuation)];
        }),
    };
}

type AnyMessage = NonNullable<Parameters<Status["addDetails"]>[0]>;
const { Any } = requireFromPulumi("google-protobuf/google/protobuf/any_pb.js") as { Any: new () => AnyMessage };

/** Implements a method that returns a single response. */
function answering<Request>(work: (request: Request) => Promise<unknown>): UnaryMethod {
    return ({ request }, callback) => {
        work(request).then(
            (response) => callback(null, response),
            (error: unknown) => callback(failureOf(error)),
        );
    };
}

/** Implements a method that returns a stream of responses. */
function streaming<Request>(work: (request: Request) => Promise<readonly object[]>): Streaming {
    return (stream) => {
        work(stream.request).then(
            (messages) => {
                for (const message of messages) stream.write(message);
                stream.end();
            },
            (error: unknown) => stream.emit("error", failureOf(error)),
        );
    };
}

/**
 * Converts an error for gRPC. An error that the user can understand is reported as its message; any other error is a bug, and is reported
 * with its stack trace.
 */
function failureOf(error: unknown): object {
    if (!(error instanceof Error)) return { code: grpc.status.UNKNOWN, message: String(error) };
    if (error instanceof UserError && error.unfinished) return unfinishedFailure(error.message, error.unfinished);
    return { code: grpc.status.UNKNOWN, message: messageOf(error) };
}

function messageOf(error: Error): string {
    if (error instanceof UserError) return error.message;
    if (error instanceof PlainError || error instanceof CallError) return withHelp(error);
    return error.stack ?? error.message;
}

/** Error for a partly created resource. It contains the state, which the engine stores. */
function unfinishedFailure(reason: string, { id, outputs }: { readonly id: string; readonly outputs: object }): object {
    const detail = new proto.ErrorResourceInitFailed()
        .setId(id)
        .setReasonsList([reason])
        .setProperties(toStruct(outputs));
    const any = new Any();
    any.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status().setCode(grpc.status.UNKNOWN).setMessage(reason);
    status.addDetails(any);
    const metadata = new grpc.Metadata();
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
    return { code: grpc.status.UNKNOWN, message: reason, metadata };
}

function diffResponse({ changes, replaces, deleteBeforeReplace, paths }: DiffResult): proto.DiffResponse {
    const { DiffChanges } = proto.DiffResponse;
    const { Kind } = proto.PropertyDiff;
    const response = new proto.DiffResponse()
        .setChanges(changes || replaces.length > 0 ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE)
        .setReplacesList([...replaces])
        .setDeletebeforereplace(deleteBeforeReplace);
    if (paths.length > 0) {
        response.setDiffsList([...new Set(paths.map(propertyOf))]);
        response.setHasdetaileddiff(true);
        for (const path of paths) {
            const isReplace = replaces.includes(propertyOf(path));
            response
                .getDetaileddiffMap()
                .set(path, new proto.PropertyDiff().setKind(isReplace ? Kind.UPDATE_REPLACE : Kind.UPDATE));
        }
    }
    return response;
}
