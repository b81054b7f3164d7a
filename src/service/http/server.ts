import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type Server, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { StartError } from "./errors.js";
import { HostNames } from "./host-names.js";
import { errorReply, toResponse } from "./replies.js";

/** Bytes of path, query and headers together: a filter may name some thousands of ids. */
const HEADER_LIMIT = 256 * 1024;

/**
 * Lets everybody call who reaches the address, but for other hosts and for pages of other sites.
 * @param allowedHosts names that lead here, besides `host` and those of loopback
 * @throws StartError if the port is taken or the host has no address of this machine.
 */
export async function listen(
    answer: (request: Request, env: HttpBindings) => Response | Promise<Response>,
    port: number,
    host: string,
    allowedHosts: readonly string[] = [],
) {
    const names = new HostNames([host, ...allowedHosts]);
    // Without options for TLS or HTTP/2 it is a plain HTTP server, and what it passes along is what one has.
    const server = createAdaptorServer({
        fetch: (request, env) => refusal(names, env as HttpBindings) ?? answer(request, env as HttpBindings),
        serverOptions: { maxHeaderSize: HEADER_LIMIT },
    }) as Server;
    server.on("clientError", refuseUnreadable);
    server.listen(port, host);
    try {
        await once(server, "listening");
    } catch (error) {
        const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
        const reason = taken ? "the port is taken; give another one, or 0 for a free one" : `${error}`;
        throw new StartError(`Cannot listen on ${host}:${port}: ${reason}.`);
    }
    const address = server.address() as AddressInfo;
    names.add(address.address);
    return {
        /** Base URL of the API. */
        url: `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}/v1`,
        /** Cuts all connections. */
        async close() {
            const closed = once(server, "close");
            server.close();
            server.closeAllConnections();
            await closed;
        },
    };
}

function refusal(names: HostNames, { incoming }: HttpBindings): Response | undefined {
    try {
        names.check(incoming);
        return undefined;
    } catch (error) {
        const requestId = randomUUID();
        return toResponse(errorReply(error, requestId), requestId);
    }
}

/** What no handler sees: Node would answer it with a status and no words. */
function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
    if (error.code === "ECONNRESET" || !socket.writable) {
        socket.destroy();
        return;
    }
    const [status, code, message] =
        error.code === "HPE_HEADER_OVERFLOW"
            ? [431, "too_large", `The path, the query and the headers must not be larger than ${HEADER_LIMIT} bytes.`]
            : [400, "bad_request", `The request is no HTTP that can be read: ${error.message}.`];
    const body = JSON.stringify({ code, message, request_id: randomUUID() });
    const head = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        "connection: close",
        "content-type: application/json",
        `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
