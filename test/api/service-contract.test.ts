import { describe, expect, test } from "vitest";
import {
    AccessGovernanceClient,
    BadRequestError,
    CooldownError,
    ForbiddenError,
    InvalidCallError,
    NotFoundError,
    type OperationName,
    UnauthorizedError,
} from "../../src/api/index.js";
import { invoke } from "../../src/api/invoke.js";
import { List } from "../../src/api/list.js";
import type { Parts } from "../../src/api/parameters.js";
import type { Organization, Service, ServiceOptions } from "../../src/local/service/index.js";
import { withUnknownIds } from "./calls/unknown-ids.js";
import { calls, partsFor } from "./calls.js";
import { answerOf, connect, failureOf, NOBODY, QUICK, TOKEN } from "./harness.js";
import { described, pathOf, type Row, rows } from "./interface.js";
import { LEVEL, NOW, OWNER, world } from "./world.js";

const MEMBER = { token: "tkn-of-a-member", email: "bruno@tidewater.example", role: "MEMBER" } as const;
const STRANGER = "tkn-of-nobody";

type By<Value> = Readonly<Partial<Record<OperationName, Value>>>;

/** Parameters that cannot be combined with the others of the call. */
const LEFT_OUT: By<readonly string[]> = {
    // These are in the body; older services accepted them in the query.
    createTag: ["tag_key", "tag_value", "admin_owner_id"],
    // The call lists unassigned items.
    getCampaignItems: ["reviewer_user_id"],
    // The local service makes no suggestions.
    getCampaignViewerItems: ["ai_bucket_id"],
    // A page is requested from one end only.
    getRequestsRelay: ["after", "last", "before"],
};

/** Lists with a cursor that always fit on one page, with the reason. */
const NEVER_LONG: By<string> = {
    getOwners: "only one owner has a given name, and the call sets all filters",
    getResourceUser: "one entry for each level, and no parameter for the page size",
    getResourceUserAccessStatus: "a single status",
};

/** Responses to an unknown id in the path that are not errors. */
const NOTHING: By<unknown> = {
    // Names of Paladins are not unique: the operation searches for a name, and the list may be empty.
    getPaladinsByName: { results: [] },
};

/** Ids in bodies that identify the object to change, so that an unknown one causes a 404. */
const ENTRIES: By<RegExp> = {
    reviewCampaignItems: /^decisions\[\d\]\.campaign_item_review_id$/,
    updateCampaignItemReviewers: /\.campaign_item_id$/,
    updateConfigurationTemplate: /^configuration_template_id$/,
    updateGroupBindings: /^group_bindings\[\d\]\.group_binding_id$/,
    updateGroups: /^groups\[\d\]\.group_id$/,
    updateOwners: /^owners\[\d\]\.owner_id$/,
    updateRequestTemplate: /^request_template_id$/,
    updateResources: /^resources\[\d\]\.resource_id$/,
};

/** Ids in bodies that may be unknown. */
const UNCHECKED: By<RegExp> = {
    // A filter may match nothing.
    createCampaign: /^configuration\.query\./,
    // No operation returns the connections that tags come from.
    createAccessRule: /\.connection_id$/,
    updateAccessRule: /\.connection_id$/,
};

/** POST operations that only read. */
const READS: ReadonlySet<OperationName> = new Set(["runQuery"]);

/** Reads that are reserved for administrators and, in a campaign, for its reviewers. */
const OF_ADMINISTRATORS: ReadonlySet<OperationName> = new Set([
    "getEventStreams",
    "getTokens",
    "getCampaignViewerItems",
]);

/** Writes that members may make. All others are reserved for administrators. */
const OF_MEMBERS: ReadonlySet<OperationName> = new Set([
    "createRequest",
    "createRequestComment",
    "remindRequest",
    "remindRequestReviewer",
    "createToken",
]);

test("the table of calls has exactly the operations of the API", () => {
    expect(Object.keys(calls).sort()).toEqual(rows.map(({ operation }) => operation).sort());
});

describe.each(rows.map((row) => [row.operation, row] as const))("%s", (name, row) => {
    const isRead = row.method === "GET" || READS.has(name);
    const names = (place: "path" | "query") =>
        (described(row).parameters ?? []).filter((parameter) => parameter.in === place).map((one) => one.name);

    test("reaches the service as it was sent, and returns the response of the service", async () => {
        const { client, service, parts } = await prepared(name);
        const given = Object.keys(parts.query ?? {});
        const missing = names("query").filter((one) => one !== "cursor" && !given.includes(one));
        expect(missing).toEqual(LEFT_OUT[name] ?? []);
        const before = service.store.view();
        const heldBefore = held(service);

        const answer = await answerOf(invoke(client, name, parts));

        expect(service.calls.all().at(-1)).toEqual({
            operation: name,
            method: row.method,
            path: pathOf(row, parts),
            query: queryOf(row, parts),
            body: parts.body,
            status: row.successes[0],
        });
        const heldAfter = held(service);
        if (isRead) expect(heldAfter).toBe(heldBefore);
        else expect(heldAfter).not.toBe(heldBefore);

        // The same call again, from the same state and without the client.
        if (!isRead) service.store.restore(before);
        expect(await send(service, row, parts)).toEqual({ status: row.successes[0], answer });
        expect(held(service)).toBe(heldAfter);
    });

    test("is refused for unknown ids, for wrong tokens, and for members if it is reserved for administrators", async () => {
        const { client, service, parts } = await prepared(name);
        const start = service.store.view();
        const before = held(service);
        for (const id of names("path")) {
            const call = answerOf(invoke(client, name, { ...parts, path: { ...parts.path, [id]: NOBODY } }));
            if (NOTHING[name]) {
                expect(await call).toEqual(NOTHING[name]);
                continue;
            }
            const error = await failureOf(call);
            expect(error, id).toBeInstanceOf(NotFoundError);
            expect(error.message).toContain(NOBODY);
        }
        for (const { place, body } of withUnknownIds(parts.body)) {
            if (UNCHECKED[name]?.test(place)) {
                await answerOf(invoke(client, name, { ...parts, body }));
                service.store.restore(start);
                continue;
            }
            const error = await failureOf(answerOf(invoke(client, name, { ...parts, body })));
            const isEntry = ENTRIES[name]?.test(place);
            expect(error, `${place}: ${error.message}`).toBeInstanceOf(isEntry ? NotFoundError : BadRequestError);
            expect(error.message).toContain(isEntry ? NOBODY : `${place}: `);
        }
        const unknown = await failureOf(answerOf(invoke(clientOf(service, STRANGER), name, parts)));
        expect(unknown).toBeInstanceOf(UnauthorizedError);
        expect(unknown.message).not.toContain(STRANGER);
        expect(held(service)).toBe(before);

        const call = answerOf(invoke(clientOf(service, MEMBER.token), name, parts));
        if ((isRead && !OF_ADMINISTRATORS.has(name)) || OF_MEMBERS.has(name)) {
            await call;
            expect(service.calls.all().at(-1)).toMatchObject({ operation: name, status: row.successes[0] });
        } else {
            expect(await failureOf(call)).toBeInstanceOf(ForbiddenError);
            expect(held(service)).toBe(before);
        }
    });

    if (!row.query.includes("cursor") || NEVER_LONG[name]) return;
    test("continues after the end of a page", async () => {
        const { client, service, parts } = await prepared(name);
        const list = invoke(client, name, parts);
        if (!(list instanceof List)) throw new Error(`${name} has a cursor, and no list.`);
        const { items, next } = await list.page();
        expect(next).toEqual(expect.any(String));
        const page = await list.page(next);
        const further = { ...parts, query: { ...parts.query, cursor: next } };
        expect(service.calls.all().at(-1)).toMatchObject({ query: queryOf(row, further), status: 200 });
        expect(page.answer).toEqual((await send(service, row, further)).answer);
        expect(page.items.length).toBeGreaterThan(0);
        expect(items).not.toContainEqual(page.items[0]);
    });
});

async function tidewater() {
    const { client, service } = await connect({}, OPTIONS);
    return { client, service, w: world(client, service) };
}

test("an update of a bundle returns the bundle if it changed, and nothing otherwise", async () => {
    const { client, service, w } = await tidewater();
    const path = { bundle_id: await w.filledBundle() };
    const { bundle_id, created_at, updated_at, ...bundle } = await client.bundles.get(path.bundle_id);
    const before = held(service);
    expect(await client.bundles.update(path.bundle_id, bundle)).toBe(undefined);
    expect(service.calls.all().at(-1)?.status).toBe(204);
    expect(held(service)).toBe(before);
    const changed = await client.bundles.update(path.bundle_id, { name: "Second day" });
    expect(service.calls.all().at(-1)?.status).toBe(200);
    expect(changed).toEqual(service.store.bundles.get(path.bundle_id));
    expect(changed).toMatchObject({ ...bundle, name: "Second day" });
});

test("the deprecated parameters of a grant apply if there is no body", async () => {
    const { client, service, w } = await tidewater();
    const inHalfAnHour = "2026-03-01T10:30:00.000Z";
    const resource_id = await w.levelled();
    const group_id = await w.group();
    const user_id = w.user("Femi");
    const query = { duration_minutes: 30, access_level_remote_id: LEVEL };
    await client.call("addResourceUser", { path: { resource_id, user_id }, query });
    expect(service.store.resourceUsers.get(resource_id, user_id, LEVEL).expiration_date).toBe(inHalfAnHour);
    await client.call("addGroupUser", { path: { group_id, user_id }, query: { duration_minutes: 30 } });
    expect(service.store.groupUsers.get(group_id, user_id, "").expiration_date).toBe(inHalfAnHour);
    const level = { access_level_remote_id: LEVEL };
    await client.call("addGroupResource", { path: { group_id, resource_id }, query: level });
    expect(service.store.groupResources.get(group_id, resource_id, LEVEL).expiration_date).toBe(null);
    const error = await failureOf(client.call("addGroupResource", { path: { group_id, resource_id: NOBODY } }));
    expect(error).toBeInstanceOf(NotFoundError);
});

test("unknown fields of a body are ignored, except in reminders, which reject them", async () => {
    const { client, service, w } = await tidewater();
    const body = { name: "Pilots", user_ids: [], no_such_field: 1 };
    const owner = await client.owners.create(body);
    expect(service.calls.all().at(-1)?.body).toEqual(body);
    expect(service.store.owners.get(owner.owner_id)).toEqual(owner);
    expect(owner).not.toHaveProperty("no_such_field");

    const path = { id: await w.request() };
    const reviewer = { ...path, reviewer_id: w.user("Elif") };
    const before = held(service);
    for (const [name, row] of rows.map((row) => [row.operation, row] as const)) {
        if (name !== "remindRequest" && name !== "remindRequestReviewer") continue;
        const parts = { path: reviewer, body: { no_such_field: 1 } };
        expect(await send(service, row, parts)).toMatchObject({
            status: 400,
            answer: { message: expect.stringContaining("no_such_field") },
        });
    }
    expect(held(service)).toBe(before);
});

test("a second reminder within the cooldown causes a CooldownError, not a rate limit error", async () => {
    const { client, service, w } = await tidewater();
    const id = await w.request();
    expect(await client.requests.remind(id)).toEqual({ success: true });
    const error = await failureOf(client.requests.remind(id));
    expect(error).toBeInstanceOf(CooldownError);
    expect(service.calls.of("remindRequest")).toHaveLength(2);
    await client.requests.cancel(id);
    expect(await client.requests.remind(id)).toEqual({ success: true });
});

test("an update with a negative duration removes a member from a group, and is rejected for a resource", async () => {
    const { client, service, w } = await tidewater();
    const member = await w.member();
    const last = await client.call("updateGroupUser", { path: member, body: { duration_minutes: -1 } });
    expect(last).toMatchObject(member);
    expect(service.store.groupUsers.find(member.group_id, member.user_id, "")).toBe(undefined);
    const grant = await w.grant();
    const body = { duration_minutes: -1, access_level_remote_id: LEVEL };
    // The API states a minimum here, so the client rejects the call without sending it.
    expect(await failureOf(client.call("updateResourceUser", { path: grant, body }))).toBeInstanceOf(InvalidCallError);
    expect(service.calls.of("updateResourceUser")).toEqual([]);
});

test("a lookup without an id causes a NotFoundError if nothing matches", async () => {
    const { client, w } = await tidewater();
    await w.owner();
    expect((await client.owners.getByName(OWNER)).name).toBe(OWNER);
    for (const call of [
        client.owners.getByName("Nobody's / name"),
        client.owners.getByName("Nobody"),
        client.call("getUser", { query: { user_id: NOBODY } }),
        client.call("getUser", { query: { email: "nobody@tidewater.example" } }),
        client.call("getSessions", { query: { resource_id: NOBODY } }),
    ]) {
        expect(await failureOf(call)).toBeInstanceOf(NotFoundError);
    }
    expect(await failureOf(client.call("getUser"))).toBeInstanceOf(BadRequestError);
});

test("a filter by an unknown id matches nothing", async () => {
    const { client } = await tidewater();
    for (const list of [
        client.groups.list({ group_ids: [NOBODY] }),
        client.groups.list({ tag_ids: [NOBODY] }),
        client.resources.list({ parent_resource_id: NOBODY }),
        client.apps.list({ owner_filter: NOBODY }),
        client.events.list({ object_filter: NOBODY }),
        client.requests.list({ requester_id: NOBODY }),
    ]) {
        expect(await list.all()).toEqual([]);
    }
    const error = await failureOf(client.resources.list({ remote_id: "x" }).all());
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error.message).toContain("resource_type_filter ");
});

const OPTIONS: ServiceOptions = { clock: NOW, tokens: [MEMBER] };

/** The organization and the parameters prepared for each call, reused by its other tests. */
const ready = new Map<OperationName, { organization: Organization; parts: Parts }>();

/** A service in which the operation can be called, a client of it, and the parameters of the call. */
async function prepared(name: OperationName) {
    const known = ready.get(name);
    const { client, service } = await connect({}, { ...OPTIONS, ...(known && { organization: known.organization }) });
    const parts = known?.parts ?? (await partsFor(name, world(client, service)));
    ready.set(name, known ?? { organization: service.store.view(), parts });
    return { client, service, parts };
}

function clientOf({ url }: Service, token: string): AccessGovernanceClient {
    return new AccessGovernanceClient({ url, token, ...QUICK });
}

/** All data of the service, with one line for each field. */
function held(service: Service): string {
    return JSON.stringify(service.store.view(), null, 1);
}

/** Makes the call without the client. */
async function send(service: Service, row: Row, parts: Parts): Promise<{ status: number; answer: unknown }> {
    const query = new URLSearchParams(
        Object.entries(queryOf(row, parts)).flatMap(([name, value]) =>
            [value].flat().map((text): [string, string] => [name, text]),
        ),
    );
    const response = await fetch(`${service.url}${pathOf(row, parts)}?${query}`, {
        method: row.method,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    });
    const text = await response.text();
    return { status: response.status, answer: text ? JSON.parse(text) : undefined };
}

/** The query as the service parses it: the items of a list separated by commas, or the key repeated for each item. */
function queryOf(row: Row, { query = {} }: Parts): Record<string, string | string[]> {
    const written = Object.entries(query).map(([name, value]): [string, string | string[]] => {
        if (!Array.isArray(value)) return [name, String(value)];
        const about = described(row).parameters?.find((parameter) => parameter.name === name);
        return [name, about?.explode === false ? value.join(",") : value.map(String)];
    });
    return Object.fromEntries(written);
}
