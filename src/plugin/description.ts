import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "../common/rpc.js";

/** A method of `pulumirpc.ResourceProvider` that returns a single response. */
export type UnaryMethod = (
    call: { readonly request: never },
    callback: (error: object | null, response?: unknown) => void,
) => void;

/** Methods that check the settings of a program. They do not need the kinds: Pulumi starts a process that is asked for nothing else. */
export const SETTING_METHODS = ["checkConfig", "diffConfig"] as const;

/** Methods that need the kinds. gRPC itself answers those that the plugin does not have. */
export const SERVED_METHODS = [
    ...(["configure", "check", "diff", "create", "read", "update", "delete"] as const),
    ...(["invoke", "construct", "list"] as const),
] as const;

export type ServedMethod = (typeof SERVED_METHODS)[number];
export type SettingMethod = (typeof SETTING_METHODS)[number];

export interface PluginDescription {
    readonly version: string;
    /** The Pulumi schema, without its version. */
    readonly schema: () => object;
}

/** What the engine says of itself when it starts the plugin. */
export interface EngineTraits {
    /** Whether it reports, for each function that a program calls, if the run is a preview. */
    reportsPreviews: boolean;
    /** Whether it has checked the settings in this process, because the program registered them. */
    hasCheckedSettings: boolean;
}

/**
 * The methods that describe the plugin. They need neither the kinds nor the client: in each run Pulumi starts further processes of the plugin
 * that call nothing else.
 */
export function descriptionMethods(
    { version, schema }: PluginDescription,
    traits: EngineTraits,
): Record<string, UnaryMethod> {
    const answering =
        <Request>(answer: (request: Request) => unknown): UnaryMethod =>
        ({ request }, callback) => {
            try {
                callback(null, answer(request));
            } catch (error) {
                callback(error instanceof Error ? error : { message: String(error) });
            }
        };
    return {
        handshake: answering((request: proto.ProviderHandshakeRequest) => {
            traits.reportsPreviews = request.getInvokeWithPreview();
            return new proto.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptOutputs(true);
        }),
        getPluginInfo: answering(() => new PluginInfo().setVersion(version)),
        // Pulumi needs the version to generate SDKs that can be packaged.
        getSchema: answering(() => new proto.GetSchemaResponse().setSchema(JSON.stringify({ ...schema(), version }))),
        cancel: answering(() => new Empty()),
    };
}
