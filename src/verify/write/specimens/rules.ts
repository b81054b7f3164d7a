import { listing } from "../../../provider/live/operation.js";
import { fromWire } from "../../../provider/schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimens } from "../specimen.js";
import { LIMITED } from "../stage.js";
import { textEdits } from "./scenes.js";

/** Specimens of access rules, configuration templates and request templates. */
export const ruleSpecimens = {
    AccessRule: {
        creates: "a paused access rule for a tag that no user has",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client, naming, surroundings } = stage;
            const name = naming.name("access-rule");
            const adminOwnerId = await stage.id("Owner");
            const status = "PAUSED" as const;
            const tag = { key: naming.name("unused-tag"), value: "none" };
            const clauses = [{ selectors: [{ ...tag, connectionId: surroundings.appId }] }];
            const sent = [{ selectors: [{ ...tag, connection_id: surroundings.appId }] }];
            return {
                args: { name, description: ORIGIN, adminOwnerId, status, ruleClauses: { when: { clauses } } },
                ...textEdits("description", (access_rule_id, description) => {
                    const ruleClauses = { when: { clauses: sent } };
                    const body = { name, description, admin_owner_id: adminOwnerId, status, ruleClauses };
                    return client.call("updateAccessRule", { path: { access_rule_id }, body });
                }),
                read: async (access_rule_id) =>
                    fromWire(await client.call("getAccessRule", { path: { access_rule_id } })),
            };
        },
    },
    ConfigurationTemplate: {
        creates: "an unused configuration template",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client, naming } = stage;
            const custom_request_notification = `${ORIGIN} Edited.`;
            return {
                args: {
                    name: naming.name("configuration-template"),
                    adminOwnerId: await stage.id("Owner"),
                    visibility: LIMITED,
                    requireMfaToApprove: false,
                    requireMfaToConnect: false,
                    customRequestNotification: ORIGIN,
                },
                edit: { requireMfaToApprove: true },
                outside: {
                    path: "customRequestNotification",
                    make: (configuration_template_id) =>
                        client.call("updateConfigurationTemplate", {
                            body: { configuration_template_id, custom_request_notification },
                        }),
                },
                read: async (id) => {
                    const all = await listing("getConfigurationTemplates").all(client);
                    const body = all.find((one) => one.configuration_template_id === id);
                    return body && fromWire(body);
                },
            };
        },
    },
    RequestTemplate: {
        creates: "an unused request template",
        needs: [],
        arrange: async ({ client, naming }) => {
            const question = { name: "Ticket", description: ORIGIN, type: "SHORT_TEXT" as const };
            const custom_fields = [{ ...question, required: false }];
            return {
                args: { name: naming.name("request-template"), customFields: [{ ...question, required: true }] },
                edit: { customFields: [{ ...question, description: `${ORIGIN} Updated.`, required: true }] },
                outside: {
                    path: "customFields[0].required",
                    make: (request_template_id) =>
                        client.call("updateRequestTemplate", { body: { request_template_id, custom_fields } }),
                },
                read: async (request_template_id) =>
                    fromWire(await client.call("getRequestTemplate", { path: { request_template_id } })),
            };
        },
    },
} satisfies Specimens;
