import { listing } from "../../../live/operation.js";
import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";

export const group: Specimen = {
    creates: "a native group that only administrators see and no one can request",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client, naming, surroundings } = stage;
        return {
            args: {
                name: naming.name("group"),
                appId: surroundings.appId,
                groupType: surroundings.types.group,
                ...(await stage.closed()),
            },
            edit: { description: `${ORIGIN} Updated.` },
            outside: {
                path: "description",
                make: (group_id) =>
                    client.call("updateGroups", { body: { groups: [{ group_id, description: `${ORIGIN} Edited.` }] } }),
            },
            read: async (group_id) => {
                const body = await client.call("getGroup", { path: { group_id } });
                const visibility = await client.call("getGroupVisibility", { path: { group_id } });
                return { ...fromWire(body), visibility: fromWire(visibility) };
            },
        };
    },
};

export const groupVisibility: Specimen = {
    creates: "the visibility of a group: one other group of the run",
    needs: ["Group", "Owner"],
    arrange: async (stage) => {
        const { client } = stage;
        const [groupId, one, two] = [await stage.group(1), await stage.group(2), await stage.group(3)];
        return {
            args: { groupId, visibility: "LIMITED", visibilityGroupIds: [one] },
            edit: { visibilityGroupIds: [one, two] },
            outside: {
                path: "visibilityGroupIds",
                make: (group_id) =>
                    client.call("setGroupVisibility", {
                        path: { group_id },
                        body: { visibility: "LIMITED", visibility_group_ids: [two] },
                    }),
            },
            read: async (group_id) => {
                const body = await client.call("getGroupVisibility", { path: { group_id } });
                return { groupId: group_id, ...fromWire(body) };
            },
        };
    },
};

export const groupBinding: Specimen = {
    creates: "a link between two groups of the run",
    needs: ["Group", "Owner"],
    arrange: async (stage) => {
        const { client } = stage;
        const [sourceGroupId, one, two] = [await stage.group(1), await stage.group(2), await stage.group(3)];
        const put = (group_binding_id: string, group_id: string) =>
            client.call("updateGroupBindings", {
                body: {
                    group_bindings: [{ group_binding_id, source_group_id: sourceGroupId, groups: [{ group_id }] }],
                },
            });
        return {
            args: { sourceGroupId, groups: [{ groupId: one }] },
            edit: { groups: [{ groupId: one }, { groupId: two }] },
            outside: { path: "groups", make: (id) => put(id, two) },
            read: async (group_binding_id) =>
                fromWire(await client.call("getGroupBinding", { path: { group_binding_id } })),
        };
    },
};

export const containingGroup: Specimen = {
    creates: "a group in another group, for two hours",
    needs: ["Group", "Owner"],
    arrange: async (stage) => {
        const { client } = stage;
        const [groupId, containingGroupId] = [await stage.group(1), await stage.group(2)];
        return {
            args: { groupId, containingGroupId, durationMinutes: 120 },
            edit: { durationMinutes: 60 },
            outside: { because: "the service does not return the duration" },
            read: async () => {
                const found = await listing("getGroupContainingGroups").all(client, groupId);
                return found.some((one) => one.containing_group_id === containingGroupId)
                    ? { groupId, containingGroupId }
                    : undefined;
            },
        };
    },
};

export const groupReviewerStages: Specimen = {
    creates: "the reviewers of a group that no one can request: owners of the run",
    needs: ["Group", "Owner"],
    arrange: async (stage) => {
        const { client } = stage;
        const [one, two, groupId] = [await stage.owner(1), await stage.owner(2), await stage.group()];
        const stageOf = (ownerId: string) => ({ operator: "AND", ownerIds: [ownerId], requireManagerApproval: false });
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
                    const reviewers = { operator: "AND" as const, owner_ids: [one], require_manager_approval: false };
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
};

export const groupMessageChannels: Specimen = {
    creates: "a link from a group to an existing message channel, as its audit channel",
    needs: ["Group", "Owner"],
    effect: "posts to that channel when the group changes",
    skipped: "it posts to an existing channel",
    arrange: async (stage) => {
        const { client } = stage;
        const { channels } = await client.call("getMessageChannels");
        const [one] = channels;
        if (!one) return { because: "the organization has no message channel" };
        const { message_channel_id: channelId } = one;
        const groupId = await stage.group();
        const put = (group_id: string, message_channel_ids: string[]) =>
            client.call("setGroupMessageChannels", { path: { group_id }, body: { message_channel_ids } });
        return {
            args: { groupId, messageChannelIds: [channelId] },
            edit: { messageChannelIds: [] },
            outside: { path: "messageChannelIds", make: (id) => put(id, []) },
            read: async (group_id) => {
                const body = await client.call("getGroupMessageChannels", { path: { group_id } });
                return (
                    body && { groupId: group_id, messageChannelIds: body.channels.map((one) => one.message_channel_id) }
                );
            },
            left: { messageChannelIds: [] },
        };
    },
};

export const groupOnCallSchedules: Specimen = {
    creates: "a link from a group that gives access to nothing to an existing on-call schedule",
    needs: ["Group", "Owner"],
    effect: "makes the people on call members of that group, and may notify them",
    skipped: "it adds the people on call to a group of the run",
    arrange: async (stage) => {
        const { client } = stage;
        const { on_call_schedules: schedules } = await client.call("getOnCallSchedules");
        const [one] = schedules;
        if (!one) return { because: "the organization has no on-call schedule" };
        const groupId = await stage.group();
        const put = (group_id: string, on_call_schedule_ids: string[]) =>
            client.call("setGroupOnCallSchedules", { path: { group_id }, body: { on_call_schedule_ids } });
        return {
            args: { groupId, onCallScheduleIds: [one.on_call_schedule_id] },
            edit: { onCallScheduleIds: [] },
            outside: { path: "onCallScheduleIds", make: (id) => put(id, []) },
            read: async (group_id) => {
                const body = await client.call("getGroupOnCallSchedules", { path: { group_id } });
                const ids = body.on_call_schedules.map((schedule) => schedule.on_call_schedule_id);
                return { groupId: group_id, onCallScheduleIds: ids };
            },
            left: { onCallScheduleIds: [] },
        };
    },
};
