import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { AppOptions } from "../http/app.js";
import { BadRequest, Forbidden, NotFound, StartError } from "../http/errors.js";
import { bodyText, type Env, getPath, headerOf, jsonIn } from "../http/incoming.js";
import { errorReply, toResponse } from "../http/replies.js";
import { accept } from "../http/validation.js";
import { organizationIn } from "../storage/organization-file.js";
import { authenticate } from "../tokens/credentials.js";
import type { LoggedCall } from "./calls.js";
import { readFaults } from "./faults-form.js";
import { withoutSecrets } from "./secrets.js";

/** Maximum size of a body in bytes. Large, because the body can be a whole organization. */
const BODY_LIMIT = 256 * 2 ** 20;

/** Returns the response body, or undefined for a response without a body. */
type Handler = (context: Context<Env>) => unknown;

/**
 * Control endpoints for tests and demos. They are not part of the API, so faults, rate limits and the call log do not apply. Only
 * administrators on the same machine can use them.
 */
export function createControl(options: Omit<AppOptions, "rateLimits" | "latencyMs">): Hono<Env> {
    const { store, clock, calls, faults, save } = options;
    const app = new Hono<Env>({ getPath });
    const serve = (handler: Handler) => async (context: Context<Env>) => {
        const requestId = randomUUID();
        try {
            mustBeLocal(context);
            const { caller } = authenticate(store, headerOf(context, "authorization"), clock.now());
            if (caller.role !== "ADMIN") throw new Forbidden("Only administrators can use the control endpoints.");
            const body = await handler(context);
            return toResponse({ status: body === undefined ? 204 : 200, body }, requestId);
        } catch (error) {
            return toResponse(errorReply(error, requestId), requestId);
        }
    };
    const on = (method: string, path: string, handler: Handler) => app.on(method, path, serve(handler));
    on("GET", "/control/snapshot", store.snapshot);
    on("PUT", "/control/snapshot", async (context) => {
        const text = await bodyText(context, BODY_LIMIT);
        refuseAs400(() => store.restore(organizationIn(BODY, text)));
        await save();
    });
    on("PUT", "/control/faults", async (context) => {
        const form = await jsonOf(context);
        faults.replace(refuseAs400(() => readFaults(BODY, form)));
    });
    on("DELETE", "/control/faults", () => faults.clear());
    on("GET", "/control/clock", () => ({ now: clock.now().toISOString() }));
    on("PUT", "/control/clock", async (context) => {
        const move = accept(clockForm, await jsonOf(context));
        if (move.now !== undefined) clock.set(new Date(move.now));
        if (move.advanceMs !== undefined) clock.advance(move.advanceMs);
        return { now: clock.now().toISOString() };
    });
    on("GET", "/control/calls", (context) => {
        const operation = context.req.query("operation");
        const wanted = calls.all().filter((call) => operation === undefined || call.operation === operation);
        return { calls: wanted.map(shownCall) };
    });
    const unknown = serve(({ req }) => {
        throw new NotFound(`The control endpoint ${req.method} ${req.path} does not exist.`);
    });
    app.notFound(unknown);
    return app;
}

/** Whether a request path belongs to the control endpoints. */
export function isControl(path: string): boolean {
    return path === "/control" || path.startsWith("/control/");
}

/** How error messages refer to the request body. */
const BODY = "The body";

const clockForm = z
    .strictObject({
        now: z.iso.datetime({ offset: true, error: "must be an ISO 8601 date-time" }).optional(),
        advanceMs: z.number("must be a number of milliseconds").nonnegative("must be 0 or more").optional(),
    })
    .refine(
        (move) => (move.now === undefined) !== (move.advanceMs === undefined),
        "must have either now or advanceMs, not both",
    );

function mustBeLocal({ env }: Context<Env>): void {
    const address = env?.incoming?.socket.remoteAddress;
    if (address !== undefined && !/^(::ffff:)?127\.|^::1$/.test(address)) {
        throw new Forbidden("The control endpoints can be used only from the machine on which the service runs.");
    }
}

async function jsonOf(context: Context<Env>): Promise<unknown> {
    return jsonIn(await bodyText(context, BODY_LIMIT));
}

/** Returns a logged call with secrets masked. Text that is not JSON is omitted, because secrets cannot be found in it. */
function shownCall({ body, ...call }: LoggedCall): LoggedCall {
    if (typeof body !== "string") return { ...call, body: withoutSecrets(body) };
    return { ...call, body: `(${body.length} characters, not a JSON object)` };
}

/** Validates a body, and converts StartError to BadRequest. */
function refuseAs400<T>(work: () => T): T {
    try {
        return work();
    } catch (error) {
        throw error instanceof StartError ? new BadRequest(error.message) : error;
    }
}
