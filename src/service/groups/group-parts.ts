import type { Group, MessageChannel } from "../../api/generated/types.gen.js";
import { readVisibility, visibilityAnswer, visibilityOf } from "../access/visibility.js";
import { channelsOf, readChannels } from "../channels/channels.js";
import type { Area, Call } from "../http/area.js";
import type { Store } from "../storage/store.js";
import { mustAgree } from "../templates/governing.js";
import {
    firstReviewersOf,
    reviewersOf,
    stagesOf,
    withFirstReviewers,
    withStages,
} from "../templates/request-configurations.js";

/** What is set on a group by calls of its own. */
export const groupParts = {
    getGroupVisibility: ({ store, path }) =>
        visibilityOf(store.groupVisibility, store.groups.get(path.group_id).group_id),
    setGroupVisibility: setVisibility,
    getGroupMessageChannels: ({ store, path }) => ({ channels: allChannels(store, store.groups.get(path.group_id)) }),
    setGroupMessageChannels: setMessageChannels,
    getGroupOnCallSchedules: getOnCallSchedules,
    setGroupOnCallSchedules: setOnCallSchedules,
    getGroupReviewers: ({ store, path }) => firstReviewersOf(store.groups.get(path.group_id)),
    setGroupReviewers: setReviewers,
    getGroupReviewerStages: ({ store, path }) => stagesOf(store.groups.get(path.group_id)),
    setGroupReviewerStages: setStages,
    getGroupTags: getTags,
} satisfies Area;

function setVisibility({ store, path, body }: Call<"setGroupVisibility">) {
    const group = store.groups.get(path.group_id);
    const visibility = readVisibility(store, body);
    mustAgree(store, "", group, { visibility });
    return visibilityAnswer(store.groupVisibility.set({ group_id: group.group_id, ...visibility }));
}

/** The audit channels of a group and the reviewer channels of its owners: its administrator and whoever reviews requests for it. */
function allChannels(store: Store, group: Group): MessageChannel[] {
    const audit = store.groupMessageChannels.find(group.group_id)?.message_channel_ids ?? [];
    const owners = [group.admin_owner_id ?? "", ...reviewersOf(group.request_configurations)];
    const reviewer = owners.map((id) => store.owners.find(id)?.reviewer_message_channel_id ?? "").filter(Boolean);
    return channelsOf(store, [...audit, ...reviewer]);
}

function setMessageChannels({ store, path, body }: Call<"setGroupMessageChannels">): string[] {
    const { group_id } = store.groups.get(path.group_id);
    return store.groupMessageChannels.set({ group_id, message_channel_ids: readChannels(store, body) })
        .message_channel_ids;
}

function getOnCallSchedules({ store, path }: Call<"getGroupOnCallSchedules">) {
    const { group_id } = store.groups.get(path.group_id);
    const ids = store.groupOnCallSchedules.find(group_id)?.on_call_schedule_ids ?? [];
    return { on_call_schedules: ids.map((id) => store.onCallSchedules.get(id)) };
}

function setOnCallSchedules({ store, path, body }: Call<"setGroupOnCallSchedules">): string[] {
    const { group_id } = store.groups.get(path.group_id);
    store.onCallSchedules.mustKnow("on_call_schedule_ids", body.on_call_schedule_ids);
    const on_call_schedule_ids = [...new Set(body.on_call_schedule_ids)];
    return store.groupOnCallSchedules.set({ group_id, on_call_schedule_ids }).on_call_schedule_ids;
}

/** Deprecated, as all four calls about reviewers of groups. */
function setReviewers({ store, path, body }: Call<"setGroupReviewers">): string[] {
    const group = store.groups.get(path.group_id);
    const request_configurations = withFirstReviewers(store, group, body);
    mustAgree(store, "", group, { request_configurations });
    return firstReviewersOf(store.groups.change(group.group_id, { request_configurations }));
}

function setStages({ store, path, body }: Call<"setGroupReviewerStages">) {
    const group = store.groups.get(path.group_id);
    const request_configurations = withStages(store, "stages", group, body.stages);
    mustAgree(store, "", group, { request_configurations });
    return stagesOf(store.groups.change(group.group_id, { request_configurations }));
}

function getTags({ store, path }: Call<"getGroupTags">) {
    const { group_id } = store.groups.get(path.group_id);
    return { tags: store.groupTags.where("group_id", group_id).map((link) => store.tags.get(link.tag_id)) };
}
