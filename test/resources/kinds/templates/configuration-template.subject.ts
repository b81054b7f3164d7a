import { ConfigurationTemplate } from "../../../../src/resources/kinds/templates/configuration-template.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface TemplateBody {
    configuration_template_id: string;
    name: string;
    admin_owner_id: string;
    visibility: { visibility: string; visibility_group_ids?: string[] };
    linked_audit_message_channel_ids: string[];
    member_oncall_schedule_ids: string[];
    break_glass_user_ids: string[];
    require_mfa_to_approve: boolean;
    require_mfa_to_connect: boolean;
    custom_request_notification: string | null;
}

export const configurationTemplate: Subject = {
    kind: ConfigurationTemplate.kind,
    stage: async (world) => {
        const { ownerId } = world;
        const otherOwner = await world.newOwner("Platform");
        const [ada, bruno, chiyo] = world.userIds;
        const [staff, contractors] = world.groupIds;
        const [channel] = world.channelIds;
        const [schedule] = world.scheduleIds;
        const all = async () =>
            (await world.api<{ results: TemplateBody[] }>("GET", "/configuration-templates")).results;
        const get = async (id: string) => (await all()).find((body) => body.configuration_template_id === id);
        const put = (id: string, change: object) =>
            world.api("PUT", "/configuration-templates", { configuration_template_id: id, ...change });
        const rules = (autoApproval: boolean) => [{ priority: 0, allowRequests: true, autoApproval }];
        const least = {
            name: "Production",
            adminOwnerId: ownerId,
            visibility: { visibility: "LIMITED", visibilityGroupIds: [staff, contractors] },
            requireMfaToApprove: true,
            requireMfaToConnect: false,
        };
        const args = {
            ...least,
            linkedAuditMessageChannelIds: [channel],
            memberOncallScheduleIds: [schedule],
            breakGlassUserIds: [ada, bruno],
            requestConfigurations: rules(true),
            customRequestNotification: "Take care",
        };
        return {
            args,
            least,
            edits: {
                name: "Production 2",
                adminOwnerId: otherOwner,
                visibility: { visibility: "GLOBAL" },
                requireMfaToApprove: false,
                requireMfaToConnect: true,
                linkedAuditMessageChannelIds: [],
                breakGlassUserIds: [chiyo],
                requestConfigurations: rules(false),
                customRequestNotification: null,
            },
            read: async (id) => {
                const body = await get(id);
                if (!body) throw new Error("there is no such template");
                return {
                    name: body.name,
                    adminOwnerId: body.admin_owner_id,
                    visibility: {
                        visibility: body.visibility.visibility,
                        visibilityGroupIds: body.visibility.visibility_group_ids,
                    },
                    requireMfaToApprove: body.require_mfa_to_approve,
                    requireMfaToConnect: body.require_mfa_to_connect,
                    linkedAuditMessageChannelIds: body.linked_audit_message_channel_ids,
                    memberOncallScheduleIds: body.member_oncall_schedule_ids,
                    breakGlassUserIds: body.break_glass_user_ids,
                    customRequestNotification: body.custom_request_notification,
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                "visibility.visibilityGroupIds": (id) =>
                    put(id, { visibility: { visibility: "LIMITED", visibility_group_ids: [staff] } }),
                requireMfaToConnect: (id) => put(id, { require_mfa_to_connect: true }),
                breakGlassUserIds: (id) => put(id, { break_glass_user_ids: [ada] }),
                customRequestNotification: (id) => put(id, { custom_request_notification: null }),
            },
            shuffle: (id) => put(id, { break_glass_user_ids: [bruno, ada] }),
            unmanaged: {
                property: "customRequestNotification",
                edit: (id) => put(id, { custom_request_notification: "by hand" }),
            },
            vanish: (id) => world.api("DELETE", `/configuration-templates/${id}`),
            exists: async (id) => (await get(id)) !== undefined,
            count: async () => (await all()).filter(({ name }) => name === args.name).length,
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: "" },
                "visibility.visibility": { ...args, visibility: { visibility: "SECRET" } },
                requireMfaToConnect: without(args, "requireMfaToConnect"),
                "ticketPropagation.ticketProvider": {
                    ...args,
                    ticketPropagation: { enabledOnGrant: true, enabledOnRevocation: false },
                },
            },
            sibling: async (number) => ({ ...args, name: `Template ${number}` }),
            importName: "Production",
        };
    },
};

function without<Value extends object>(value: Value, name: keyof Value): Omit<Value, typeof name> {
    const { [name]: _, ...rest } = value;
    return rest;
}
