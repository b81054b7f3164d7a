// Made by scripts/kinds/lists.ts; do not edit.
import type { Subject } from "../conformance/subject.js";
import { accessRule } from "./access-rule.subject.js";
import { bundle } from "./bundle.subject.js";
import { bundleGroup } from "./bundle-group.subject.js";
import { bundleResource } from "./bundle-resource.subject.js";
import { bundleVisibility } from "./bundle-visibility.subject.js";
import { campaign } from "./campaign.subject.js";
import { configurationTemplate } from "./configuration-template.subject.js";
import { containingGroup } from "./containing-group.subject.js";
import { customAccessLevel } from "./custom-access-level.subject.js";
import { delegation } from "./delegation.subject.js";
import { eventStream } from "./event-stream.subject.js";
import { group } from "./group.subject.js";
import { groupBinding } from "./group-binding.subject.js";
import { groupMessageChannels } from "./group-message-channels.subject.js";
import { groupOnCallSchedules } from "./group-on-call-schedules.subject.js";
import { groupResource } from "./group-resource.subject.js";
import { groupResources } from "./group-resources.subject.js";
import { groupReviewerStages } from "./group-reviewer-stages.subject.js";
import { groupTag } from "./group-tag.subject.js";
import { groupUser } from "./group-user.subject.js";
import { groupUsers } from "./group-users.subject.js";
import { groupVisibility } from "./group-visibility.subject.js";
import { idpGroupMapping } from "./idp-group-mapping.subject.js";
import { idpGroupMappings } from "./idp-group-mappings.subject.js";
import { messageChannel } from "./message-channel.subject.js";
import { onCallSchedule } from "./on-call-schedule.subject.js";
import { owner } from "./owner.subject.js";
import { ownerUsers } from "./owner-users.subject.js";
import { paladin } from "./paladin.subject.js";
import { paladinContextSource } from "./paladin-context-source.subject.js";
import { requestTemplate } from "./request-template.subject.js";
import { resource } from "./resource.subject.js";
import { resourceMessageChannels } from "./resource-message-channels.subject.js";
import { resourceNonHumanIdentity } from "./resource-non-human-identity.subject.js";
import { resourceReviewerStages } from "./resource-reviewer-stages.subject.js";
import { resourceReviewers } from "./resource-reviewers.subject.js";
import { resourceTag } from "./resource-tag.subject.js";
import { resourceUser } from "./resource-user.subject.js";
import { resourceVisibility } from "./resource-visibility.subject.js";
import { scopedRolePermissions } from "./scoped-role-permissions.subject.js";
import { tag } from "./tag.subject.js";
import { user } from "./user.subject.js";
import { userTag } from "./user-tag.subject.js";

/** Every kind, as the laws take it. */
export const subjects: readonly Subject[] = [
    accessRule,
    bundle,
    bundleGroup,
    bundleResource,
    bundleVisibility,
    campaign,
    configurationTemplate,
    containingGroup,
    customAccessLevel,
    delegation,
    eventStream,
    group,
    groupBinding,
    groupMessageChannels,
    groupOnCallSchedules,
    groupResource,
    groupResources,
    groupReviewerStages,
    groupTag,
    groupUser,
    groupUsers,
    groupVisibility,
    idpGroupMapping,
    idpGroupMappings,
    messageChannel,
    onCallSchedule,
    owner,
    ownerUsers,
    paladin,
    paladinContextSource,
    requestTemplate,
    resource,
    resourceMessageChannels,
    resourceNonHumanIdentity,
    resourceReviewerStages,
    resourceReviewers,
    resourceTag,
    resourceUser,
    resourceVisibility,
    scopedRolePermissions,
    tag,
    user,
    userTag,
];
