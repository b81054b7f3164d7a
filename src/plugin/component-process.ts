import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { SetupError } from "../common/errors.js";
import { CLIENT_OPTIONS, grpc } from "../common/rpc.js";

/**
 * Starts the process that creates components for this engine. The process exits together with this one.
 * @throws SetupError if it does not start
 */
export async function componentProcess(engine: string): Promise<ResourceProviderClient> {
    if (engine === "")
        throw new SetupError(
            "Components need the Pulumi engine, but this plugin was started without the address of the engine.",
        );
    const child = spawn(process.execPath, [join(__dirname, "components.js"), engine], {
        stdio: ["pipe", "pipe", "inherit"],
    });
    const port = await new Promise<string>((resolve, reject) => {
        createInterface(child.stdout).once("line", resolve);
        child.once("error", reject);
        child.once("exit", (code) =>
            reject(new SetupError(`The process that creates components exited with code ${code} before it was ready.`)),
        );
    });
    child.unref();
    return new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), CLIENT_OPTIONS);
}
