import type { KindName } from "../kind-name.js";
import type { Specimen } from "../specimen.js";
import { app } from "./apps.js";
import { bundle, bundleGroup, bundleResource, bundleVisibility } from "./bundles.js";
import { campaign } from "./campaigns.js";
import { messageChannel, onCallSchedule } from "./channels.js";
import { eventStream } from "./events.js";
import {
    groupResource,
    groupResources,
    groupUser,
    groupUsers,
    idpGroupMapping,
    idpGroupMappings,
} from "./group-access.js";
import {
    containingGroup,
    group,
    groupBinding,
    groupMessageChannels,
    groupOnCallSchedules,
    groupReviewerStages,
    groupVisibility,
} from "./groups.js";
import { owner, ownerUsers } from "./owners.js";
import { paladin, paladinContextSource } from "./paladins.js";
import { delegation, user } from "./people.js";
import { customAccessLevel, resourceNonHumanIdentity, resourceUser, scopedRolePermissions } from "./resource-access.js";
import {
    resource,
    resourceMessageChannels,
    resourceReviewerStages,
    resourceReviewers,
    resourceVisibility,
} from "./resources.js";
import { accessRule } from "./rules.js";
import { script } from "./scripts.js";
import { groupTag, resourceTag, tag, userTag } from "./tags.js";
import { configurationTemplate, requestTemplate } from "./templates.js";

/** Every kind, in the order of the trials. Kinds that others need come first, so that a fault is reported under its own kind. */
export const specimens: Readonly<Record<KindName, Specimen>> = {
    Owner: owner,
    Group: group,
    Resource: resource,
    Bundle: bundle,
    Tag: tag,
    Paladin: paladin,
    AccessRule: accessRule,
    App: app,
    Campaign: campaign,
    ConfigurationTemplate: configurationTemplate,
    Delegation: delegation,
    EventStream: eventStream,
    GroupBinding: groupBinding,
    MessageChannel: messageChannel,
    OnCallSchedule: onCallSchedule,
    RequestTemplate: requestTemplate,
    Script: script,
    User: user,
    BundleGroup: bundleGroup,
    BundleResource: bundleResource,
    BundleVisibility: bundleVisibility,
    ContainingGroup: containingGroup,
    CustomAccessLevel: customAccessLevel,
    GroupMessageChannels: groupMessageChannels,
    GroupOnCallSchedules: groupOnCallSchedules,
    GroupResource: groupResource,
    GroupResources: groupResources,
    GroupReviewerStages: groupReviewerStages,
    GroupTag: groupTag,
    GroupUser: groupUser,
    GroupUsers: groupUsers,
    GroupVisibility: groupVisibility,
    IdpGroupMapping: idpGroupMapping,
    IdpGroupMappings: idpGroupMappings,
    OwnerUsers: ownerUsers,
    PaladinContextSource: paladinContextSource,
    ResourceMessageChannels: resourceMessageChannels,
    ResourceNonHumanIdentity: resourceNonHumanIdentity,
    ResourceReviewerStages: resourceReviewerStages,
    ResourceReviewers: resourceReviewers,
    ResourceTag: resourceTag,
    ResourceUser: resourceUser,
    ResourceVisibility: resourceVisibility,
    ScopedRolePermissions: scopedRolePermissions,
    UserTag: userTag,
};
