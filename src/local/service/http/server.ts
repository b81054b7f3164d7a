import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { Forbidden, Misdirected, StartError } from "./errors.js";
import { errorReply, toResponse } from "./replies.js";

/** Maximum total size of the path, query and headers in bytes. Large, because a filter can contain thousands of ids. */
const HEADER_LIMIT = 256 * 1024;

/**
 * Starts the HTTP server. Any client that can reach its address can call it, but calls to unknown host names and calls from web pages of
 * other sites are refused.
 * @param allowedHosts names of this service, in addition to `host` and the loopback names
 * @throws StartError if the port is in use, or if `host` is not an address of this machine
 */
export async function listen(
    answer: (request: Request, env: HttpBindings) => Response | Promise<Response>,
    port: number,
    host: string,
    allowedHosts: readonly string[] = [],
) {
    const names = new Set([host, ...allowedHosts].map((name) => nameIn(name) ?? name));
    // Without options for TLS or HTTP/2, `createAdaptorServer` returns a plain HTTP server.
    const server = createAdaptorServer({
        fetch: (request, env) => hostRefusal(names, env as HttpBindings) ?? answer(request, env as HttpBindings),
        serverOptions: { maxHeaderSize: HEADER_LIMIT },
    }) as Server;
    server.on("clientError", refuseUnreadable);
    server.listen(port, host);
    try {
        await once(server, "listening");
    } catch (error) {
        const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
        const reason = taken ? "the port is in use; choose another one, or 0 for any free port" : `${error}`;
        throw new StartError(`Cannot listen on ${host}:${port}: ${reason}.`);
    }
    const address = server.address() as AddressInfo;
    names.add(address.address);
    return {
        /** Base URL of the API. */
        url: `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}/v1`,
        /** Closes the server and all connections. */
        async close() {
            const closed = once(server, "close");
            server.close();
            server.closeAllConnections();
            await closed;
        },
    };
}

function hostRefusal(names: ReadonlySet<string>, { incoming }: HttpBindings): Response | undefined {
    try {
        mustBeAddressed(names, incoming);
        return undefined;
    } catch (error) {
        const requestId = randomUUID();
        return toResponse(errorReply(error, requestId), requestId);
    }
}

/** Responds to requests that Node cannot parse. By default, Node would respond without a body. */
function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
    if (error.code === "ECONNRESET" || !socket.writable) {
        socket.destroy();
        return;
    }
    const [status, code, message] =
        error.code === "HPE_HEADER_OVERFLOW"
            ? [431, "too_large", `The path, the query and the headers must not be larger than ${HEADER_LIMIT} bytes.`]
            : [400, "bad_request", `The request is not valid HTTP: ${error.message}.`];
    const body = JSON.stringify({ code, message, request_id: randomUUID() });
    const head = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        "connection: close",
        "content-type: application/json",
        `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Checks the headers of a call. Unknown host names are refused to prevent DNS rebinding, in which a web page makes its own host name resolve
 * to this machine so that it can read responses of the service.
 * @param names host names of the service, in addition to the loopback names
 * @throws Misdirected if the host name is not accepted, or Forbidden if the call comes from a web page of another site
 */
function mustBeAddressed(names: ReadonlySet<string>, { headers: { host, origin } }: IncomingMessage): void {
    if (host !== undefined && !isOwnName(names, nameIn(host))) throw new Misdirected(host);
    if (origin !== undefined && !isOwnName(names, URL.canParse(origin) ? nameIn(new URL(origin).host) : undefined)) {
        throw new Forbidden("Web pages of other sites cannot call the service.");
    }
}

function isOwnName(names: ReadonlySet<string>, name: string | undefined): boolean {
    if (name === undefined) return false;
    if (name === "localhost" || name.endsWith(".localhost")) return true;
    if (name === "::1" || (isIP(name) === 4 && name.startsWith("127."))) return true;
    const everywhere = names.has("0.0.0.0") || names.has("::");
    // IP addresses are safe because, unlike a name, an address does not have to be resolved.
    return names.has(name) || (everywhere && isIP(name) > 0);
}

/** Returns the host name in a Host header, without the port, brackets and trailing dot. */
function nameIn(host: string): string | undefined {
    const bracketed = /^\[([^\]]+)\](:\d*)?$/.exec(host)?.[1];
    const name = bracketed ?? (isIP(host) === 6 ? host : host.replace(/:\d*$/, "").replace(/\.$/, ""));
    return name.toLowerCase() || undefined;
}
