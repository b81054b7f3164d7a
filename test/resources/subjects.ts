// Made by scripts/kinds/lists.ts; do not edit.
// biome-ignore-all assist/source/organizeImports: one line for each module
// biome-ignore-all format: one line for each module
import type { Subject } from "../proofs/conformance/subject.js";
import { accessRule } from "./kinds/rules/access-rule.subject.js";
import { app } from "./kinds/apps/app.subject.js";
import { bundle } from "./kinds/bundles/bundle.subject.js";
import { bundleGroup } from "./kinds/bundles/bundle-group.subject.js";
import { bundleResource } from "./kinds/bundles/bundle-resource.subject.js";
import { bundleVisibility } from "./kinds/bundles/bundle-visibility.subject.js";
import { campaign } from "./kinds/campaigns/campaign.subject.js";
import { configurationTemplate } from "./kinds/templates/configuration-template.subject.js";
import { containingGroup } from "./kinds/groups/containing-group.subject.js";
import { customAccessLevel } from "./kinds/resources/custom-access-level.subject.js";
import { delegation } from "./kinds/people/delegation.subject.js";
import { eventStream } from "./kinds/events/event-stream.subject.js";
import { group } from "./kinds/groups/group.subject.js";
import { groupBinding } from "./kinds/groups/group-binding.subject.js";
import { groupMessageChannels } from "./kinds/groups/group-message-channels.subject.js";
import { groupOnCallSchedules } from "./kinds/groups/group-on-call-schedules.subject.js";
import { groupResource } from "./kinds/groups/group-resource.subject.js";
import { groupResources } from "./kinds/groups/group-resources.subject.js";
import { groupReviewerStages } from "./kinds/groups/group-reviewer-stages.subject.js";
import { groupTag } from "./kinds/tags/group-tag.subject.js";
import { groupUser } from "./kinds/groups/group-user.subject.js";
import { groupUsers } from "./kinds/groups/group-users.subject.js";
import { groupVisibility } from "./kinds/groups/group-visibility.subject.js";
import { idpGroupMapping } from "./kinds/groups/idp-group-mapping.subject.js";
import { idpGroupMappings } from "./kinds/groups/idp-group-mappings.subject.js";
import { messageChannel } from "./kinds/channels/message-channel.subject.js";
import { onCallSchedule } from "./kinds/channels/on-call-schedule.subject.js";
import { owner } from "./kinds/owners/owner.subject.js";
import { ownerUsers } from "./kinds/owners/owner-users.subject.js";
import { paladin } from "./kinds/paladins/paladin.subject.js";
import { paladinContextSource } from "./kinds/paladins/paladin-context-source.subject.js";
import { requestTemplate } from "./kinds/templates/request-template.subject.js";
import { resource } from "./kinds/resources/resource.subject.js";
import { resourceMessageChannels } from "./kinds/resources/resource-message-channels.subject.js";
import { resourceNonHumanIdentity } from "./kinds/resources/resource-non-human-identity.subject.js";
import { resourceReviewerStages } from "./kinds/resources/resource-reviewer-stages.subject.js";
import { resourceReviewers } from "./kinds/resources/resource-reviewers.subject.js";
import { resourceTag } from "./kinds/tags/resource-tag.subject.js";
import { resourceUser } from "./kinds/resources/resource-user.subject.js";
import { resourceVisibility } from "./kinds/resources/resource-visibility.subject.js";
import { scopedRolePermissions } from "./kinds/resources/scoped-role-permissions.subject.js";
import { script } from "./kinds/scripts/script.subject.js";
import { tag } from "./kinds/tags/tag.subject.js";
import { user } from "./kinds/people/user.subject.js";
import { userTag } from "./kinds/tags/user-tag.subject.js";

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
