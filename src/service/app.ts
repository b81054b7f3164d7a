import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { operations } from "../api/generated/operations.gen.js";
import type { OperationEntry } from "../api/operation.js";
import type { Area, Call, OperationName } from "./area.js";
import { accessRules } from "./areas/access-rules.js";
import { apps } from "./areas/apps.js";
import { bundles } from "./areas/bundles.js";
import { campaigns } from "./areas/campaigns.js";
import { configurationTemplates } from "./areas/configuration-templates.js";
import { containingGroups } from "./areas/containing-groups.js";
import { customAccessLevels } from "./areas/custom-access-levels.js";
import { delegations } from "./areas/delegations.js";
import { eventStreams } from "./areas/event-streams.js";
import { events } from "./areas/events.js";
import { groupBindings } from "./areas/group-bindings.js";
import { groupParts } from "./areas/group-parts.js";
import { groupResources } from "./areas/group-resources.js";
import { groupUsers } from "./areas/group-users.js";
import { groups } from "./areas/groups.js";
import { idpGroupMappings } from "./areas/idp-group-mappings.js";
import { messageChannels } from "./areas/message-channels.js";
import { nonHumanIdentities } from "./areas/non-human-identities.js";
import { onCallSchedules } from "./areas/on-call-schedules.js";
import { owners } from "./areas/owners.js";
import { paladins } from "./areas/paladins.js";
import { queries } from "./areas/queries.js";
import { remoteUsers } from "./areas/remote-users.js";
import { requestReviews } from "./areas/request-reviews.js";
import { requestTemplates } from "./areas/request-templates.js";
import { requests } from "./areas/requests.js";
import { resourceParts } from "./areas/resource-parts.js";
import { resourceUsers } from "./areas/resource-users.js";
import { resources } from "./areas/resources.js";
import { scopedRoles } from "./areas/scoped-roles.js";
import { sessions } from "./areas/sessions.js";
import { tags } from "./areas/tags.js";
import { tokens } from "./areas/tokens.js";
import { uars } from "./areas/uars.js";
import { users } from "./areas/users.js";
import { recordEvent } from "./audit.js";
import type { CallLog } from "./calls.js";
import type { Clock } from "./clock.js";
import { authenticate, type Credential } from "./credentials.js";
import { BadRequest, NotFound, NotImplemented } from "./errors.js";
import { type Faults, NOTHING, prevents, struckResponse } from "./faults.js";
import { passTime } from "./passage.js";
import type { RateLimits } from "./rate-limits.js";
import { errorReply, type Reply, successReply } from "./replies.js";
import { mustBeAllowed, mutates } from "./rights.js";
import { fillRules } from "./rule-members.js";
import type { Store } from "./store.js";
import { AnswerCheck, accept, readQuery } from "./validation.js";

/** Everything this service can do: an area is added by adding it here. */
const area: Area = {
    ...apps,
    ...bundles,
    ...delegations,
    ...events,
    ...remoteUsers,
    ...sessions,
    ...groups,
    ...containingGroups,
    ...customAccessLevels,
    ...groupBindings,
    ...groupParts,
    ...groupResources,
    ...idpGroupMappings,
    ...nonHumanIdentities,
    ...resourceParts,
    ...resources,
    ...resourceUsers,
    ...scopedRoles,
    ...groupUsers,
    ...messageChannels,
    ...onCallSchedules,
    ...owners,
    ...tags,
    ...tokens,
    ...users,
    ...accessRules,
    ...configurationTemplates,
    ...eventStreams,
    ...paladins,
    ...requests,
    ...requestReviews,
    ...requestTemplates,
    ...uars,
    ...campaigns,
    ...queries,
};

export interface AppOptions {
    readonly store: Store;
    readonly clock: Clock;
    readonly calls: CallLog;
    readonly faults: Faults;
    /** Undefined: anybody may call as often as they like. */
    readonly rateLimits: RateLimits | undefined;
    /** Waited before every call is carried out. */
    readonly latencyMs: number;
    /** Called after each change; its answer waits until this is done. */
    readonly save: () => Promise<void>;
}

/** Requests that reach the service over a socket have bindings, those made in process have none. */
type Env = { Bindings: Partial<HttpBindings> };

/** The interface over HTTP: every operation of the document has its route below /v1. */
export function createApp(options: AppOptions): Hono<Env> {
    const { store, clock, calls, faults, rateLimits, latencyMs, save } = options;
    const answers = new AnswerCheck();
    const app = new Hono<Env>();
    for (const [name, entry] of routes()) {
        app.on(entry.method, honoPath(entry.path), (context) => serve(context, name));
    }
    app.notFound((context) => serve(context, null));
    app.onError((error) => {
        throw error;
    });
    return app;

    async function serve(context: Context<Env>, name: OperationName | null): Promise<Response> {
        const requestId = randomUUID();
        const url = new URL(context.req.url);
        const text = await context.req.text();
        const body = parse(text);
        const path = url.pathname.replace(/^\/v1(?=\/)/, "");
        const query = queryOf(url.searchParams);
        const close = calls.open({
            operation: name,
            method: context.req.method,
            path,
            query,
            body: body.value ?? body.broken,
        });
        let strike = NOTHING;
        let reply: Reply;
        try {
            const credential = authenticate(store, context.req.header("authorization"), clock.now());
            if (name === null) throw new NotFound(`The interface has no ${context.req.method} ${url.pathname}.`);
            mustBeAllowed(credential, name);
            rateLimits?.take(operations[name]);
            strike = faults.take(name);
            await pause(latencyMs + strike.delayMs);
            const seen = strike.stale ?? store;
            reply = prevents(strike)
                ? { status: 200 }
                : await carryOut(context, credential, name, seen, url.searchParams, body);
        } catch (error) {
            reply = errorReply(error, requestId);
        }
        const response = struckResponse(strike, reply, requestId);
        close(response?.status ?? 0);
        return response ?? cutConnection(context);
    }

    async function carryOut(
        context: Context<Env>,
        credential: Credential,
        name: OperationName,
        seen: Store,
        parameters: URLSearchParams,
        body: ParsedBody,
    ): Promise<Reply> {
        const entry: OperationEntry = operations[name];
        const handler = area[name] as ((call: Call) => unknown) | undefined;
        if (!handler) throw new NotImplemented(name);
        if (entry.body && body.broken !== undefined) throw new BadRequest("body: must be JSON.");
        if (entry.bodyRequired && body.value === undefined) throw new BadRequest("body: is required.");
        const now = clock.now();
        if (store.transaction(() => passTime(store, now)).changed) await save();
        const call = {
            operation: name,
            store: seen,
            caller: credential.caller,
            now,
            path: entry.pathParameters && accept(entry.pathParameters, context.req.param()),
            query: readQuery(entry.query, parameters) ?? {},
            body: entry.body && body.value !== undefined ? accept(entry.body, body.value) : undefined,
            sent: body.value,
            // The schemas are those that the types of the operation come from.
        } as Call;
        const { result, changed } = store.transaction((changed) => {
            const reply = successReply(entry, handler(call));
            if (changed()) fillRules(store);
            if (mutates(name) && changed()) recordEvent(store, credential, { ...call, answer: reply.body }, now);
            answers.check(name, entry, reply);
            return reply;
        });
        if (changed) await save();
        return result;
    }
}

/** Literal segments win over parameters: of two routes that fit, the one that is literal first is tried first. */
function routes(): [OperationName, OperationEntry][] {
    const names = Object.keys(operations) as OperationName[];
    const rank = (path: string) => path.replace(/\{[^}]*\}/g, "\uffff");
    return names
        .map((name): [OperationName, OperationEntry] => [name, operations[name]])
        .sort(([, a], [, b]) => (rank(a.path) < rank(b.path) ? -1 : 1));
}

function honoPath(path: string): string {
    return `/v1${path.replace(/\{([^}]*)\}/g, ":$1")}`;
}

interface ParsedBody {
    /** Undefined where there is none. */
    readonly value?: unknown;
    /** The text, where it is not JSON. */
    readonly broken?: string;
}

function parse(text: string): ParsedBody {
    if (text === "") return {};
    try {
        return { value: JSON.parse(text) };
    } catch {
        return { broken: text };
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
function cutConnection(context: Context<Env>): Response {
    if (!context.env?.incoming) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    context.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
}

async function pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await sleep(milliseconds);
}
