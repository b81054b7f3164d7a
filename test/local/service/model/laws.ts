import { expect } from "vitest";
import { isObject } from "../../../../src/common/properties.js";
import type { Organization, Service } from "../../../../src/local/service/index.js";
import { fillRules } from "../../../../src/local/service/rules/members.js";
import type { Answer } from "../harness.js";
import { type Call, send } from "./calls.js";
import { readerAt } from "./operations.js";
import { idsOf } from "./world.js";

const REFUSALS = [400, 401, 403, 404, 409, 429];

/** The status is documented for the operation or for every call, and a refusal has a message. */
export function answersWithin({ operation, caller }: Call, { status, body }: Answer): void {
    const { successes, errors, reads } = operation;
    expect([...successes, ...errors, ...REFUSALS], JSON.stringify(body)).toContain(status);
    if (status >= 400) expect(body.message, "a refusal").toMatch(/^.+\.$/s);
    if (caller === "stranger") expect(status).toBe(401);
    if (caller === "reader" && !reads) expect([401, 403]).toContain(status);
}

/** All ids outside the history belong to existing objects. Event streams contain only the ids of their own keys. */
export function namesOnlyWhatIsThere(organization: Organization): void {
    const { ids_made, namespace, events, eventObjects, campaigns, uars, eventStreams, ...rest } = organization;
    const pending = new Set(rest.requests.filter(({ status }) => status === "PENDING").map(({ id }) => id));
    const requests = rest.requests.filter(({ id }) => pending.has(id));
    const requestComments = rest.requestComments.filter(({ request_id }) => pending.has(request_id));
    const there = idsOf(organization);
    const dangling = Object.entries({ ...rest, requests, requestComments }).flatMap(([kind, records]) =>
        typeof records === "string"
            ? []
            : records.flatMap((record) => {
                  const text = JSON.stringify(record).replace(UNKNOWN, "");
                  const ids = text.match(UUID)?.filter((id) => !there.has(id)) ?? [];
                  return ids.length > 0 ? [`${kind} names ${ids}: ${text}`] : [];
              }),
    );
    expect(dangling).toEqual([]);
}

/** Ids of connections, which no operation returns, and of objects without their own table. */
const UNKNOWN = /"(connection_id|request_configuration_id|resource_custom_access_level_id)":"[^"]*"/g;

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A state changes only forward, by the calls that change it. `by` is undefined if only time passed. */
export function goesOn(before: Organization, after: Organization, by: string | undefined): void {
    const campaigns = new Map(after.campaigns.map((campaign) => [campaign.campaign_id, campaign]));
    for (const campaign of before.campaigns) {
        const next = campaigns.get(campaign.campaign_id);
        if (next === campaign) continue;
        expect(next, `the campaign ${campaign.name}`).toBeDefined();
        for (const [moment, who, call] of MOMENTS) {
            if (campaign[moment]) expect([next?.[moment], next?.[who]]).toEqual([campaign[moment], campaign[who]]);
            else if (next?.[moment]) expect(by).toBe(call);
        }
    }
    for (const { is_template, started_at, stopped_at, ended_at } of after.campaigns) {
        const moments = [started_at, stopped_at, ended_at].map((moment) => (moment ? Date.parse(moment) : 0));
        const known = moments.filter(Boolean);
        // Each time requires the one before it, and is not earlier.
        expect(moments).toEqual([...known.toSorted(), 0, 0, 0].slice(0, 3));
        if (is_template) expect(known).toEqual([]);
    }
    const requests = new Map(after.requests.map((request) => [request.id, request]));
    for (const request of before.requests) {
        const next = requests.get(request.id);
        if (next === request) continue;
        expect(next, `the request ${request.id}`).toBeDefined();
        if (request.status !== "PENDING") expect(next).toEqual(request);
        else if (next?.status !== "PENDING") expect(ENDS[String(next?.status)]).toContain(by);
        expect(next).toMatchObject({ created_at: request.created_at, requester_id: request.requester_id });
    }
    // No operation changes a token.
    const tokens = new Map(before.tokens.map((token) => [token.token_id, token]));
    for (const token of after.tokens) {
        const known = tokens.get(token.token_id);
        if (known) expect(known).toEqual(token);
        else expect(by).toBe("createToken");
    }
    if (after.tokens.length < before.tokens.length)
        expect(["deleteToken", "deleteUser", "deletePaladin"]).toContain(by);
    expect(after.tokenSecrets.map(({ token_id }) => token_id).sort()).toEqual(
        after.tokens.map(({ token_id }) => token_id).sort(),
    );
    const rules = after.accessRules.map(({ access_rule_id }) => access_rule_id).sort();
    const groups = after.groups.filter(({ group_type }) => /^(SVC|OPAL)_ACCESS_RULE$/.test(group_type ?? ""));
    expect(rules).toEqual(groups.map(({ group_id }) => group_id).sort());
}

const MOMENTS = [
    ["started_at", "started_by_user_id", "startCampaign"],
    ["stopped_at", "stopped_by_user_id", "stopCampaign"],
    ["ended_at", "ended_by_user_id", "endCampaign"],
] as const;

/** The calls that may end a request, by its final status. A request also ends if its object is deleted. */
const ENDS: Readonly<Record<string, readonly (string | undefined)[]>> = {
    // The last pending reviewer may have been deleted.
    APPROVED: ["approveRequest", "deleteUser", "deletePaladin"],
    DENIED: ["denyRequest"],
    CANCELED: [
        "cancelRequest",
        "deleteUser",
        "deletePaladin",
        "deleteGroup",
        "deleteResource",
        "deleteResourceCustomAccessLevel",
    ],
};

/** The members of access rules are those that match their conditions now. */
export function rulesAreFilled({ store }: Service): void {
    expect(store.transaction(() => fillRules(store)).changed, "rules are filled").toBe(false);
}

/** Written values are read back, and deleted objects are not found. */
export async function readsBack(service: Service, { operation, path, url, body }: Call, answer: Answer): Promise<void> {
    const { method, path: template } = operation;
    const read = (at: string) => send(service, "admin", "GET", at);
    const reader = readerAt(template);
    if (method === "DELETE") {
        const single = !operation.parameters.some(({ in: place }) => place === "query");
        if (reader && single) expect((await read(url)).status).toBe(404);
        if (single) expect((await send(service, "admin", method, url)).status).toBe(404);
        return;
    }
    if (reader && method !== "GET" && isObject(body) && method !== "POST") {
        const { status, body: now } = await read(url.split("?")[0] ?? "");
        expect(status).toBe(200);
        expect(differences(body, now, ""), operation.operation).toEqual([]);
    }
    // A create or update returns the object as a read does.
    const made = Object.keys(answer.body ?? {}).filter((name) => /(^|_)id$/.test(name));
    for (const id of made) {
        const at = [`${template}/{${id}}`, template].find((one) => one.endsWith(`{${id}}`) && readerAt(one));
        if (!at || readerAt(at)?.answer?.$ref !== operation.answer?.$ref) continue;
        const where = at.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(answer.body[name] ?? path[name]));
        expect(await read(where)).toMatchObject({ status: 200, body: answer.body });
        if (isObject(body)) expect(differences(body, answer.body, ""), operation.operation).toEqual([]);
    }
    // Bulk updates.
    for (const [kind, id] of [
        ["groups", "group_id"],
        ["resources", "resource_id"],
        ["owners", "owner_id"],
    ] as const) {
        if (template !== `/${kind}` || method !== "PUT" || !isObject(body) || !Array.isArray(body[kind])) continue;
        const last = new Map(body[kind].map((entry) => [entry[id], entry]));
        for (const [one, entry] of last) {
            // If an object is listed twice, properties set only by the first entry apply too.
            if (body[kind].filter((other) => other[id] === one).length > 1) continue;
            const { status, body: now } = await read(`/${kind}/${one}`);
            expect(status).toBe(200);
            const { is_requestable, ...others } = entry;
            // The old flag does not apply in combination with request configurations.
            const counts = (entry.request_configurations ?? entry.request_configuration_list) ? others : entry;
            expect(differences(counts, now, ""), operation.operation).toEqual([]);
        }
    }
}

/** The paths at which the read value differs from the sent one. Properties that are not returned, and null for missing ones, do not differ. */
function differences(sent: unknown, read: unknown, at: string): string[] {
    if (read === undefined || UNSHOWN.test(at)) return [];
    if (Array.isArray(sent) && Array.isArray(read)) {
        if (sent.length !== read.length && new Set(sent.map((one) => JSON.stringify(one))).size !== read.length) {
            return [`${at}: sent ${JSON.stringify(sent)}, read ${JSON.stringify(read)}`];
        }
        return sent.flatMap((one) => {
            const found = read.map((other) => differences(one, other, `${at}[]`));
            return found.some((those) => those.length === 0) ? [] : [found[0] ?? `${at}: missing`].flat();
        });
    }
    const only = isObject(sent) ? Object.values(sent) : [];
    // A list sent in a named wrapper may be returned without it.
    if (Array.isArray(read) && only.length === 1) return differences(only[0], read, at);
    if (isObject(sent) && isObject(read)) {
        return Object.entries(sent).flatMap(([name, value]) => differences(value, read[name], `${at}.${name}`));
    }
    // An empty string clears a property, and null stands for the default.
    if (sent === read || (sent === "" && read === null) || (sent === null && read === false)) return [];
    if (typeof sent === "string" && typeof read === "string" && Date.parse(sent) === Date.parse(read)) return [];
    return [`${at}: sent ${JSON.stringify(sent)}, read ${JSON.stringify(read)}`];
}

/** Read-only properties of a bundle, which its update accepts and ignores. */
const UNSHOWN = /^\.(created_at|updated_at|total_num_\w+|bundle_id)$/;
