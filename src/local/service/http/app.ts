import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { type OperationName, operations } from "../../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../../api/operation.js";
import { mustBeAllowed } from "../access/rights.js";
import type { CallLog, OpenCall } from "../control/calls.js";
import type { Clock } from "../control/clock.js";
import { type Faults, NO_FAULTS, prevents, responseWithFaults } from "../control/faults.js";
import { recordEvent } from "../events/audit.js";
import { tryDelivery } from "../events/trial-delivery.js";
import { handle } from "../handlers.js";
import { passTime } from "../passage.js";
import { fillRules, RULE_SOURCES } from "../rules/members.js";
import type { Store } from "../storage/store.js";
import { authenticate, type Credential } from "../tokens/credentials.js";
import type { ServiceCall } from "./area.js";
import { BadRequest, NotFound } from "./errors.js";
import { bodyText, type Env, getPath, headerOf, jsonIn, targetOf } from "./incoming.js";
import type { RateLimits } from "./rate-limits.js";
import { errorReply, type Reply, successReply } from "./replies.js";
import { accept, mustBeNamed, ResponseCheck, readQuery, withFields } from "./validation.js";

export interface AppOptions {
    readonly store: Store;
    readonly clock: Clock;
    readonly calls: CallLog;
    readonly faults: Faults;
    /** Undefined if there is no rate limit. */
    readonly rateLimits: RateLimits | undefined;
    /** Delay in milliseconds before each operation. */
    readonly latencyMs: number;
    /** Fields that the API description does not contain, but that the service stores and returns. Default: none. */
    readonly newerFields?: ReadonlySet<string>;
    /**
     * Called before each response. Resolves when all previous changes have been stored.
     * @throws NotSaved if they cannot be stored
     */
    readonly save: () => Promise<void>;
}

/** All services share the routes, so the environment of each request contains the handler of its service. */
type Routed = {
    Bindings: Env["Bindings"] & { serve(context: Context<Routed>, name: OperationName | null): Promise<Response> };
};

/** Maximum size of a request body in bytes. Large enough for a bulk update of ten thousand groups. */
export const BODY_LIMIT = 8 * 2 ** 20;

/** The request handler of one service. */
export interface ServiceApp {
    /** @param env not set for requests that do not use a socket */
    fetch(request: Request, env?: Partial<HttpBindings>): Response | Promise<Response>;
}

/** Serves the API over HTTP. Each operation in the API description has a route below /v1. */
export function createApp(options: AppOptions): ServiceApp {
    const { store, clock, calls, faults, rateLimits, latencyMs, newerFields = new Set(), save } = options;
    const answers = new ResponseCheck(newerFields);
    return { fetch: (request, env) => routes.fetch(request, { ...env, serve }) };

    async function serve(context: Context<Routed>, name: OperationName | null): Promise<Response> {
        const requestId = randomUUID();
        const { method } = context.req;
        const { path, query } = targetOf(context.req.raw, context.env);
        const parameters = new URLSearchParams(query);
        const call = calls.open({
            operation: name,
            method,
            path: path.replace(/^\/v1(?=\/)/, ""),
            query: queryOf(parameters),
        });
        let active = NO_FAULTS;
        let reply: Reply;
        try {
            // Must run before authentication, because a role of the caller may have expired.
            store.transaction(() => passTime(store, clock.now()));
            const credential = authenticate(store, headerOf(context, "authorization"), clock.now());
            // GET requests have no body, and an attempt to read one would double the duration of a small call.
            const body = method === "GET" ? {} : parse(await bodyText(context, BODY_LIMIT), call);
            if (name === null) throw new NotFound(`The API has no endpoint ${method} ${path}.`);
            mustBeAllowed(credential, name);
            rateLimits?.take(operations[name]);
            active = faults.take(name);
            const waitMs = latencyMs + active.delayMs;
            if (waitMs > 0) await sleep(waitMs);
            if (!prevents(active)) await tryDelivery(name, body.value);
            reply = prevents(active)
                ? { status: 200 }
                : execute(context, credential, name, active.stale ?? store, parameters, body);
        } catch (error) {
            reply = errorReply(error, requestId);
        }
        // Also saves after an error, because the error may be the result of a change that has not been stored yet.
        await save().catch((error) => {
            reply = errorReply(error, requestId);
        });
        const response = responseWithFaults(active, name, reply, requestId);
        // Faults can set a different Date header.
        if (!response?.headers.has("date")) response?.headers.set("date", clock.now().toUTCString());
        call.close(response?.status ?? 0);
        return response ?? cutConnection(context);
    }

    function execute(
        context: Context<Routed>,
        credential: Credential,
        name: OperationName,
        visible: Store,
        parameters: URLSearchParams,
        body: ParsedBody,
    ): Reply {
        const entry: OperationEntry = operations[name];
        if (entry.body && body.refusal) throw body.refusal;
        if (entry.bodyRequired && body.value === undefined) throw new BadRequest("body is required.");
        const now = clock.now();
        store.transaction(() => passTime(store, now));
        const call = {
            operation: name,
            store: visible,
            caller: credential.caller,
            now,
            path: entry.pathParameters && accept(entry.pathParameters, context.req.param()),
            query: readQuery(entry.query, parameters) ?? {},
            body:
                entry.body && body.value !== undefined
                    ? withFields(mustBeNamed(name, accept(entry.body, body.value)), body.value, newerFields)
                    : undefined,
            sent: body.value,
            // The path, query and body were validated with the schemas from which the type `ServiceCall` was generated.
        } as ServiceCall;
        return store.transaction((changed) => {
            const reply = successReply(entry, handle(call));
            if (changed(...RULE_SOURCES)) fillRules(store);
            if (changed()) recordEvent(store, credential, { ...call, answer: reply.body }, now);
            answers.check(name, entry, reply);
            return reply;
        }, true).result;
    }
}

/** The routes of all operations. All services share them, because creating the routes takes longer than starting a service. */
const routes = createRoutes();

function createRoutes(): Hono<Routed> {
    const app = new Hono<Routed>({ getPath });
    // Literal segments are registered before parameters, so that they take precedence if both match.
    const rank = (path: string) => path.replace(/\{[^}]*\}/g, "\uffff");
    // The keys of `operations` are exactly the operation names.
    const entries = Object.entries(operations) as [OperationName, OperationEntry][];
    for (const [name, entry] of entries.sort(([, a], [, b]) => (rank(a.path) < rank(b.path) ? -1 : 1))) {
        const path = `/v1${entry.path.replace(/\{([^}]*)\}/g, ":$1")}`;
        app.on(entry.method, path, (context) => context.env.serve(context, name));
    }
    app.notFound((context) => context.env.serve(context, null));
    app.onError((error) => {
        throw error;
    });
    return app;
}

interface ParsedBody {
    /** Undefined if the request does not have a body. */
    readonly value?: unknown;
    /** The error if the body is not valid JSON. */
    readonly refusal?: BadRequest;
}

/** Parses a body and adds it to the call log. Whether the operation accepts a body is checked later. */
function parse(text: string, call: OpenCall): ParsedBody {
    if (text === "") return {};
    try {
        const value = jsonIn(text);
        call.read(value, text.length);
        return { value };
    } catch (error) {
        if (!(error instanceof BadRequest)) throw error;
        call.read(text, text.length);
        return { refusal: error };
    }
}

function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
    return Object.fromEntries(
        [...new Set(parameters.keys())].map((name) => {
            const [first = "", ...more] = parameters.getAll(name);
            return [name, more.length > 0 ? [first, ...more] : first];
        }),
    );
}

/**
 * Closes the connection. A call within this process does not use a socket, so it throws the error that `fetch` throws for a closed
 * connection.
 */
function cutConnection(context: Context<Routed>): Response {
    if (!context.env?.incoming) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    context.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
}
