import { listing } from "../../../provider/live/operation.js";
import { fromWire } from "../../../provider/schema/wire.js";
import type { Specimens } from "../specimen.js";
import { listScene, stageOf, textEdits, visibilityScene } from "./scenes.js";

export const groupSpecimens = {
    Group: {
        creates: "a native group that only administrators can see and that cannot be requested",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client, naming } = stage;
            return {
                args: await stage.args("Group", naming.name("group")),
                ...textEdits("description", (group_id, description) =>
                    client.call("updateGroups", { body: { groups: [{ group_id, description }] } }),
                ),
                read: async (group_id) => {
                    const body = await client.call("getGroup", { path: { group_id } });
                    const visibility = await client.call("getGroupVisibility", { path: { group_id } });
                    return { ...fromWire(body), visibility: fromWire(visibility) };
                },
            };
        },
    },
    GroupVisibility: {
        creates: "the visibility of a group, limited to one other test group",
        needs: ["Group", "Owner"],
        arrange: async (stage) =>
            visibilityScene(
                ["groupId", await stage.id("Group", 1)],
                [await stage.id("Group", 2), await stage.id("Group", 3)],
                (group_id, body) => stage.client.call("setGroupVisibility", { path: { group_id }, body }),
                (group_id) => stage.client.call("getGroupVisibility", { path: { group_id } }),
            ),
    },
    GroupBinding: {
        creates: "a link between two test groups",
        needs: ["Group", "Owner"],
        arrange: async (stage) => {
            const { client } = stage;
            const sourceGroupId = await stage.id("Group", 1);
            const [one, two] = [await stage.id("Group", 2), await stage.id("Group", 3)];
            const binding = (group_binding_id: string, group_id: string) => ({
                group_bindings: [{ group_binding_id, source_group_id: sourceGroupId, groups: [{ group_id }] }],
            });
            return {
                args: { sourceGroupId, groups: [{ groupId: one }] },
                edit: { groups: [{ groupId: one }, { groupId: two }] },
                outside: {
                    path: "groups",
                    make: (id) => client.call("updateGroupBindings", { body: binding(id, two) }),
                },
                read: async (group_binding_id) =>
                    fromWire(await client.call("getGroupBinding", { path: { group_binding_id } })),
            };
        },
    },
    ContainingGroup: {
        creates: "the nesting of a group in another group, for two hours",
        needs: ["Group", "Owner"],
        arrange: async (stage) => {
            const [groupId, containingGroupId] = [await stage.id("Group", 1), await stage.id("Group", 2)];
            return {
                args: { groupId, containingGroupId, durationMinutes: 120 },
                edit: { durationMinutes: 60 },
                outside: { because: "the service does not return the duration" },
                read: async () => {
                    const found = await listing("getGroupContainingGroups").all(stage.client, groupId);
                    return found.some((one) => one.containing_group_id === containingGroupId)
                        ? { groupId, containingGroupId }
                        : undefined;
                },
            };
        },
    },
    GroupReviewerStages: {
        creates: "the review stages of a group that cannot be requested, with test owners as reviewers",
        needs: ["Group", "Owner"],
        arrange: async (stage) => {
            const { client } = stage;
            const [one, two, groupId] = [
                await stage.id("Owner", 1),
                await stage.id("Owner", 2),
                await stage.id("Group"),
            ];
            const configurations = async (group_id: string) =>
                (await client.call("getGroup", { path: { group_id } })).request_configurations;
            return {
                args: { groupId, stages: [stageOf(two)] },
                edit: { stages: [stageOf(two), stageOf(one)] },
                outside: {
                    path: "stages[0].ownerIds",
                    make: async (group_id) => {
                        const [first, ...rest] = (await configurations(group_id)) ?? [];
                        if (!first) throw new Error("The group has no request configuration.");
                        const reviewers = {
                            operator: "AND" as const,
                            owner_ids: [one],
                            require_manager_approval: false,
                        };
                        const changed = { ...first, reviewer_stages: [reviewers] };
                        await client.call("updateGroups", {
                            body: { groups: [{ group_id, request_configurations: [changed, ...rest] }] },
                        });
                    },
                },
                read: async (group_id) => {
                    const [first] = (await configurations(group_id)) ?? [];
                    return first && { groupId: group_id, stages: (first.reviewer_stages ?? []).map(fromWire) };
                },
                left: { stages: [stageOf(one)] },
            };
        },
    },
    GroupMessageChannels: {
        creates: "a link from a group to an existing message channel, as its audit channel",
        needs: ["Group", "Owner"],
        effect: "posts to that channel when the group changes",
        skipped: "it posts to an existing channel",
        arrange: async (stage) => {
            const { client } = stage;
            const [channel] = (await client.call("getMessageChannels")).channels;
            if (!channel) return { because: "the organization does not have a message channel" };
            return listScene(
                ["groupId", await stage.id("Group")],
                "messageChannelIds",
                { declared: [channel.message_channel_id], updated: [], edited: [], left: [] },
                (group_id, message_channel_ids) =>
                    client.call("setGroupMessageChannels", { path: { group_id }, body: { message_channel_ids } }),
                async (group_id) => {
                    const body = await client.call("getGroupMessageChannels", { path: { group_id } });
                    return body?.channels.map((one) => one.message_channel_id);
                },
            );
        },
    },
    GroupOnCallSchedules: {
        creates: "a link from a group that does not grant access to anything to an existing on-call schedule",
        needs: ["Group", "Owner"],
        effect: "makes the people on call members of that group, and may notify them",
        skipped: "it adds whoever is on call to a test group",
        arrange: async (stage) => {
            const { client } = stage;
            const [schedule] = (await client.call("getOnCallSchedules")).on_call_schedules;
            if (!schedule) return { because: "the organization does not have an on-call schedule" };
            return listScene(
                ["groupId", await stage.id("Group")],
                "onCallScheduleIds",
                { declared: [schedule.on_call_schedule_id], updated: [], edited: [], left: [] },
                (group_id, on_call_schedule_ids) =>
                    client.call("setGroupOnCallSchedules", { path: { group_id }, body: { on_call_schedule_ids } }),
                async (group_id) => {
                    const body = await client.call("getGroupOnCallSchedules", { path: { group_id } });
                    return body.on_call_schedules.map((one) => one.on_call_schedule_id);
                },
            );
        },
    },
} satisfies Specimens;
