import { listing } from "../../../live/operation.js";
import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";
import { LIMITED } from "../stage.js";

export const configurationTemplate: Specimen = {
    creates: "a configuration template that nothing uses",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client, naming } = stage;
        const put = (configuration_template_id: string, custom_request_notification: string) =>
            client.call("updateConfigurationTemplate", {
                body: { configuration_template_id, custom_request_notification },
            });
        return {
            args: {
                name: naming.name("configuration-template"),
                adminOwnerId: await stage.owner(),
                visibility: LIMITED,
                requireMfaToApprove: false,
                requireMfaToConnect: false,
                customRequestNotification: ORIGIN,
            },
            edit: { requireMfaToApprove: true },
            outside: { path: "customRequestNotification", make: (id) => put(id, `${ORIGIN} Edited.`) },
            read: async (id) => {
                const all = await listing("getConfigurationTemplates").all(client);
                const body = all.find((one) => one.configuration_template_id === id);
                return body && fromWire(body);
            },
        };
    },
};

export const requestTemplate: Specimen = {
    creates: "a request template that nothing uses",
    needs: [],
    arrange: async ({ client, naming }) => {
        const question = { name: "Ticket", description: ORIGIN, type: "SHORT_TEXT" as const };
        const put = (request_template_id: string) =>
            client.call("updateRequestTemplate", {
                body: { request_template_id, custom_fields: [{ ...question, required: false }] },
            });
        return {
            args: { name: naming.name("request-template"), customFields: [{ ...question, required: true }] },
            edit: { customFields: [{ ...question, description: `${ORIGIN} Updated.`, required: true }] },
            outside: { path: "customFields[0].required", make: put },
            read: async (request_template_id) =>
                fromWire(await client.call("getRequestTemplate", { path: { request_template_id } })),
        };
    },
};
