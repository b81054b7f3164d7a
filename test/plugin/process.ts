import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { call, grpc } from "../../src/common/rpc.js";

/** The executable that Pulumi starts. */
export const PLUGIN = join(__dirname, "../../dist/plugin/main.js");

/** The plugin as a separate process, started as by the engine. */
export class PluginProcess {
    private constructor(
        readonly process: ChildProcess,
        readonly client: ResourceProviderClient,
    ) {}

    static async start(...args: readonly string[]): Promise<PluginProcess> {
        const child = spawn(process.execPath, [PLUGIN, ...args], {
            stdio: ["ignore", "pipe", "inherit"],
            env: { PATH: process.env.PATH },
        });
        const [line] = (await once(child.stdout, "data")) as [Buffer];
        const address = `127.0.0.1:${line.toString().trim()}`;
        const client = new ResourceProviderClient(address, grpc.credentials.createInsecure());
        return new PluginProcess(child, client);
    }

    async close(): Promise<void> {
        this.client.close();
        const ended = once(this.process, "exit");
        this.process.kill();
        await ended;
    }

    /** Sends a request of the provider protocol. @throws the gRPC error, if any */
    ask<Response>(method: string, request: object): Promise<Response> {
        // The generated client types have several overloads of each method.
        return call(this.client, Reflect.get(this.client, method) as never, request);
    }
}
