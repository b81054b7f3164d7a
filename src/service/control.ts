import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { CallLog } from "./calls.js";
import type { Clock } from "./clock.js";
import { authenticate } from "./credentials.js";
import { BadRequest, Forbidden, NotFound, StartError } from "./errors.js";
import type { Faults } from "./faults.js";
import { readFaults } from "./faults-form.js";
import { organizationIn } from "./file.js";
import { errorReply, type Reply, toResponse } from "./replies.js";
import type { Store } from "./store.js";
import { accept } from "./validation.js";

export interface ControlOptions {
    readonly store: Store;
    readonly clock: Clock;
    readonly calls: CallLog;
    readonly faults: Faults;
    /** Resolves when what was changed is kept. */
    readonly save: () => Promise<void>;
}

/** Requests that reach the service over a socket have bindings, those made in process have none. */
type Env = { Bindings: Partial<HttpBindings> };

/** Answers the body; nothing means that there is none. */
type Handler = (context: Context<Env>) => unknown;

/**
 * What tests and demos do to a service that runs elsewhere, beside the interface: no fault strikes it, no limit counts it, no log holds it. For
 * administrators on the machine of the service.
 */
export function createControl({ store, clock, calls, faults, save }: ControlOptions): Hono<Env> {
    const app = new Hono<Env>();
    const serve = (handler: Handler) => async (context: Context<Env>) => {
        const requestId = randomUUID();
        try {
            mustBeLocal(context);
            const { caller } = authenticate(store, context.req.header("authorization"), clock.now());
            if (caller.role !== "ADMIN") throw new Forbidden("Only an administrator may control the service.");
            return toResponse(replyOf(await handler(context)), requestId);
        } catch (error) {
            return toResponse(errorReply(error instanceof StartError ? toRefusal(error) : error, requestId), requestId);
        }
    };
    app.get("/control/snapshot", serve(store.snapshot));
    app.put(
        "/control/snapshot",
        serve(async (context) => {
            replace(store, await context.req.text());
            await save();
        }),
    );
    app.put(
        "/control/faults",
        serve(async (context) => faults.replace(readFaults(BODY, await jsonOf(context)))),
    );
    app.delete(
        "/control/faults",
        serve(() => faults.clear()),
    );
    app.get(
        "/control/clock",
        serve(() => ({ now: clock.now().toISOString() })),
    );
    app.put(
        "/control/clock",
        serve(async (context) => {
            const move = accept(clockForm, await jsonOf(context));
            if (move.now !== undefined) clock.set(new Date(move.now));
            if (move.advanceMs !== undefined) clock.advance(move.advanceMs);
            return { now: clock.now().toISOString() };
        }),
    );
    app.get(
        "/control/calls",
        serve((context) => {
            const operation = context.req.query("operation");
            return { calls: calls.all().filter((call) => operation === undefined || call.operation === operation) };
        }),
    );
    app.notFound(
        serve(({ req }) => {
            throw new NotFound(`The control of the service has no ${req.method} ${req.path}.`);
        }),
    );
    return app;
}

/** Whether a request is for the control, not for the interface. */
export function isControl(url: string): boolean {
    return /^https?:\/\/[^/]*\/control(\/|\?|$)/.test(url);
}

/** How a sentence about the body begins. */
const BODY = "The body";

const clockForm = z
    .strictObject({
        now: z.iso.datetime({ offset: true, error: "must be an ISO 8601 date-time" }).optional(),
        advanceMs: z.number("must be a number of milliseconds").nonnegative("must be 0 or more").optional(),
    })
    .refine((move) => (move.now === undefined) !== (move.advanceMs === undefined), "must have either now or advanceMs");

/** An organization without the users that the service has tokens for is refused, and the one before is back. */
function replace(store: Store, text: string): void {
    const { organization } = organizationIn(BODY, text);
    const before = store.snapshot();
    try {
        store.restore(organization);
    } catch (error) {
        store.restore(before);
        throw error;
    }
}

function mustBeLocal({ env }: Context<Env>): void {
    const address = env?.incoming?.socket.remoteAddress;
    if (address !== undefined && !/^(::ffff:)?127\.|^::1$/.test(address)) {
        throw new Forbidden("The service is controlled from its own machine alone.");
    }
}

async function jsonOf(context: Context<Env>): Promise<unknown> {
    try {
        return JSON.parse(await context.req.text());
    } catch {
        throw new BadRequest("body: must be JSON.");
    }
}

function replyOf(body: unknown): Reply {
    return body === undefined ? { status: 204 } : { status: 200, body };
}

/** What is wrong with a file at the start of the service is wrong with a body here. */
function toRefusal(error: StartError): Error {
    return error.message.startsWith("Cannot ") ? error : new BadRequest(error.message);
}
