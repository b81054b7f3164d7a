import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { fromStruct, isServiceError, type Struct } from "../../../common/rpc.js";
import { type EngineProperties, marked } from "../contract/values.js";

/** An error reported by a provider. */
export class ProviderError extends Error {
    override readonly name = "ProviderError";
}

/** Thrown if the provider created or updated an object only partially. The engine saves the object with the reasons. */
export class PartialError extends Error {
    override readonly name = "PartialError";
    constructor(
        message: string,
        readonly id: string,
        readonly properties: EngineProperties,
        readonly reasons: string[],
    ) {
        super(message);
    }
}

/** The methods of google.protobuf.Any that are used here. The details of a partial failure have this type. */
interface Details {
    getTypeName(): string;
    unpack(deserialize: (bytes: Uint8Array) => unknown, name: string): unknown;
}

/** Converts an error of gRPC. */
export function providerError(error: unknown, inputs: EngineProperties): Error {
    if (!isServiceError(error)) return error instanceof Error ? error : new Error(String(error));
    const [packed] = error.metadata.get("grpc-status-details-bin");
    if (packed instanceof Buffer) {
        const status = Status.deserializeBinary(packed);
        const name = "pulumirpc.ErrorResourceInitFailed";
        const details = (status.getDetailsList() as Details[]).find((d) => d.getTypeName() === name);
        const unpacked = details?.unpack(proto.ErrorResourceInitFailed.deserializeBinary, name);
        if (unpacked) {
            const failed = unpacked as proto.ErrorResourceInitFailed; // the type that deserializeBinary returns
            const properties = marked(fromStruct(failed.getProperties() as Struct | undefined), inputs);
            return new PartialError(error.details, failed.getId(), properties, failed.getReasonsList());
        }
    }
    return new ProviderError(error.details);
}
