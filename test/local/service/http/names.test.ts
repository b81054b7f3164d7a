import { describe, expect, test } from "vitest";
import { made, openTidewater } from "../tidewater.js";

const URL = "https://events.example/in";

describe("an empty name", () => {
    test.each(["", " \t"])("is refused for every kind of object that is found by its name: %j", async (name) => {
        const { post, put, service, store } = await openTidewater();
        const [app] = store.apps.all();
        const [owner] = store.owners.all();
        const [group] = store.groups.all();
        const [resource] = store.resources.all();
        const before = service.snapshot();
        const admin = { admin_owner_id: owner?.owner_id };
        const calls: [method: typeof post, path: string, body: object, at?: string][] = [
            [post, "/groups", { group_type: "SVC_GROUP", app_id: app?.app_id }],
            [post, "/resources", { resource_type: "CUSTOM", app_id: app?.app_id }],
            [post, "/owners", { user_ids: [] }],
            [post, "/bundles", { ...admin, description: "" }],
            [
                post,
                "/access-rules",
                {
                    ...admin,
                    description: "",
                    status: "ACTIVE",
                    ruleClauses: {
                        when: { clauses: [{ selectors: [{ key: "team", value: "x", connection_id: app?.app_id }] }] },
                    },
                },
            ],
            [
                post,
                "/campaigns",
                {
                    is_template: false,
                    configuration: {
                        query: { entitlementFilter: { entityTypes: ["GROUP"] } },
                        reviewer_assignment_policy: "BY_OWNING_TEAM_ADMIN",
                    },
                },
            ],
            [
                post,
                "/configuration-templates",
                {
                    ...admin,
                    visibility: { visibility: "GLOBAL" },
                    require_mfa_to_approve: false,
                    require_mfa_to_connect: false,
                },
            ],
            [post, "/request-templates", { custom_fields: [] }],
            [post, "/event-streams", { connection_type: "WEBHOOK", webhook_url: URL }],
            [post, "/paladin", { owner_id: owner?.owner_id }],
            [put, "/groups", { groups: [{ group_id: group?.group_id, name }] }, "groups[0]."],
            [put, "/resources", { resources: [{ resource_id: resource?.resource_id, name }] }, "resources[0]."],
            [put, "/owners", { owners: [{ owner_id: owner?.owner_id, name }] }, "owners[0]."],
        ];
        for (const [method, path, body, at = ""] of calls) {
            const answer = await method(path, at ? body : { ...body, name });
            expect([path, answer.status, answer.body?.message]).toEqual([path, 400, `${at}name must not be empty.`]);
        }
        expect(service.snapshot()).toEqual(before);
    });

    test("is different from an omitted name, which is not changed", async () => {
        const { put, store } = await openTidewater();
        const [owner] = store.owners.all();
        await made(put("/owners", { owners: [{ owner_id: owner?.owner_id, description: "Kept" }] }));
        expect(store.owners.get(owner?.owner_id ?? "").name).toBe(owner?.name);
    });
});
