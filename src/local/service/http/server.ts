import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { Forbidden, Misdirected, StartError } from "./errors.js";
import { errorReply, toResponse } from "./replies.js";

/** Bytes of path, query and headers together: a filter may name some thousands of ids. */
const HEADER_LIMIT = 256 * 1024;

/**
 * Allows calls from everybody who can reach the address, except with other host names and from
 * pages of other sites.
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

/** Errors before any handler: Node would answer with a bare status. */
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
 * The host names that the service accepts. A web page could point its own name to this machine and read answers as if they came from its
 * own site; the Host header reveals that name.
 */
class HostNames {
    readonly #names = new Set<string>();

    /** @param names host names of the service, besides those of loopback */
    constructor(names: readonly string[]) {
        for (const name of names) this.add(name);
    }

    /** @param name one more, or the address that the service listens on */
    add(name: string): void {
        this.#names.add(nameIn(name) ?? name);
    }

    /** @throws Misdirected for another name, Forbidden for a call that a page of another site makes. */
    check({ headers: { host, origin } }: IncomingMessage): void {
        if (host !== undefined && !this.knows(nameIn(host))) throw new Misdirected(host);
        if (origin !== undefined && !this.knows(URL.canParse(origin) ? nameIn(new URL(origin).host) : undefined)) {
            throw new Forbidden("Pages of other sites may not call the service.");
        }
    }

    private knows(name: string | undefined): boolean {
        if (name === undefined) return false;
        if (name === "localhost" || name.endsWith(".localhost")) return true;
        if (name === "::1" || (isIP(name) === 4 && name.startsWith("127."))) return true;
        const everywhere = this.#names.has("0.0.0.0") || this.#names.has("::");
        // An address, unlike a name, cannot be redirected.
        return this.#names.has(name) || (everywhere && isIP(name) > 0);
    }
}

/** Without port, brackets and the dot that may end a name. */
function nameIn(host: string): string | undefined {
    const bracketed = /^\[([^\]]+)\](:\d*)?$/.exec(host)?.[1];
    const name = bracketed ?? (isIP(host) === 6 ? host : host.replace(/:\d*$/, "").replace(/\.$/, ""));
    return name.toLowerCase() || undefined;
}
