import { expect, test } from "vitest";
import { randomNumbers } from "../../../../src/local/service/control/random.js";
import { type Harness, open } from "../harness.js";
import { made, RULES } from "../tidewater.js";

/** The medium organization, with more references between its objects. */
async function tangled(): Promise<Harness> {
    const h = await open({ seed: "medium", clock: "2026-05-01" });
    const { store } = h.service;
    // A user managed by an identity provider could not be deleted.
    for (const facts of store.userFacts.all()) store.userFacts.set({ ...facts, idp_managed: false });
    const users = store.users.all().map((user) => user.user_id);
    const owners = store.owners.all().map((owner) => owner.owner_id);
    const groups = store.groups.all().map((group) => group.group_id);
    const [paladin] = store.paladins.all();
    const [, template] = store.requestTemplates.all();
    const stage = {
        require_manager_approval: true,
        operator: "OR",
        owner_ids: [owners[3]],
        service_user_ids: [paladin?.paladin_id],
        escalation: { delay_minutes: 60, owner_ids: [owners[4]], user_ids: [users[150]] },
    };
    const rules = { ...RULES, reviewer_stages: [stage], request_template_id: template?.request_template_id };
    const request_configurations = [rules, { ...rules, priority: 1, condition: { group_ids: [groups[30]] } }];
    await made(h.put("/groups", { groups: [{ group_id: groups[20], request_configurations }] }));
    await made(h.post("/owners", { name: "By group", user_ids: [], source_group_id: groups[31] }));
    for (let i = 10; i < 40; i++) {
        const target = i % 3 ? { target_user_id: users[i] } : {};
        const items = { resources: [], groups: [{ id: groups[i] }] };
        await h.post("/requests", { ...items, ...target, reason: "Work", duration_minutes: 60 });
    }
    for (const kind of ["requestEscalations", "campaignReviews", "sessions", "syncErrors", "delegations"] as const)
        expect(store[kind].size, kind).toBeGreaterThan(0);
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
