import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { listing, operation } from "../../../api/calls.js";
import { zResourceRemoteInfo, zResourceTypeEnum } from "../../../api/generated/zod.gen.js";
import { bulk } from "../../../provider/live/bulk.js";
import { evaluated, fewerWidens, harmlessWhenNew, irrelevant, unevaluated } from "../../../provider/schema/access.js";
import { field, spelledTwice } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { reviewDocument } from "../../fields/review.js";
import {
    settingsCreated,
    settingsExportRules,
    settingsFields,
    settingsGovern,
    settingsRules,
    ticketPropagation,
} from "../../fields/settings.js";
import { id, idSet, memberOf, remoteInfo, textField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { appSource, messageChannelSource, ownerSource, resourceSource } from "../../sources.js";
import { CustomAccessLevels, levelList } from "./custom-access-levels.js";
import { groupList, ResourceGroups } from "./resource-groups.js";
import { ResourceMessageChannels } from "./resource-message-channels.js";
import { identityList, ResourceNonHumanIdentities } from "./resource-non-human-identities.js";
import { ResourceReviewers } from "./resource-reviewers.js";
import { directUserList, ResourceUsers } from "./resource-users.js";
import { ResourceVisibility } from "./resource-visibility.js";

/** Types that the vendor spells in two ways. */
const typeSynonyms = { SVC_ROLE: "OPAL_ROLE", SVC_SCOPED_ROLE: "OPAL_SCOPED_ROLE" };

const fields = {
    /** Name of the resource. */
    name: irrelevant(textField()),
    /** App that the resource belongs to. A change replaces the resource. */
    appId: evaluated(field(id(appSource), { onChange: "replace" })),
    /**
     * Type of the resource, such as `AWS_IAM_ROLE`; `CUSTOM` for a resource without an end system. The vendor also spells `SVC_ROLE` as
     * `OPAL_ROLE`, and `SVC_SCOPED_ROLE` as `OPAL_SCOPED_ROLE`. A change replaces the resource.
     */
    resourceType: irrelevant(
        field(spelledTwice(memberOf(zResourceTypeEnum(), Object.values(typeSynonyms)), typeSynonyms), {
            onChange: "replace",
        }),
    ),
    ...settingsFields,
    /** Parent resource; null for none. */
    parentResourceId: evaluated(field(id(resourceSource).nullable(), { exported: "always" })).optional(),
    /** Users must pass MFA to connect. */
    requireMfaToConnect: harmlessWhenNew(unevaluated(z.boolean(), fewerWidens)).optional(),
    /** Tickets to open when access changes. Removing it from the program leaves it unchanged. */
    ticketPropagation: irrelevant(ticketPropagation()).optional(),
    /** Imports an existing resource of an end system into the service. Specify exactly one member. A change replaces the resource. */
    remoteInfo: irrelevant(field(remoteInfo(zResourceRemoteInfo()), { onChange: "replace" })).optional(),
    /** Message channels notified of changes to the resource (complete list). */
    messageChannelIds: unevaluated(field(idSet(messageChannelSource), { exported: "always" }), fewerWidens).optional(),
    /** Owners who review requests in the first stage (complete list). The other rules for requesting access stay unchanged. */
    reviewerIds: evaluated(idSet(ownerSource)).optional(),
    /**
     * Users with direct access (complete list), except those with an approved request. Default: unmanaged. New access does not expire;
     * existing access keeps its expiration date.
     */
    users: directUserList.optional(),
    /** Non-human identities with direct access (complete list). Default: unmanaged. New access does not expire. */
    nonHumanIdentities: identityList.optional(),
    /**
     * Groups that grant access to the resource (complete list), except those with an approved request. Default: unmanaged. New entries do not
     * expire.
     */
    groups: groupList.optional(),
    /** Access levels in addition to those of the end system (complete list). Default: unmanaged. Removing a level deletes all access at it. */
    accessLevels: levelList.optional(),
};

/**
 * A resource that is created on the service, or imported from an end system with `remoteInfo`. Deleting an imported resource removes it
 * from the service but not from its end system. Its child resources are left without a parent. Import id: the resource's id or name.
 * Operations: POST and PUT /resources, GET and DELETE /resources/{resource_id}, GET and PUT for the visibility, message-channels and
 * reviewers of the resource, and those of `ResourceUsers`, `ResourceNonHumanIdentities`, `ResourceGroups` and `CustomAccessLevels`, if declared.
 */
export class Resource extends AccessObject<ResourceArgs> {
    static readonly kind = entity({
        noun: "resource",
        source: resourceSource,
        fields,
        access: { created: "none", deleted: "narrows" },
        rules: [
            ...settingsRules(["reviewerIds"]),
            [
                "reviewerIds",
                "leave it out if requestConfigurations is set: its stages specify the reviewers",
                (given) => given.requestConfigurations === undefined || given.reviewerIds === undefined,
            ],
        ],
        exportRules: settingsExportRules,
        results: ["remoteResourceId", "remoteResourceName"],
        key: ["name", "appId", "resourceType"],
        keyIfGiven: ["remoteInfo"],
        create: operation("createResource"),
        createFields: ["name", "appId", "resourceType", "remoteInfo", ...settingsCreated],
        update: bulk("updateResources", "resources", "resource_id"),
        remove: operation("deleteResource"),
        parts: {
            visibility: ResourceVisibility.kind,
            messageChannelIds: ResourceMessageChannels.kind,
            reviewerIds: ResourceReviewers.kind,
            // Before the sets whose elements are at a level.
            accessLevels: CustomAccessLevels.kind,
            users: ResourceUsers.kind,
            nonHumanIdentities: ResourceNonHumanIdentities.kind,
            groups: ResourceGroups.kind,
        },
        holds: { users: { list: listing("getResourceUsers"), name: "email" } },
        governs: settingsGovern({ visibility: ResourceVisibility.kind.document, review: reviewDocument }),
    });

    /** Id in the end system; null for a resource created on the service. */
    declare readonly remoteResourceId: Output<string | null>;
    /** Name in the end system; null for a resource created on the service. */
    declare readonly remoteResourceName: Output<string | null>;

    /** Id of the resource; same as `id`. */
    get resourceId(): Output<ID> {
        return this.id;
    }
}

export interface Resource extends OutputsOf<typeof settingsFields & typeof fields> {}
export interface ResourceArgs extends ArgsOf<typeof settingsFields & typeof fields> {}
