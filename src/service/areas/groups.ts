import { isDeepStrictEqual } from "node:util";
import type { Group, MessageChannel, ReviewerStage, UpdateGroupInfo } from "../../api/generated/types.gen.js";
import type { Area, Call } from "../area.js";
import { BadRequest, Conflict } from "../errors.js";
import { nameMatches, page } from "../pages.js";
import { checkGroupRemoteInfo } from "../remote-info.js";
import {
    conditionGroupsOf,
    defaultOf,
    defaultRequestConfiguration,
    readRequestConfigurations,
    readStages,
    reviewersOf,
} from "../request-configurations.js";
import type { Store } from "../store.js";
import {
    DEFAULT_VISIBILITY,
    readVisibility,
    removeGroupFromVisibilities,
    visibilityAnswer,
    visibilityOf,
} from "../visibility.js";
import { removeGroupFromBundles } from "./bundles.js";
import { detachSourceGroup } from "./owners.js";
import { tagged } from "./tags.js";

export const groups = {
    getGroups: list,
    createGroup: create,
    updateGroups: update,
    getGroup: ({ store, path }) => store.groups.get(path.group_id),
    deleteGroup: remove,
    getGroupVisibility: ({ store, path }) =>
        visibilityOf(store.groupVisibility, store.groups.get(path.group_id).group_id),
    setGroupVisibility: setVisibility,
    getGroupMessageChannels: ({ store, path }) => ({ channels: channelsOf(store, store.groups.get(path.group_id)) }),
    setGroupMessageChannels: setMessageChannels,
    getGroupOnCallSchedules: getOnCallSchedules,
    setGroupOnCallSchedules: setOnCallSchedules,
    getGroupReviewers: ({ store, path }) => [...new Set(stagesOf(store.groups.get(path.group_id))[0]?.owner_ids)],
    setGroupReviewers: setReviewers,
    getGroupReviewerStages: ({ store, path }) => stagesOf(store.groups.get(path.group_id)),
    setGroupReviewerStages: ({ store, path, body }) => setStages(store, path.group_id, "stages", body.stages),
    getGroupTags: getTags,
} satisfies Area;

function list(call: Call<"getGroups">) {
    const { store, query } = call;
    const any = tagged(store.groupTags, query.tag_ids, (link) => link.group_id);
    const wanted = query.group_ids && new Set(query.group_ids);
    const found = store.groups
        .all()
        .filter((group) => !wanted || wanted.has(group.group_id))
        .filter((group) => !query.group_type_filter || query.group_type_filter === group.group_type)
        .filter((group) => nameMatches(group.name, query.group_name))
        .filter((group) => any(group.group_id))
        .filter((group) => query.requestable === undefined || query.requestable === (group.is_requestable ?? false));
    const { items, ...rest } = page(call, store.groups, found);
    return { results: items, ...rest };
}

function create({ store, body }: Call<"createGroup">): Group {
    store.apps.mustKnow("app_id", body.app_id);
    store.users.mustKnow("initial_user_ids", body.initial_user_ids);
    if (body.group_type === "SVC_ACCESS_RULE") {
        throw new BadRequest("group_type: must not be SVC_ACCESS_RULE; such groups come with their access rules.");
    }
    if (body.remote_info) {
        checkGroupRemoteInfo(body.group_type, body.remote_info);
        mustNotBeImported(store, body);
    } else if (body.group_type === "SLACK_USER_GROUP" && !body.initial_user_ids?.length) {
        throw new BadRequest("initial_user_ids: must name somebody, since a chat user group cannot be empty.");
    }
    // Inferred (vendor guides): a new group is administered by whoever administers its app.
    const { admin_owner_id } = store.apps.get(body.app_id);
    const configurations = [defaultRequestConfiguration(admin_owner_id)];
    const group = store.groups.set({
        group_id: store.newId("group", body.name),
        app_id: body.app_id,
        name: body.name,
        description: body.description ?? "",
        admin_owner_id,
        group_leader_user_ids: [],
        group_type: body.group_type,
        require_mfa_to_approve: false,
        is_requestable: true,
        request_configurations: configurations,
        custom_request_notification: body.custom_request_notification ?? null,
        ...(body.remote_info && { remote_info: body.remote_info, remote_name: body.name }),
        risk_sensitivity: body.risk_sensitivity_override ?? "UNKNOWN",
        ...(body.risk_sensitivity_override && { risk_sensitivity_override: body.risk_sensitivity_override }),
        match_remote_name: false,
        match_remote_description: false,
    });
    const { group_id } = group;
    store.groupVisibility.set({ group_id, ...DEFAULT_VISIBILITY });
    store.groupMessageChannels.set({ group_id, message_channel_ids: [] });
    store.groupOnCallSchedules.set({ group_id, on_call_schedule_ids: [] });
    for (const user_id of new Set(body.initial_user_ids)) {
        const status = { status: "SUCCESS" };
        const link = { group_id, user_id, access_level_remote_id: "", expiration_date: null };
        store.groupUsers.set({ ...link, propagation_status: status });
    }
    return group;
}

/** Inferred: one remote group is imported once. */
function mustNotBeImported(store: Store, { app_id, group_type, remote_info }: Call<"createGroup">["body"]): void {
    const taken = store.groups
        .all()
        .find(
            (group) =>
                group.app_id === app_id &&
                group.group_type === group_type &&
                isDeepStrictEqual(group.remote_info, remote_info),
        );
    if (taken) throw new Conflict(`remote_info: this remote group is imported already, as ${taken.group_id}.`);
}

function update({ store, body }: Call<"updateGroups">) {
    for (const [i, info] of body.groups.entries()) updateOne(store, `groups[${i}].`, info);
    return { groups: body.groups };
}

function updateOne(store: Store, at: string, info: UpdateGroupInfo): void {
    const group = store.groups.get(info.group_id);
    store.owners.mustKnow(`${at}admin_owner_id`, info.admin_owner_id);
    store.users.mustKnow(`${at}group_leader_user_ids`, info.group_leader_user_ids);
    store.requestTemplates.mustKnow(`${at}request_template_id`, info.request_template_id);
    store.configurationTemplates.mustKnow(`${at}configuration_template_id`, info.configuration_template_id);
    // `folder_id` is answered nowhere; lists and the requestable flag need more than being stored.
    const { group_id, folder_id, request_configuration_list, is_requestable, configuration_template_id, ...plain } =
        info;
    const field = info.request_configurations
        ? "request_configurations"
        : "request_configuration_list.request_configurations";
    const given = info.request_configurations ?? request_configuration_list?.request_configurations;
    const admin = info.admin_owner_id ?? group.admin_owner_id ?? "";
    const read = given
        ? readRequestConfigurations(store, at + field, given, admin)
        : withRequestable(group.request_configurations, is_requestable);
    const { configuration_template_id: attached, ...rest } = { ...group, ...plain };
    const template = configuration_template_id === undefined ? attached : configuration_template_id;
    store.groups.set({
        ...rest,
        // Null detaches: the field is then absent, and the private settings stay as they were.
        ...(template && { configuration_template_id: template }),
        request_configurations: read,
        is_requestable: defaultOf(read)?.allow_requests ?? false,
        risk_sensitivity: rest.risk_sensitivity_override ?? "UNKNOWN",
    });
}

/** The old flag at the top of a group is the default configuration's. */
function withRequestable(configurations: Group["request_configurations"], requestable: boolean | undefined) {
    if (requestable === undefined) return configurations;
    return configurations?.map((one) => (one.priority === 0 ? { ...one, allow_requests: requestable } : one));
}

/** Inferred: everything that hangs on the group goes with it. */
function remove({ store, path }: Call<"deleteGroup">): void {
    const group = store.groups.get(path.group_id);
    const { group_id } = group;
    for (const other of store.groups.all()) {
        if (other !== group && conditionGroupsOf(other.request_configurations).has(group_id)) {
            // Taking it out of the condition would open the configuration to everybody.
            throw new Conflict(
                `The group ${group.name} is in a condition of the request rules of the group ${other.name}.`,
            );
        }
    }
    detachSourceGroup(store, group_id);
    removeGroupFromBundles(store, group_id);
    removeGroupFromVisibilities(store, group_id);
    store.groupVisibility.deleteWhere("group_id", group_id);
    store.groupMessageChannels.deleteWhere("group_id", group_id);
    store.groupOnCallSchedules.deleteWhere("group_id", group_id);
    store.groupAccessLevels.deleteWhere("group_id", group_id);
    store.groupUsers.deleteWhere("group_id", group_id);
    store.groupTags.deleteWhere("group_id", group_id);
    store.groups.delete(group);
}

function setVisibility({ store, path, body }: Call<"setGroupVisibility">) {
    const { group_id } = store.groups.get(path.group_id);
    return visibilityAnswer(store.groupVisibility.set({ group_id, ...readVisibility(store, body) }));
}

/** The audit channels of a group and the reviewer channels of its owners: its administrator and whoever reviews requests for it. */
function channelsOf(store: Store, group: Group): MessageChannel[] {
    const audit = store.groupMessageChannels.find(group.group_id)?.message_channel_ids ?? [];
    const owners = [group.admin_owner_id ?? "", ...reviewersOf(group.request_configurations)];
    const reviewer = owners.map((id) => store.owners.find(id)?.reviewer_message_channel_id ?? "").filter(Boolean);
    return [...new Set([...audit, ...reviewer])].map((id) => store.messageChannels.get(id));
}

function setMessageChannels({ store, path, body }: Call<"setGroupMessageChannels">): string[] {
    const { group_id } = store.groups.get(path.group_id);
    store.messageChannels.mustKnow("message_channel_ids", body.message_channel_ids);
    const message_channel_ids = [...new Set(body.message_channel_ids)];
    return store.groupMessageChannels.set({ group_id, message_channel_ids }).message_channel_ids;
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

/** Deprecated: the stages of the default configuration. */
function stagesOf(group: Group): ReviewerStage[] {
    return defaultOf(group.request_configurations)?.reviewer_stages ?? [];
}

/** Deprecated: the owners of the first stage, which the other stages follow unchanged. */
function setReviewers({ store, path, body }: Call<"setGroupReviewers">): string[] {
    store.owners.mustKnow("reviewer_ids", body.reviewer_ids);
    const owner_ids = [...new Set(body.reviewer_ids)];
    const [first, ...others] = stagesOf(store.groups.get(path.group_id));
    const changed: ReviewerStage = { require_manager_approval: false, operator: "AND", ...first, owner_ids };
    setStages(store, path.group_id, "reviewer_ids", [changed, ...others]);
    return owner_ids;
}

function setStages(store: Store, groupId: string, field: string, given: readonly ReviewerStage[]): ReviewerStage[] {
    const group = store.groups.get(groupId);
    const stages = readStages(store, field, given);
    const request_configurations = group.request_configurations?.map((one) =>
        one.priority === 0 ? { ...one, reviewer_stages: stages } : one,
    );
    store.groups.change(groupId, { request_configurations });
    return stages;
}

function getTags({ store, path }: Call<"getGroupTags">) {
    const { group_id } = store.groups.get(path.group_id);
    return { tags: store.groupTags.where("group_id", group_id).map((link) => store.tags.get(link.tag_id)) };
}
