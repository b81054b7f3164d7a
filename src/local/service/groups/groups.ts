import type { Group, UpdateGroupInfo } from "../../../api/generated/types.gen.js";
import { visible } from "../access/viewer.js";
import { DEFAULT_VISIBILITY, removeGroupFromVisibilities } from "../access/visibility.js";
import { removeSyncErrorsOf } from "../apps/apps.js";
import { checkImport, remoteIdOf } from "../apps/remote-info.js";
import { sameType } from "../apps/types.js";
import { removeFromBundles } from "../bundles/bundles.js";
import type { Routes } from "../http/area.js";
import { BadRequest, Conflict } from "../http/errors.js";
import { isNamed, listed } from "../http/pages.js";
import { detachSourceGroup } from "../owners/owners.js";
import { deleteAllOf, removeTarget } from "../removal.js";
import { cancelRequestsAbout } from "../requests/states.js";
import type { Store } from "../storage/store.js";
import { tagFilter } from "../tags/tags.js";
import { govern, removeGroupFromTemplates } from "../templates/governing.js";
import { conditionGroupsOf } from "../templates/request-configurations.js";
import { allRuled } from "../templates/reviewer-uses.js";
import { changedSettings, defaultAdministratorId, newSettings } from "../templates/settings.js";
import { removeGroupFromBindings } from "./group-bindings.js";

export const groupRoutes = {
    getGroups(call) {
        const { store, query } = call;
        const any = tagFilter(store.groupTags, query.tag_ids, (link) => link.group_id);
        const wanted = query.group_ids && new Set(query.group_ids);
        const { group_type_filter: type, requestable } = query;
        const found = visible(call, store.groups.all(), "group_id")
            .filter((group) => !wanted || wanted.has(group.group_id))
            .filter((group) => !type || sameType(group.group_type, type))
            .filter((group) => isNamed(group, query.group_name))
            .filter((group) => any(group.group_id))
            .filter((group) => requestable === undefined || requestable === (group.is_requestable ?? false));
        return listed(call, store.groups, found);
    },

    createGroup({ store, body, sent }) {
        const { app_id, group_type, remote_info } = body;
        const administrator = defaultAdministratorId(store, app_id);
        store.users.mustKnow("initial_user_ids", body.initial_user_ids);
        if (sameType(group_type, "SVC_ACCESS_RULE")) {
            throw new BadRequest(
                `group_type must not be ${group_type}. To create such a group, create an access rule.`,
            );
        }
        checkImport(store, body, sent);
        if (!remote_info && group_type === "SLACK_USER_GROUP" && !body.initial_user_ids?.length) {
            throw new BadRequest("initial_user_ids must not be empty for a SLACK_USER_GROUP.");
        }
        const remote_id = remote_info ? remoteIdOf(remote_info) : body.remote_group_id;
        const group = addGroup(store, {
            group_id: store.newId("group", body.name),
            app_id,
            group_leader_user_ids: [],
            group_type,
            ...(remote_info && { remote_info, remote_name: body.name }),
            ...(remote_id !== undefined && { remote_id }),
            ...(body.metadata !== undefined && { metadata: body.metadata }),
            ...newSettings(administrator, body),
        });
        for (const user_id of new Set(body.initial_user_ids)) {
            const { group_id } = group;
            const grant = { access_level_remote_id: "", expiration_date: null };
            store.groupUsers.set({ group_id, user_id, ...grant, propagation_status: { status: "SUCCESS" } });
        }
        return group;
    },

    updateGroups({ store, body }) {
        for (const [i, info] of body.groups.entries()) updateOne(store, `groups[${i}].`, info);
        return { groups: body.groups };
    },

    getGroup: ({ store, path }) => store.groups.get(path.group_id),

    /**
     * The API does not document this; we assume that all objects that depend on the group are deleted with it. The call is refused if
     * access would then be open to everyone.
     */
    deleteGroup: ({ store, now, path }) => removeGroup(store, path.group_id, now),
} satisfies Routes;

/** Deletes a group and all references to it. @throws Conflict if the group is in a condition of request rules */
export function removeGroup(store: Store, groupId: string, now: Date): void {
    const group = store.groups.get(groupId);
    const { group_id } = group;
    mustNotBeCondition(store, group);
    detachSourceGroup(store, group_id);
    removeFromBundles(store, group_id);
    removeGroupFromBindings(store, group_id);
    removeGroupFromVisibilities(store, group_id);
    removeGroupFromTemplates(store, group_id);
    cancelRequestsAbout(store, group_id, now);
    removeTarget(store, group_id);
    removeSyncErrorsOf(store, group_id);
    deleteAllOf(store, group_id, "group_id", "containing_group_id", "access_rule_id", "principal_id", "entitlement_id");
}

/** Stores a new group. It is visible to everyone and does not have channels or on-call schedules. */
export function addGroup(store: Store, group: Group): Group {
    const { group_id } = store.groups.set(group);
    store.groupVisibility.set({ group_id, ...DEFAULT_VISIBILITY });
    store.groupMessageChannels.set({ group_id, message_channel_ids: [] });
    store.groupOnCallSchedules.set({ group_id, on_call_schedule_ids: [] });
    return group;
}

function updateOne(store: Store, at: string, info: UpdateGroupInfo): void {
    const group = store.groups.get(info.group_id);
    store.users.mustKnow(`${at}group_leader_user_ids`, info.group_leader_user_ids);
    const { configuration_template_id, ...rest } = group;
    const { group_leader_user_ids } = info;
    const changed = store.groups.set({
        ...rest,
        ...changedSettings(store, at, group, info),
        ...(group_leader_user_ids && { group_leader_user_ids }),
    });
    govern(store, changed, at, info);
}

/**
 * Refuses to delete a group that is in a condition of request rules, because everyone could request access without the condition.
 * @throws Conflict if the group is in a condition
 */
function mustNotBeCondition(store: Store, group: Group): void {
    const using = allRuled(store).find(
        ({ id, configurations }) => id !== group.group_id && conditionGroupsOf(configurations).has(group.group_id),
    );
    if (using) {
        throw new Conflict(
            `The group "${group.name}" cannot be deleted: it is used in a request condition of the ${using.label}.`,
        );
    }
}
