import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterAll } from "vitest";
import { CallError } from "../../src/api/errors.js";
import { AccessGovernanceClient, type ClientOptions } from "../../src/api/index.js";
import type { Invoked } from "../../src/api/invoke.js";
import { List } from "../../src/api/list.js";
import type { Service, ServiceOptions } from "../../src/local/service/index.js";

/** A token that no other text of a test contains by chance. */
export const TOKEN = "tkn-5f2c91-never-shown";

/** Client options with few retries and short delays, for tests that wait for every retry. */
export const QUICK = { retries: 2, retryDelayMs: 5 } satisfies Partial<ClientOptions>;

const open: (() => Promise<void>)[] = [];

// Not after each test, because some tests run concurrently.
afterAll(async () => {
    await Promise.all(open.splice(0).map((close) => close()));
});

/** Starts the local service and creates a client of it. The service is closed after the tests of the file. */
export async function connect(
    options: Partial<ClientOptions> = {},
    serviceOptions: ServiceOptions = {},
): Promise<{ service: Service; client: AccessGovernanceClient }> {
    // Loaded on demand: most tests of the client do not need it, and it loads slowly.
    const { startService } = await import("../../src/local/service/index.js");
    const service = await startService({ token: TOKEN, ...serviceOptions });
    open.push(() => service.close());
    return { service, client: new AccessGovernanceClient({ url: service.url, token: TOKEN, ...QUICK, ...options }) };
}

/** A request as the server received it. */
export interface Received {
    readonly method: string;
    /** Path and query, not decoded. */
    readonly url: string;
    readonly headers: IncomingMessage["headers"];
    readonly body: unknown;
    /** Milliseconds since the first request. */
    readonly at: number;
}

interface Reply {
    readonly status?: number;
    readonly headers?: Record<string, string>;
    /** Sent as JSON; a string is sent unchanged. */
    readonly body?: unknown;
}

type Answering = (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;

/** Starts a server that records requests and sends the replies of `answering`. On undefined, `answering` writes the response itself. */
export async function record(
    answering: Answering,
    options: Partial<ClientOptions> = {},
): Promise<{ received: Received[]; client: AccessGovernanceClient; url: string }> {
    const received: Received[] = [];
    let start: number | undefined;
    const server = createServer(async (request, response) => {
        start ??= performance.now();
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        const { method = "", url = "", headers } = request;
        const at = performance.now() - start;
        const one = { method, url, headers, body: text ? (JSON.parse(text) as unknown) : undefined, at };
        received.push(one);
        const reply = await answering(one, response);
        if (!reply) return;
        response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
        response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    open.push(async () => {
        server.close();
        server.closeAllConnections();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    return { received, url, client: new AccessGovernanceClient({ url, token: TOKEN, ...QUICK, ...options }) };
}

/** Timeouts that tests end, by their numbers of milliseconds, which no other client has. */
const ended = new Map<number, AbortController>();
const { timeout } = AbortSignal;
AbortSignal.timeout = (milliseconds) => {
    if (!ended.has(milliseconds)) return timeout.call(AbortSignal, milliseconds);
    const controller = new AbortController();
    ended.set(milliseconds, controller);
    return controller.signal;
};

/** A timeout for a client, and a function that ends its last call. On a slow machine, a short timeout would also end calls with a response. */
export function endedTimeout(): { timeoutMs: number; endCall: () => void } {
    const timeoutMs = 1_000_000 + ended.size;
    ended.set(timeoutMs, new AbortController());
    const endCall = () => ended.get(timeoutMs)?.abort(new DOMException("The test ended the call", "TimeoutError"));
    return { timeoutMs, endCall };
}

/** Returns the error of a call that must fail. Checks that no printed form of the error contains the token. */
export async function failureOf(call: Promise<unknown>): Promise<CallError> {
    const error = await call.then(
        (answer) => {
            throw new Error(`The call should have failed, and answered ${JSON.stringify(answer)}`);
        },
        (reason: unknown) => reason,
    );
    if (!(error instanceof CallError)) throw error;
    for (const text of [error.message, JSON.stringify(error), inspect(error, { depth: 20, showHidden: true })]) {
        if (text.includes(TOKEN)) throw new Error("The token is in an error");
    }
    return error;
}

/** A valid id that no object has. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";

/** Returns the response of an operation that was invoked by its name; for a list, that of its first page. */
export async function answerOf(invoked: Invoked): Promise<unknown> {
    return invoked instanceof List ? (await invoked.page()).answer : invoked;
}
