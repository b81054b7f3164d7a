import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { componentType } from "../../common/pulumi-type.js";
import { id, idSet, textField } from "../fields/values.js";
import { ContainingGroup } from "../kinds/groups/containing-group.js";
import { Group } from "../kinds/groups/group.js";
import type { GroupResource } from "../kinds/groups/group-resource.js";
import type { InputOf } from "../program/resource.js";
import { type ApprovalStage, approvalReviewerStages, approvalStages } from "./approvals.js";
import { AccessComponent, checkedArguments, each, guarded, type Ids, limitedTo } from "./component.js";
import { ending, hours, type Minutes } from "./durations.js";
import { linkResources, type ResourcesAtLevels, resourcesAtLevels } from "./links.js";
import { type NativeGroupArgs, nativeGroup, nativeGroupRules } from "./native-group.js";

/** Arguments of a `JustInTimeAccess`. */
export interface JustInTimeAccessArgs extends NativeGroupArgs {
    /** Name of the group that users request. */
    readonly name: pulumi.Input<string>;
    /** Purpose of the access. Default: none. */
    readonly description?: pulumi.Input<string>;
    /** Owner that administers the group. */
    readonly adminOwnerId: pulumi.Input<string>;
    /** Resources that the group grants access to, keyed by names of your choice. Set this, `groups`, or both. */
    readonly resources?: ResourcesAtLevels;
    /** Ids of the groups that users belong to until their access expires, keyed by names of your choice. Set this, `resources`, or both. */
    readonly groups?: Readonly<Record<string, pulumi.Input<string>>>;
    /** Groups whose members can see and request the group. Users of the owner can also do so; all other users cannot. */
    readonly requesterGroupIds: Ids;
    /** Approval stages, in order, one to three. */
    readonly stages: readonly ApprovalStage[];
    /** Maximum duration of a request, such as `access.hours(2)`. Default: 8 hours. It cannot be extended. */
    readonly maxDurationMinutes?: pulumi.Input<Minutes>;
    /** Requesters must pass MFA. Default: true. */
    readonly requireMfaToRequest?: InputOf<boolean>;
    /** Request template with questions for the requester. Default: none. */
    readonly requestTemplateId?: pulumi.Input<string>;
    /** Message channels notified of changes to the group (complete list). Default: unchanged. */
    readonly auditChannelIds?: Ids;
}

/**
 * Temporary access after approval: a group that users request. Its members have access to `resources` and belong to `groups`. Every request
 * needs an approval and a reason, and cannot exceed the maximum duration. A reviewer who is a user of the owner can also approve their own
 * request, so specify other reviewers in at least one stage.
 */
export class JustInTimeAccess extends AccessComponent<"groupId"> {
    /** @internal */
    static override readonly __pulumiType = componentType("JustInTimeAccess");
    /** The group that users request, named `<name>`. */
    readonly group: Group;
    /** The resources of the group, each named `<name>-<key>`, by the keys of `resources`. */
    readonly resources: Readonly<Record<string, GroupResource>>;
    /** The memberships of the group in other groups, each named `<name>-<key>`, by the keys of `groups`. */
    readonly groups: Readonly<Record<string, ContainingGroup>>;

    /** @throws RunError if an argument is invalid, before any resource is registered. */
    constructor(name: string, given: JustInTimeAccessArgs, options?: pulumi.ComponentResourceOptions) {
        super(name, checkedArguments(rules, name, given), options);
        const args = guarded(rules, name, given);
        this.group = new Group(
            name,
            {
                name: args.name,
                description: args.description,
                ...nativeGroup(args),
                adminOwnerId: args.adminOwnerId,
                messageChannelIds: args.auditChannelIds,
                visibility: limitedTo(args.requesterGroupIds),
                requestConfigurations: [
                    {
                        priority: 0,
                        allowRequests: true,
                        autoApproval: false,
                        requireMfaToRequest: args.requireMfaToRequest,
                        reasonOptional: false,
                        maxDurationMinutes: args.maxDurationMinutes,
                        extensionsDurationInMinutes: 0,
                        requestTemplateId: args.requestTemplateId,
                        reviewerStages: approvalReviewerStages(args.stages),
                    },
                ],
            },
            { parent: this },
        );
        const groupId = this.group.id;
        this.resources = linkResources(this, name, groupId, args.resources);
        this.groups = each(args.groups, (containingGroupId, key) => {
            return new ContainingGroup(`${name}-${key}`, { groupId, containingGroupId }, { parent: this });
        });
        this.registerOutputs({ groupId });
    }
}

const rules = {
    component: "JustInTimeAccess",
    usual: { maxDurationMinutes: hours(8), requireMfaToRequest: true },
    fields: {
        name: textField(),
        description: z.string().optional(),
        ...nativeGroupRules,
        adminOwnerId: id(),
        resources: resourcesAtLevels.optional(),
        groups: z.record(z.string(), id()).optional(),
        requesterGroupIds: idSet().min(1),
        stages: approvalStages,
        maxDurationMinutes: ending().optional(),
        requireMfaToRequest: z.boolean().optional(),
        requestTemplateId: id().optional(),
        auditChannelIds: idSet().optional(),
    } satisfies Record<keyof JustInTimeAccessArgs, z.ZodType>,
    oneOf: ["resources", "groups"] as const,
};
