import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { CLIENT_OPTIONS, grpc } from "../common/rpc.js";

const SEVERITIES = { info: LogSeverity.INFO, warning: LogSeverity.WARNING, error: LogSeverity.ERROR };

/** Client of the engine's log. The engine prints a line about a resource below that resource. */
export class EngineLog {
    private readonly client: EngineClient;
    private last: Promise<void> = Promise.resolve();

    constructor(address: string) {
        this.client = new EngineClient(address, grpc.credentials.createInsecure(), CLIENT_OPTIONS);
    }

    /** Logs a line. `urn` is the resource that the line is about; omit it for a line about the whole run. */
    say(message: string, urn = "", severity: "warning" | "error" | "info" = "info"): void {
        const request = new LogRequest().setSeverity(SEVERITIES[severity]).setMessage(message).setUrn(urn);
        // Sends the lines one by one, in order. Ignores failures.
        this.last = this.last.then(() => new Promise((resolve) => this.client.log(request, () => resolve())));
    }
}
