import type { Properties } from "../../../../src/provider/schema/fields.js";
import { fromWire } from "../../../../src/provider/schema/wire.js";
import { Resource } from "../../../../src/resources/kinds/resources/resource.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const resource: Subject = {
    kind: Resource.kind,
    stage: async (world) => {
        const [everyone, contractors] = world.groupIds;
        const [audit, review] = world.channelIds;
        const reviewers = await world.newOwner("Reviewers");
        const others = await world.newOwner("Others");
        const parent = await world.newResource("Warehouse");
        const otherParent = await world.newResource("Basement");
        const put = (id: string, change: object) =>
            world.api("PUT", "/resources", { resources: [{ resource_id: id, ...change }] });
        const putPart = (id: string, part: string, body: object) => world.api("PUT", `/resources/${id}/${part}`, body);
        const configuration = {
            priority: 0,
            allowRequests: true,
            autoApproval: false,
            maxDurationMinutes: 480,
            reviewerStages: [{ operator: "AND", ownerIds: [reviewers, others] }],
        };
        const special = {
            priority: 1,
            condition: { groupIds: [contractors] },
            allowRequests: true,
            autoApproval: false,
            maxDurationMinutes: 60,
            reviewerStages: [{ operator: "OR", ownerIds: [others] }],
        };
        const ticketPropagation = { enabledOnGrant: true, enabledOnRevocation: false, ticketProvider: "JIRA" };
        const args = {
            name: "Ledger",
            appId: world.appId,
            resourceType: "CUSTOM",
            description: "What was paid",
            adminOwnerId: reviewers,
            parentResourceId: parent,
            requireMfaToApprove: true,
            requireMfaToConnect: true,
            ticketPropagation,
            requestConfigurations: [configuration, special],
            customRequestNotification: "Welcome",
            visibility: { visibility: "LIMITED", visibilityGroupIds: [everyone, contractors] },
            messageChannelIds: [audit],
        };
        return {
            args,
            least: { name: "Ledger", appId: world.appId, resourceType: "CUSTOM" },
            edits: {
                name: "Journal",
                description: "What was paid and by whom",
                adminOwnerId: others,
                parentResourceId: otherParent,
                requireMfaToApprove: false,
                requireMfaToConnect: false,
                ticketPropagation: { ...ticketPropagation, enabledOnRevocation: true },
                requestConfigurations: [{ ...configuration, maxDurationMinutes: 60 }],
                customRequestNotification: null,
                riskSensitivityOverride: "HIGH",
                visibility: { visibility: "GLOBAL" },
                messageChannelIds: [audit, review],
                resourceType: "SVC_ROLE",
            },
            read: async (id) => {
                const body = fromWire(await world.api<object>("GET", `/resources/${id}`));
                const visibility = fromWire(await world.api<object>("GET", `/resources/${id}/visibility`));
                const { channels } = await world.api<{ channels: Properties[] }>(
                    "GET",
                    `/resources/${id}/message-channels`,
                );
                const messageChannelIds = channels.map((channel) => channel.message_channel_id);
                return { ...body, visibility, messageChannelIds };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                description: (id) => put(id, { description: "edited" }),
                adminOwnerId: (id) => put(id, { admin_owner_id: others }),
                parentResourceId: (id) => put(id, { parent_resource_id: null }),
                requireMfaToApprove: (id) => put(id, { require_mfa_to_approve: false }),
                requireMfaToConnect: (id) => put(id, { require_mfa_to_connect: false }),
                "ticketPropagation.enabledOnGrant": (id) =>
                    put(id, {
                        ticket_propagation: {
                            enabled_on_grant: false,
                            enabled_on_revocation: false,
                            ticket_provider: "JIRA",
                        },
                    }),
                customRequestNotification: (id) => put(id, { custom_request_notification: "Hi" }),
                "requestConfigurations[0].maxDurationMinutes": async (id) => {
                    const { request_configurations: list } = await world.api<{ request_configurations: object[] }>(
                        "GET",
                        `/resources/${id}`,
                    );
                    const [first, ...rest] = list;
                    return put(id, { request_configurations: [{ ...first, max_duration_minutes: 9999 }, ...rest] });
                },
                "visibility.visibilityGroupIds": (id) =>
                    putPart(id, "visibility", { visibility: "LIMITED", visibility_group_ids: [contractors] }),
                messageChannelIds: (id) => putPart(id, "message-channels", { message_channel_ids: [] }),
            },
            shuffle: (id) =>
                putPart(id, "visibility", {
                    visibility: "LIMITED",
                    visibility_group_ids: [contractors, everyone],
                }),
            unmanaged: { property: "description", edit: (id) => put(id, { description: "by hand" }) },
            vanish: (id) => world.api("DELETE", `/resources/${id}`),
            exists: (id) => world.has(`/resources/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: { name: string }[] }>("GET", "/resources");
                return results.filter(({ name }) => name === args.name).length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: "" },
                appId: { ...args, appId: "Tidewater" },
                parentResourceId: { ...args, parentResourceId: "Warehouse" },
                "ticketPropagation.ticketProvider": {
                    ...args,
                    ticketPropagation: { enabledOnGrant: true, enabledOnRevocation: false },
                },
                "requestConfigurations[1].condition": {
                    ...args,
                    requestConfigurations: [configuration, { ...special, condition: null }],
                },
                "visibility.visibilityGroupIds": {
                    ...args,
                    visibility: { visibility: "GLOBAL", visibilityGroupIds: [everyone] },
                },
                visibility: { ...args, configurationTemplateId: "0b7f1a52-5a3b-4a4f-8f3a-1f1f1f1f1f1f" },
                requestConfigurations: { ...args, configurationTemplateId: "0b7f1a52-5a3b-4a4f-8f3a-1f1f1f1f1f1f" },
                reviewerIds: { ...args, reviewerIds: [reviewers] },
                description: { ...args, matchRemoteDescription: true },
                remoteInfo: {
                    ...args,
                    remoteInfo: { awsAccount: { accountId: "1" }, githubOrg: { orgName: "tidewater" } },
                },
            },
            sibling: async (number) => ({ ...args, name: `Ledger ${number}` }),
            importName: "Ledger",
        };
    },
};
