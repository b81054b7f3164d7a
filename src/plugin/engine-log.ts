import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { grpc } from "../common/rpc.js";

/** The engine's log: a line about a resource stands under it. */
export class EngineLog {
    private readonly client: EngineClient;
    private last: Promise<void> = Promise.resolve();

    constructor(address: string) {
        this.client = new EngineClient(address, grpc.credentials.createInsecure());
    }

    /** `urn` is that of the resource that the line is about; without one it is about the whole run. */
    say(message: string, urn = ""): void {
        const request = new LogRequest().setSeverity(LogSeverity.INFO).setMessage(message).setUrn(urn);
        // One after the other, in their order. A line that cannot be delivered stops nothing.
        this.last = this.last.then(() => new Promise((resolve) => this.client.log(request, () => resolve())));
    }
}
