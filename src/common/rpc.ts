import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";

/** Loads a dependency of @pulumi/pulumi, such as gRPC, YAML or the protocol classes, in the version that @pulumi/pulumi itself uses. */
export const requireFromPulumi: (name: string) => unknown = createRequire(
    createRequire(__filename).resolve("@pulumi/pulumi"),
);

/** The gRPC module that works with the protocol classes of @pulumi/pulumi. */
export const grpc = requireFromPulumi("@grpc/grpc-js") as typeof Grpc;

/** The methods of google.protobuf.Struct that are used here. */
export interface Struct {
    toJavaScript(): Record<string, unknown>;
}

// biome-ignore format: aligned as a table
const { Struct: StructClass } = requireFromPulumi("google-protobuf/google/protobuf/struct_pb.js") as { Struct: { fromJavaScript(value: object): never } };
export const { Empty } = requireFromPulumi("google-protobuf/google/protobuf/empty_pb.js") as { Empty: new () => never };

/** Converts properties to a protobuf message. Omits undefined values, like JSON. */
export function toStruct(properties: object): never {
    return StructClass.fromJavaScript(JSON.parse(JSON.stringify(properties)));
}

export function fromStruct(struct: Struct | undefined): Record<string, unknown> {
    return struct?.toJavaScript() ?? {};
}

/**
 * Options of every gRPC client. Clients do not share connections: a shared one that failed would fail the first call of a new client, if
 * a new server listens on the same port.
 */
export const CLIENT_OPTIONS: Grpc.ClientOptions = {
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    "grpc.use_local_subchannel_pool": 1,
};

/** Calls a unary method of a gRPC client, and returns a promise. */
export function call<Request, Response>(
    client: object,
    method: (request: Request, callback: (error: Grpc.ServiceError | null, response: Response) => void) => unknown,
    request: Request,
): Promise<Response> {
    return new Promise((resolve, reject) => {
        method.call(client, request, (error, response) => (error ? reject(error) : resolve(response)));
    });
}

export function isServiceError(error: unknown): error is Grpc.ServiceError {
    return typeof error === "object" && error !== null && "details" in error && "metadata" in error;
}

/** Serves gRPC on a free local port. */
export async function serve(add: (server: Grpc.Server) => void): Promise<{ address: string; close(): void }> {
    const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
    add(server);
    const port = await new Promise<number>((resolve, reject) => {
        server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
            error ? reject(error) : resolve(bound),
        );
    });
    return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
