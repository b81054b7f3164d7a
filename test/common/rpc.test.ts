import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { expect, test } from "vitest";
import { CLIENT_OPTIONS, call, Empty, grpc } from "../../src/common/rpc.js";

test("a client reaches a new server on a port where an earlier client of this process failed", async () => {
    const credentials = grpc.ServerCredentials.createInsecure();
    const bind = (server: InstanceType<typeof grpc.Server>, port: number) =>
        new Promise<number>((resolve, reject) => {
            server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) =>
                error ? reject(error) : resolve(bound),
            );
        });
    const earlier = new grpc.Server();
    const port = await bind(earlier, 0);
    earlier.forceShutdown();
    const ask = (client: ResourceProviderClient) => call(client, client.cancel, new Empty());
    const clients = Array.from({ length: 2 }, () => {
        return new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), CLIENT_OPTIONS);
    });
    const [first, second] = clients as [ResourceProviderClient, ResourceProviderClient]; // two, as above
    await expect(ask(first)).rejects.toMatchObject({ code: grpc.status.UNAVAILABLE });
    const server = new grpc.Server();
    server.addService(ResourceProviderService, { cancel: (_: unknown, reply: Reply) => reply(null, new Empty()) });
    await bind(server, port);
    await expect(ask(second)).resolves.toBeDefined();
    for (const client of clients) client.close();
    server.forceShutdown();
});

type Reply = (error: null, value: object) => void;
