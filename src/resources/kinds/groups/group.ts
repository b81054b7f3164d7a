import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { listing, operation } from "../../../api/calls.js";
import { zGroupRemoteInfo, zGroupTypeEnum } from "../../../api/generated/zod.gen.js";
import { isUnknown, unknownValue } from "../../../common/unknown.js";
import { bulk } from "../../../provider/live/bulk.js";
import { evaluated, fewerWidens, irrelevant, moreWidens, unevaluated } from "../../../provider/schema/access.js";
import { defaulted, field, spelledTwice } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import {
    settingsCreated,
    settingsExportRules,
    settingsFields,
    settingsGovern,
    settingsRules,
} from "../../fields/settings.js";
import { id, idSet, ids, memberOf, remoteInfo, textField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { appSource, groupSource, messageChannelSource, onCallScheduleSource, userSource } from "../../sources.js";
import { GroupLeaders, leaderIds } from "./group-leaders.js";
import { GroupMessageChannels } from "./group-message-channels.js";
import { GroupOnCallSchedules } from "./group-on-call-schedules.js";
import { GroupResources, resourceList } from "./group-resources.js";
import { GroupReviewerStages } from "./group-reviewer-stages.js";
import { groupMembers } from "./group-user.js";
import { GroupUsers, memberList } from "./group-users.js";
import { GroupVisibility } from "./group-visibility.js";
import { NestedGroups, nestedList } from "./nested-groups.js";

/** Types that the vendor spells in two ways. */
const typeSynonyms = { SVC_GROUP: "OPAL_GROUP", SVC_ACCESS_RULE: "OPAL_ACCESS_RULE" };

const fields = {
    /** Name of the group. */
    name: irrelevant(textField()),
    /** App that the group belongs to. A change replaces the group. */
    appId: evaluated(field(id(appSource), { onChange: "replace" })),
    /**
     * Type of the group. Default: `OPAL_GROUP`, a native group. Required with `remoteInfo`, `handle` or `teamId`. A change replaces the
     * group.
     */
    groupType: irrelevant(
        defaulted(
            field(spelledTwice(memberOf(zGroupTypeEnum(), Object.values(typeSynonyms)), typeSynonyms), {
                onChange: "replace",
            }),
            ({ remoteInfo, handle, teamId }) => nativeUnless([remoteInfo, handle, teamId]),
        ),
    ),
    ...settingsFields,
    /** Leaders of the group (complete list). */
    groupLeaderUserIds: leaderIds.optional(),
    /** Imports an existing group of an end system into the service. Specify exactly one member. A change replaces the group. */
    remoteInfo: irrelevant(field(remoteInfo(zGroupRemoteInfo()), { onChange: "replace" })).optional(),
    /** Handle of a chat user group, without the at sign. Used only on creation. */
    handle: irrelevant(field(z.string(), { onChange: "ignore", writeOnly: true })).optional(),
    /** Chat workspace of the group, if the connection has several. Used only on creation. */
    teamId: irrelevant(field(z.string(), { onChange: "ignore", writeOnly: true })).optional(),
    /** Initial members, required for a chat user group. Used only on creation. */
    initialUserIds: evaluated(
        field(ids(userSource), { onChange: "ignore", writeOnly: true, list: { unordered: true } }),
        moreWidens,
    ).optional(),
    /** Message channels notified of changes to the group (complete list). */
    messageChannelIds: unevaluated(field(idSet(messageChannelSource), { exported: "always" }), fewerWidens).optional(),
    /** On-call schedules whose users are members of the group while they are on call (complete list). */
    onCallScheduleIds: evaluated(field(idSet(onCallScheduleSource), { exported: "always" }), moreWidens).optional(),
    /**
     * Members (complete list), except those with an approved request, and those that an access rule or an on-call schedule adds. Default:
     * unmanaged. New memberships do not expire; existing ones keep their expiration date.
     */
    users: memberList.optional(),
    /**
     * Resources that the group grants access to (complete list), except those with an approved request for the group. Default: unmanaged.
     * New entries do not expire.
     */
    resources: resourceList.optional(),
    /**
     * Groups that are directly nested in the group (complete list), except those with an approved request. Default: unmanaged. New entries do
     * not expire.
     */
    nestedGroups: nestedList.optional(),
};

/**
 * Returns the type of a native group, or undefined if a property for another end system is set. Unknown if such a property is unknown,
 * because it may turn out to be unset.
 */
function nativeUnless(elsewhere: readonly unknown[]): unknown {
    if (elsewhere.some((one) => one !== undefined && one !== null && !isUnknown(one))) return undefined;
    return elsewhere.some(isUnknown) ? unknownValue : "OPAL_GROUP";
}

/**
 * A group that is created on the service, or imported from an end system with `remoteInfo`. Import id: the group's id or name. Operations:
 * POST and PUT /groups, GET and DELETE /groups/{group_id}, GET and PUT for the visibility, message-channels and on-call-schedules of the
 * group, and those of `GroupUsers`, `GroupResources` and `NestedGroups`, if declared.
 */
export class Group extends AccessObject<GroupArgs> {
    static readonly kind = entity({
        noun: "group",
        source: groupSource,
        fields,
        access: { created: "none", deleted: "narrows" },
        rules: settingsRules(),
        exportRules: settingsExportRules,
        results: ["remoteName", "groupBindingId"],
        key: ["name", "appId", "groupType"],
        keyIfGiven: ["remoteInfo"],
        create: operation("createGroup"),
        createFields: [
            "name",
            "appId",
            "groupType",
            "remoteInfo",
            "handle",
            "teamId",
            "initialUserIds",
            ...settingsCreated,
        ],
        update: bulk("updateGroups", "groups", "group_id"),
        remove: operation("deleteGroup"),
        parts: {
            visibility: GroupVisibility.kind,
            messageChannelIds: GroupMessageChannels.kind,
            onCallScheduleIds: GroupOnCallSchedules.kind,
            users: GroupUsers.kind,
            resources: GroupResources.kind,
            nestedGroups: NestedGroups.kind,
        },
        holds: {
            members: { list: groupMembers.list, name: "email" },
            resources: { list: listing("getGroupResources"), name: "resource_name" },
        },
        governs: settingsGovern({
            visibility: GroupVisibility.kind.document,
            review: GroupReviewerStages.kind.document,
            leaders: GroupLeaders.kind.document,
        }),
    });

    /** Name in the end system; null for a group created on the service. */
    declare readonly remoteName: Output<string | null>;
    /** Group binding that the group is in; null for none. */
    declare readonly groupBindingId: Output<string | null>;

    /** Id of the group; same as `id`. */
    get groupId(): Output<ID> {
        return this.id;
    }
}

export interface Group extends OutputsOf<typeof settingsFields & typeof fields> {}
export interface GroupArgs extends ArgsOf<typeof settingsFields & typeof fields> {}
