import type { Properties } from "../../../../src/provider/schema/fields.js";
import { fromWire } from "../../../../src/provider/schema/wire.js";
import { Group } from "../../../../src/resources/kinds/groups/group.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const group: Subject = {
    kind: Group.kind,
    stage: async (world) => {
        const [everyone, contractors] = world.groupIds;
        const [ada, bruno] = world.userIds;
        const [audit, review] = world.channelIds;
        const [schedule, otherSchedule] = world.scheduleIds;
        const reviewers = await world.newOwner("Reviewers");
        const others = await world.newOwner("Others");
        const put = (id: string, change: object) =>
            world.api("PUT", "/groups", { groups: [{ group_id: id, ...change }] });
        const putPart = (id: string, part: string, body: object) => world.api("PUT", `/groups/${id}/${part}`, body);
        const readPart = (id: string, part: string) =>
            world.api<Record<string, Properties[]>>("GET", `/groups/${id}/${part}`);
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
        const args = {
            name: "Engineers",
            appId: world.appId,
            groupType: "SVC_GROUP",
            description: "Those who build",
            adminOwnerId: reviewers,
            groupLeaderUserIds: [ada, bruno],
            requireMfaToApprove: true,
            requestConfigurations: [configuration, special],
            customRequestNotification: "Welcome",
            visibility: { visibility: "LIMITED", visibilityGroupIds: [everyone, contractors] },
            messageChannelIds: [audit],
            onCallScheduleIds: [schedule],
        };
        return {
            args,
            least: { name: "Engineers", appId: world.appId, groupType: "SVC_GROUP" },
            edits: {
                name: "Builders",
                description: "Those who build and run",
                adminOwnerId: others,
                groupLeaderUserIds: [bruno],
                requireMfaToApprove: false,
                requestConfigurations: [{ ...configuration, maxDurationMinutes: 60 }],
                customRequestNotification: null,
                riskSensitivityOverride: "HIGH",
                visibility: { visibility: "GLOBAL" },
                messageChannelIds: [audit, review],
                onCallScheduleIds: [otherSchedule],
                groupType: "CONNECTOR_GROUP",
            },
            read: async (id) => {
                const body = fromWire(await world.api<object>("GET", `/groups/${id}`));
                const visibility = fromWire(await world.api<object>("GET", `/groups/${id}/visibility`));
                const { channels } = await readPart(id, "message-channels");
                const { on_call_schedules } = await readPart(id, "on-call-schedules");
                return {
                    ...body,
                    visibility,
                    messageChannelIds: channels?.map((channel) => channel.message_channel_id),
                    onCallScheduleIds: on_call_schedules?.map((item) => item.on_call_schedule_id),
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                description: (id) => put(id, { description: "edited" }),
                adminOwnerId: (id) => put(id, { admin_owner_id: others }),
                groupLeaderUserIds: (id) => put(id, { group_leader_user_ids: [ada] }),
                requireMfaToApprove: (id) => put(id, { require_mfa_to_approve: false }),
                customRequestNotification: (id) => put(id, { custom_request_notification: "Hi" }),
                "requestConfigurations[0].maxDurationMinutes": async (id) => {
                    const { request_configurations: list } = await world.api<{ request_configurations: object[] }>(
                        "GET",
                        `/groups/${id}`,
                    );
                    const [first, ...rest] = list;
                    return put(id, { request_configurations: [{ ...first, max_duration_minutes: 9999 }, ...rest] });
                },
                "visibility.visibilityGroupIds": (id) =>
                    putPart(id, "visibility", { visibility: "LIMITED", visibility_group_ids: [contractors] }),
                messageChannelIds: (id) => putPart(id, "message-channels", { message_channel_ids: [] }),
                onCallScheduleIds: (id) => putPart(id, "on-call-schedules", { on_call_schedule_ids: [] }),
            },
            shuffle: async (id) => {
                await put(id, { group_leader_user_ids: [bruno, ada] });
                await putPart(id, "visibility", {
                    visibility: "LIMITED",
                    visibility_group_ids: [contractors, everyone],
                });
            },
            unmanaged: { property: "description", edit: (id) => put(id, { description: "by hand" }) },
            vanish: (id) => world.api("DELETE", `/groups/${id}`),
            exists: (id) => world.has(`/groups/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: { name: string }[] }>("GET", "/groups");
                return results.filter(({ name }) => name === args.name).length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: "" },
                appId: { ...args, appId: "Tidewater" },
                "requestConfigurations[0].reviewerStages[0].operator": {
                    ...args,
                    requestConfigurations: [
                        { ...configuration, reviewerStages: [{ operator: "XOR", ownerIds: [others] }] },
                    ],
                },
                "requestConfigurations[0].reviewerStages[0].escalation.delayMinutes": {
                    ...args,
                    requestConfigurations: [
                        {
                            ...configuration,
                            reviewerStages: [
                                {
                                    operator: "OR",
                                    ownerIds: [others],
                                    escalation: { delayMinutes: -5, ownerIds: [reviewers] },
                                },
                            ],
                        },
                    ],
                },
                "requestConfigurations[0].reviewerStages[0].escalation": {
                    ...args,
                    requestConfigurations: [
                        {
                            ...configuration,
                            reviewerStages: [
                                {
                                    operator: "AND",
                                    ownerIds: [others],
                                    escalation: { delayMinutes: 5, ownerIds: [reviewers] },
                                },
                            ],
                        },
                    ],
                },
                requestConfigurations: { ...args, requestConfigurations: [configuration, { ...special, priority: 2 }] },
                "requestConfigurations[1].condition": {
                    ...args,
                    requestConfigurations: [configuration, { ...special, condition: null }],
                },
                "visibility.visibilityGroupIds": {
                    ...args,
                    visibility: { visibility: "GLOBAL", visibilityGroupIds: [everyone] },
                },
                visibility: { ...args, configurationTemplateId: "0b7f1a52-5a3b-4a4f-8f3a-1f1f1f1f1f1f" },
            },
            sibling: async (number) => ({ ...args, name: `Engineers ${number}` }),
            importName: "Engineers",
        };
    },
};
