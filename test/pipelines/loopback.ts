/** Starts a test server on a free port of 127.0.0.1. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

export interface Loopback {
    readonly url: string;
    close(): void;
}

export async function listen(app: { fetch(request: Request): Response | Promise<Response> }): Promise<Loopback> {
    // Casts: without TLS it is a node:http server, and as it listens on a port, its address is an object.
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
