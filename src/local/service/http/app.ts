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
import { type Faults, NOTHING, prevents, struckResponse } from "../control/faults.js";
import { recordEvent } from "../events/audit.js";
import { tryDelivery } from "../events/trial-delivery.js";
import { handle } from "../handlers.js";
import { passTime } from "../passage.js";
import { fillRules, RULE_SOURCES } from "../rules/members.js";
import type { Store } from "../storage/store.js";
import { authenticate, type Credential } from "../tokens/credentials.js";
import type { Call } from "./area.js";
import { BadRequest, NotFound } from "./errors.js";
import { type Env, getPath, headerOf, jsonIn, targetOf, textOf } from "./incoming.js";
import type { RateLimits } from "./rate-limits.js";
import { errorReply, type Reply, successReply } from "./replies.js";
import { AnswerCheck, accept, mustBeNamed, readQuery } from "./validation.js";

export interface AppOptions {
    readonly store: Store;
    readonly clock: Clock;
    readonly calls: CallLog;
    readonly faults: Faults;
    /** Undefined: no limit. */
    readonly rateLimits: RateLimits | undefined;
    /** Waited before every call is carried out. */
    readonly latencyMs: number;
    /** Called before each answer, which waits until this is done: resolves when all changes so far are stored. @throws NotKept */
    readonly save: () => Promise<void>;
}

/** Requests carry their service: all services share the routes. */
type Routed = {
    Bindings: Env["Bindings"] & { serve(context: Context<Routed>, name: OperationName | null): Promise<Response> };
};

/** Maximum size of a body in bytes. A bulk update of ten thousand groups is smaller. */
export const BODY_LIMIT = 8 * 2 ** 20;

/** Request handling of one service. */
export interface App {
    /** @param env undefined for a call without a socket */
    fetch(request: Request, env?: Partial<HttpBindings>): Response | Promise<Response>;
}

/** The API over HTTP: every operation of the document has its route below /v1. */
export function createApp(options: AppOptions): App {
    const { store, clock, calls, faults, rateLimits, latencyMs, save } = options;
    const answers = new AnswerCheck();
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
        let strike = NOTHING;
        let reply: Reply;
        try {
            // A role of the caller may have expired.
            store.transaction(() => passTime(store, clock.now()));
            const credential = authenticate(store, headerOf(context, "authorization"), clock.now());
            // Reading a missing body costs as much as the rest of a small call.
            const body = method === "GET" ? {} : parse(await textOf(context, BODY_LIMIT), call);
            if (name === null) throw new NotFound(`The API has no ${method} ${path}.`);
            mustBeAllowed(credential, name);
            rateLimits?.take(operations[name]);
            strike = faults.take(name);
            const waitMs = latencyMs + strike.delayMs;
            if (waitMs > 0) await sleep(waitMs);
            const seen = strike.stale ?? store;
            if (!prevents(strike)) await tryDelivery(name, body.value);
            reply = prevents(strike) ? { status: 200 } : carryOut(context, credential, name, seen, parameters, body);
        } catch (error) {
            reply = errorReply(error, requestId);
        }
        // A refusal may also result from a change that is not stored yet.
        await save().catch((error) => {
            reply = errorReply(error, requestId);
        });
        const response = struckResponse(strike, reply, requestId);
        // A fault may have a date of its own.
        if (!response?.headers.has("date")) response?.headers.set("date", clock.now().toUTCString());
        call.close(response?.status ?? 0);
        return response ?? cutConnection(context);
    }

    function carryOut(
        context: Context<Routed>,
        credential: Credential,
        name: OperationName,
        seen: Store,
        parameters: URLSearchParams,
        body: ParsedBody,
    ): Reply {
        const entry: OperationEntry = operations[name];
        if (entry.body && body.refusal) throw body.refusal;
        if (entry.bodyRequired && body.value === undefined) throw new BadRequest("body: is required.");
        const now = clock.now();
        store.transaction(() => passTime(store, now));
        const call = {
            operation: name,
            store: seen,
            caller: credential.caller,
            now,
            path: entry.pathParameters && accept(entry.pathParameters, context.req.param()),
            query: readQuery(entry.query, parameters) ?? {},
            body:
                entry.body && body.value !== undefined ? mustBeNamed(name, accept(entry.body, body.value)) : undefined,
            sent: body.value,
            // The schemas are those that the types of the operation come from.
        } as Call;
        return store.transaction((changed) => {
            const reply = successReply(entry, handle(call));
            if (changed(...RULE_SOURCES)) fillRules(store);
            if (changed()) recordEvent(store, credential, { ...call, answer: reply.body }, now);
            answers.check(name, entry, reply);
            return reply;
        }, true).result;
    }
}

/** Routes of the operations, shared by all services: creating them takes longer than starting a service. */
const routes = layRoutes();

function layRoutes(): Hono<Routed> {
    const app = new Hono<Routed>({ getPath });
    // Literal segments win over parameters: of two routes that fit, the one that is literal first is tried first.
    const rank = (path: string) => path.replace(/\{[^}]*\}/g, "\uffff");
    // The names are those of the table.
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
    /** Undefined if there is none. */
    readonly value?: unknown;
    /** Why it cannot be read. */
    readonly refusal?: BadRequest;
}

/** Whether a body is allowed is checked later. */
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
    const names = [...new Set(parameters.keys())];
    return Object.fromEntries(
        names.map((name) => {
            const values = parameters.getAll(name);
            return [name, values.length > 1 ? values : (values[0] ?? "")];
        }),
    );
}

/** In process there is no socket: the call fails as fetch does when the connection is cut. */
function cutConnection(context: Context<Routed>): Response {
    if (!context.env?.incoming) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    context.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
}
