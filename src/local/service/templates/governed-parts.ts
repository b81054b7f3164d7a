import type { MessageChannel, RequestConfiguration } from "../../../api/generated/types.gen.js";
import { readVisibility, storedVisibility, visibilityAnswer } from "../access/visibility.js";
import { channelsOf, readChannels } from "../channels/channels.js";
import type { Routes } from "../http/area.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";
import { mustAgree } from "./governing.js";
import {
    defaultStages,
    firstReviewersOf,
    reviewersOf,
    withDefaultStages,
    withFirstReviewers,
} from "./request-configurations.js";
import type { GovernedRecord } from "./reviewer-uses.js";

/** Operations on settings of groups and resources that have separate API calls. The calls for reviewers of a group are deprecated. */
export const governedParts = {
    getGroupVisibility: ({ store, path }) => storedVisibility(store.groupVisibility, path.group_id),
    setGroupVisibility: ({ store, path: { group_id }, body }) => {
        const visibility = readVisibility(store, body);
        mustAgree(store, "", store.groups.get(group_id), { visibility });
        return visibilityAnswer(store.groupVisibility.set({ group_id, ...visibility }));
    },
    getResourceVisibility: ({ store, path }) => storedVisibility(store.resourceVisibility, path.resource_id),
    setResourceVisibility: ({ store, path: { resource_id }, body }) => {
        const visibility = readVisibility(store, body);
        mustAgree(store, "", store.resources.get(resource_id), { visibility });
        return visibilityAnswer(store.resourceVisibility.set({ resource_id, ...visibility }));
    },

    getGroupMessageChannels: ({ store, path }) => ({ channels: groupChannels(store, path.group_id) }),
    setGroupMessageChannels: ({ store, path: { group_id }, body }) =>
        store.groupMessageChannels.set({ group_id, message_channel_ids: readChannels(store, body) })
            .message_channel_ids,
    /** Returns only audit channels. For groups, the response also contains reviewer channels. */
    getResourceMessageChannels: ({ store, path }) => ({
        channels: channelsOf(store, store.resourceMessageChannels.find(path.resource_id)?.message_channel_ids ?? []),
    }),
    setResourceMessageChannels: ({ store, path: { resource_id }, body }) =>
        store.resourceMessageChannels.set({ resource_id, message_channel_ids: readChannels(store, body) })
            .message_channel_ids,
    getGroupOnCallSchedules: ({ store, path }) => {
        const ids = store.groupOnCallSchedules.find(path.group_id)?.on_call_schedule_ids ?? [];
        return { on_call_schedules: ids.map((id) => store.onCallSchedules.get(id)) };
    },
    setGroupOnCallSchedules: ({ store, path: { group_id }, body }) => {
        store.onCallSchedules.mustKnow("on_call_schedule_ids", body.on_call_schedule_ids);
        const on_call_schedule_ids = [...new Set(body.on_call_schedule_ids)];
        return store.groupOnCallSchedules.set({ group_id, on_call_schedule_ids }).on_call_schedule_ids;
    },

    // The API does not document this; we assume that these calls use the default configuration, and that the reviewers are the owners in
    // its first stage.
    getGroupReviewers: ({ store, path }) => firstReviewersOf(store.groups.get(path.group_id)),
    setGroupReviewers: ({ store, path, body }) => {
        const rules = withFirstReviewers(store, store.groups.get(path.group_id), body.reviewer_ids);
        return firstReviewersOf(setRules(store, store.groups, path.group_id, rules));
    },
    getGroupReviewerStages: ({ store, path }) => defaultStages(store.groups.get(path.group_id)),
    setGroupReviewerStages: ({ store, path, body }) => {
        const rules = withDefaultStages(store, "stages", store.groups.get(path.group_id), body.stages);
        return defaultStages(setRules(store, store.groups, path.group_id, rules));
    },
    getResourceReviewers: ({ store, path }) => firstReviewersOf(store.resources.get(path.resource_id)),
    setResourceReviewers: ({ store, path, body }) => {
        const rules = withFirstReviewers(store, store.resources.get(path.resource_id), body.reviewer_ids);
        return firstReviewersOf(setRules(store, store.resources, path.resource_id, rules));
    },
    getResourceReviewerStages: ({ store, path }) => defaultStages(store.resources.get(path.resource_id)),
    setResourceReviewerStages: ({ store, path, body }) => {
        const rules = withDefaultStages(store, "stages", store.resources.get(path.resource_id), body.stages);
        return defaultStages(setRules(store, store.resources, path.resource_id, rules));
    },
} satisfies Routes;

/** Returns the audit channels of a group, and the reviewer channels of its admin owner and of the owners who review its requests. */
function groupChannels(store: Store, groupId: string): MessageChannel[] {
    const group = store.groups.get(groupId);
    const audit = store.groupMessageChannels.find(groupId)?.message_channel_ids ?? [];
    const owners = [group.admin_owner_id ?? "", ...reviewersOf(group.request_configurations)];
    const reviewer = owners.map((id) => store.owners.find(id)?.reviewer_message_channel_id ?? "").filter(Boolean);
    return channelsOf(store, [...audit, ...reviewer]);
}

function setRules<T extends GovernedRecord>(
    store: Store,
    table: Table<T>,
    id: string,
    rules: RequestConfiguration[],
): T {
    const object = table.get(id);
    mustAgree(store, "", object, { request_configurations: rules });
    return table.set({ ...object, request_configurations: rules });
}
