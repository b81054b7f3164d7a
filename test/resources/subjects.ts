// Made by scripts/kinds/lists.ts; do not edit.
// biome-ignore-all assist/source/organizeImports: one line for each kind
// biome-ignore-all format: one line for each kind
import type { Subject } from "../conformance/subject.js";
import { accessRule } from "./rules/access-rule.subject.js";
import { app } from "./apps/app.subject.js";
import { bundle } from "./bundles/bundle.subject.js";
import { bundleGroup } from "./bundles/bundle-group.subject.js";
import { bundleResource } from "./bundles/bundle-resource.subject.js";
import { bundleVisibility } from "./bundles/bundle-visibility.subject.js";
import { campaign } from "./campaigns/campaign.subject.js";
import { configurationTemplate } from "./templates/configuration-template.subject.js";
import { containingGroup } from "./groups/containing-group.subject.js";
import { customAccessLevel } from "./resources/custom-access-level.subject.js";
import { delegation } from "./people/delegation.subject.js";
import { eventStream } from "./events/event-stream.subject.js";
import { group } from "./groups/group.subject.js";
import { groupBinding } from "./groups/group-binding.subject.js";
import { groupMessageChannels } from "./groups/group-message-channels.subject.js";
import { groupOnCallSchedules } from "./groups/group-on-call-schedules.subject.js";
import { groupResource } from "./groups/group-resource.subject.js";
import { groupResources } from "./groups/group-resources.subject.js";
import { groupReviewerStages } from "./groups/group-reviewer-stages.subject.js";
import { groupTag } from "./tags/group-tag.subject.js";
import { groupUser } from "./groups/group-user.subject.js";
import { groupUsers } from "./groups/group-users.subject.js";
import { groupVisibility } from "./groups/group-visibility.subject.js";
import { idpGroupMapping } from "./groups/idp-group-mapping.subject.js";
import { idpGroupMappings } from "./groups/idp-group-mappings.subject.js";
import { messageChannel } from "./channels/message-channel.subject.js";
import { onCallSchedule } from "./channels/on-call-schedule.subject.js";
import { owner } from "./owners/owner.subject.js";
import { ownerUsers } from "./owners/owner-users.subject.js";
import { paladin } from "./paladins/paladin.subject.js";
import { paladinContextSource } from "./paladins/paladin-context-source.subject.js";
import { requestTemplate } from "./templates/request-template.subject.js";
import { resource } from "./resources/resource.subject.js";
import { resourceMessageChannels } from "./resources/resource-message-channels.subject.js";
import { resourceNonHumanIdentity } from "./resources/resource-non-human-identity.subject.js";
import { resourceReviewerStages } from "./resources/resource-reviewer-stages.subject.js";
import { resourceReviewers } from "./resources/resource-reviewers.subject.js";
import { resourceTag } from "./tags/resource-tag.subject.js";
import { resourceUser } from "./resources/resource-user.subject.js";
import { resourceVisibility } from "./resources/resource-visibility.subject.js";
import { scopedRolePermissions } from "./resources/scoped-role-permissions.subject.js";
import { script } from "./scripts/script.subject.js";
import { tag } from "./tags/tag.subject.js";
import { user } from "./people/user.subject.js";
import { userTag } from "./tags/user-tag.subject.js";

/** Every kind, as the laws take it. */
export const subjects: readonly Subject[] = [
    accessRule,
    app,
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
    script,
    tag,
    user,
    userTag,
];
