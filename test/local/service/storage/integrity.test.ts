import { expect, test } from "vitest";
import { randomNumbers } from "../../../../src/local/service/control/random.js";
import { type Harness, NOBODY, open } from "../harness.js";

/** An organization with at least one object of every kind, linked to as many others as possible. */
async function tangled(): Promise<Harness> {
    const h = await open({ seed: "medium", clock: "2026-05-01" });
    const { store } = h.service;
    const made = async (path: string, body: object, method = "POST") => {
        const answer = await h.call(method, path, body);
        expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
        return answer.body;
    };
    // A user managed by an identity provider could not be deleted.
    for (const facts of store.userFacts.all()) store.userFacts.set({ ...facts, idp_managed: false });
    const users = store.users.all().map((user) => user.user_id);
    const owners = store.owners.all().map((owner) => owner.owner_id);
    const groups = store.groups.all();
    const ids = groups.map((group) => group.group_id);
    const resources = store.resources.all().map((resource) => resource.resource_id);
    const admin_owner_id = owners[1];

    const { request_template_id } = await made("/request-templates", { name: "Why" });
    const { paladin_id } = await made("/paladin", { name: "Watch", owner_id: owners[2], monitor_mode: false });
    await made(`/paladin/${paladin_id}/context-sources`, {
        third_party_provider: "SLACK",
        remote_id: "C1",
        source_kind: "SLACK_CHANNEL",
    });
    const stage = {
        require_manager_approval: true,
        operator: "OR",
        owner_ids: [owners[3]],
        service_user_ids: [paladin_id],
        escalation: { delay_minutes: 60, owner_ids: [owners[4]], user_ids: [users[150]] },
    };
    const rules = (group_id?: string) => {
        const base = {
            allow_requests: true,
            auto_approval: false,
            require_mfa_to_request: false,
            require_support_ticket: false,
            reviewer_stages: [stage],
            request_template_id,
        };
        const conditional = { ...base, priority: 1, condition: { group_ids: [group_id] } };
        return [{ ...base, priority: 0 }, ...(group_id ? [conditional] : [])];
    };
    const native = groups.filter((group) => group.group_type === "SVC_GROUP").map((group) => group.group_id);
    await made("/groups", { groups: [{ group_id: native[0], request_configurations: rules(native[1]) }] }, "PUT");
    const { configuration_template_id } = await made("/configuration-templates", {
        name: "Strict",
        admin_owner_id,
        visibility: { visibility: "LIMITED", visibility_group_ids: [native[2]] },
        break_glass_user_ids: [users[20]],
        require_mfa_to_approve: false,
        require_mfa_to_connect: false,
        request_configurations: rules(),
    });
    await made("/groups", { groups: [{ group_id: native[3], configuration_template_id }] }, "PUT");
    await made("/group-bindings", { source_group_id: native[4], groups: [{ group_id: native[5] }] });
    await made(`/idp-group-mappings/${resources[0]}/groups/${native[6]}`, { alias: "staff" });
    const tag = store.tags.all()[0];
    const selectors = [{ key: tag?.key, value: tag?.value ?? "", connection_id: NOBODY }];
    await made("/access-rules", {
        name: "By tag",
        description: "",
        admin_owner_id,
        status: "ACTIVE",
        ruleClauses: { when: { clauses: [{ selectors }] } },
    });
    const times = { start_time: "2026-05-02T00:00:00Z", end_time: "2026-06-01T00:00:00Z", reason: "Away" };
    await made("/delegations", { delegator_user_id: users[30], delegate_user_id: users[31], ...times });
    await made("/owners", { name: "By group", user_ids: [], source_group_id: native[7] });
    for (let i = 0; i < 30; i++) {
        const wanted =
            i % 2 ? { resources: [{ id: resources[i] }], groups: [] } : { resources: [], groups: [{ id: ids[i] }] };
        const target = i % 3 ? { target_user_id: users[i] } : {};
        await h.post("/requests", { ...wanted, ...target, reason: "Work", duration_minutes: 60 });
    }
    expect(store.requests.size).toBeGreaterThan(10);
    const campaign = await made("/campaigns", {
        name: "Spring",
        configuration: { query: { entitlementFilter: { entityTypes: ["GROUP"] } } },
    });
    await made(`/campaigns/${campaign.campaign_id}/start`, {});
    expect(store.campaignReviews.size).toBeGreaterThan(10);
    for (const [i, resource_id] of resources.slice(0, 20).entries()) {
        store.sessions.set({
            session_id: store.newId("session", resource_id),
            connection_id: NOBODY,
            user_id: users[i] ?? "",
            resource_id,
            access_level: { access_level_name: "", access_level_remote_id: "" },
            expiration_date: "2027-01-01T00:00:00Z",
        });
        const seen = { first_seen: "2026-01-01T00:00:00Z", last_seen: "2026-01-01T00:00:00Z" };
        const sync_error_id = store.newId("sync error", resource_id);
        store.syncErrors.set({ sync_error_id, ...seen, error_message: "Gone.", resource_id, group_id: ids[i] });
    }
    return h;
}

/** The records that refer to a deleted object, except records of the history. */
function dangling(h: Harness, deleted: ReadonlySet<string>): string[] {
    const { ids_made, events, eventObjects, campaigns, uars, ...rest } = h.service.snapshot();
    const open = new Set(rest.requests.filter(({ status }) => status === "PENDING").map(({ id }) => id));
    const requests = rest.requests.filter(({ id }) => open.has(id));
    const requestComments = rest.requestComments.filter(({ request_id }) => open.has(request_id));
    return Object.entries({ ...rest, requests, requestComments }).flatMap(([kind, records]) =>
        [...records]
            .map((record) => `${kind} ${JSON.stringify(record)}`)
            .filter((text) => text.match(UUID)?.some((id) => deleted.has(id))),
    );
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

test.each([1, 2, 3])(
    "no references to deleted objects remain, regardless of the order of deletions (seed %i)",
    async (seed) => {
        const h = await tangled();
        const { store } = h.service;
        const random = randomNumbers(seed);
        const targets = [
            ...store.groups.all().map(({ group_id: id }) => ({ path: `/groups/${id}`, id })),
            ...store.resources.all().map(({ resource_id: id }) => ({ path: `/resources/${id}`, id })),
            ...store.users.all().map(({ user_id: id }) => ({ path: `/users/${id}`, id })),
            ...store.owners.all().map(({ owner_id: id }) => ({ path: `/owners/${id}`, id })),
            ...store.bundles.all().map(({ bundle_id: id }) => ({ path: `/bundles/${id}`, id })),
            ...store.tags.all().map(({ tag_id: id }) => ({ path: `/tag/${id}`, id })),
            ...store.groupBindings.all().map(({ group_binding_id: id }) => ({ path: `/group-bindings/${id}`, id })),
            ...store.requestTemplates
                .all()
                .map(({ request_template_id: id }) => ({ path: `/request-templates/${id}`, id })),
            ...store.configurationTemplates
                .all()
                .map(({ configuration_template_id: id }) => ({ path: `/configuration-templates/${id}`, id })),
            ...store.paladins.all().map(({ paladin_id: id }) => ({ path: `/paladin/${id}`, id })),
            ...store.delegations.all().map(({ id }) => ({ path: `/delegations/${id}`, id })),
        ].sort(() => random() - 0.5);
        const deleted = new Set<string>();
        const refused = new Map<number, number>();
        // An object that was in use the first time may be unused the second time.
        for (const target of [...targets, ...targets]) {
            if (deleted.has(target.id)) continue;
            const { status, body } = await h.delete(target.path);
            if (status < 300) deleted.add(target.id);
            else refused.set(status, (refused.get(status) ?? 0) + 1);
            // 404 if it was deleted with another object, 409 if it is still in use.
            expect([200, 404, 409], `DELETE ${target.path}: ${JSON.stringify(body)}`).toContain(status);
            if (deleted.size % 50 === 0) expect(dangling(h, deleted)).toEqual([]);
        }
        expect(refused.get(409)).toBeGreaterThan(0);
        expect(dangling(h, deleted)).toEqual([]);
        expect([store.groups.size, store.resources.size, store.bundles.size, store.tags.size]).toEqual([0, 0, 0, 0]);
        // The remaining users are those that a service requires, and owners of apps.
        expect(store.users.size).toBeLessThan(10);
        for (const path of ["/users", "/owners", "/requests", "/campaigns", "/tokens", "/events", "/delegations"]) {
            expect((await h.get(path)).status, path).toBe(200);
        }
    },
);
