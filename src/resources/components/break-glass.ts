import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { componentType } from "../../common/pulumi-type.js";
import { id, idSet, textField } from "../fields/values.js";
import { Group } from "../kinds/groups/group.js";
import { GroupResources } from "../kinds/groups/group-resources.js";
import { GroupUsers } from "../kinds/groups/group-users.js";
import { type ApprovalStage, approvalReviewerStages, approvalStages, noRequests } from "./approvals.js";
import {
    AccessComponent,
    checkedArguments,
    guarded,
    type Ids,
    limitedTo,
    suffixed,
    usersOf,
    withId,
} from "./component.js";
import { ending, hours, type Minutes } from "./durations.js";
import { type ResourceAtLevel, resourceAtLevel } from "./links.js";
import { type NativeGroupArgs, nativeGroup, nativeGroupRules } from "./native-group.js";

/** Arguments of a `BreakGlass`. */
export interface BreakGlassArgs extends NativeGroupArgs {
    /** Name of the group that grants the access. The group of users who can request it has the same name with the suffix ` users`. */
    readonly name: pulumi.Input<string>;
    /** Purpose of the access. Default: none. */
    readonly description?: pulumi.Input<string>;
    /** Owner that administers both groups. */
    readonly adminOwnerId: pulumi.Input<string>;
    /** Users whose requests are approved immediately (complete list): 1 to 10. */
    readonly userIds: Ids;
    /** Resources that the group grants access to (complete list). `pulumi up` removes all other resources. */
    readonly resources: readonly ResourceAtLevel[];
    /** Message channels notified of each use (complete list): at least one. */
    readonly auditChannelIds: Ids;
    /** Maximum duration of the access, such as `access.hours(2)`. Default: 1 hour. It cannot be extended. */
    readonly maxDurationMinutes?: pulumi.Input<Minutes>;
    /** Approval stages (one to three) for other users who can see the group. Default: only `userIds` can request it. */
    readonly stages?: readonly ApprovalStage[];
    /** Groups whose members can also see the group. Default: none (only `userIds` can see it). */
    readonly visibleTo?: Ids;
    /** Request template with questions for the requester. Default: none. */
    readonly requestTemplateId?: pulumi.Input<string>;
}

/**
 * Emergency access for a few named users. When one of them requests it with MFA and a reason, the request is approved immediately, for a
 * limited time, and the message channels are notified. The users do not have access until they request it.
 */
export class BreakGlass extends AccessComponent<"groupId" | "usersGroupId"> {
    /** @internal */
    static override readonly __pulumiType = componentType("BreakGlass");
    /** The group that grants the access, named `<name>`. */
    readonly group: Group;
    /** The group of users whose requests are approved immediately, named `<name>-users`. */
    readonly users: Group;
    /** The members of `users`, named `<name>-users`. */
    readonly members: GroupUsers;
    /** The resources that `group` grants access to, named `<name>`. */
    readonly resources: GroupResources;

    /** @throws RunError if an argument is invalid, before any resource is registered. */
    constructor(name: string, given: BreakGlassArgs, options?: pulumi.ComponentResourceOptions) {
        super(name, checkedArguments(rules, name, given), options);
        const args = guarded(rules, name, given);
        const child = { parent: this };
        const shared = {
            ...nativeGroup(args),
            adminOwnerId: args.adminOwnerId,
            messageChannelIds: args.auditChannelIds,
        };
        this.users = new Group(
            `${name}-users`,
            {
                ...shared,
                name: suffixed(args.name, " users"),
                description: args.description,
                visibility: limitedTo(),
                requestConfigurations: [noRequests],
            },
            child,
        );
        const requestSettings = {
            allowRequests: true,
            requireMfaToRequest: true,
            reasonOptional: false,
            maxDurationMinutes: args.maxDurationMinutes,
            extensionsDurationInMinutes: 0,
            requestTemplateId: args.requestTemplateId,
        };
        this.group = new Group(
            name,
            {
                ...shared,
                name: args.name,
                description: args.description,
                requireMfaToApprove: true,
                riskSensitivityOverride: "CRITICAL",
                visibility: limitedTo(withId(this.users.id, args.visibleTo)),
                requestConfigurations: [
                    args.stages
                        ? {
                              ...requestSettings,
                              priority: 0,
                              autoApproval: false,
                              reviewerStages: approvalReviewerStages(args.stages),
                          }
                        : noRequests,
                    { ...requestSettings, priority: 1, autoApproval: true, condition: { groupIds: [this.users.id] } },
                ],
            },
            child,
        );
        const { group, users } = this;
        this.members = new GroupUsers(`${name}-users`, { groupId: users.id, users: usersOf(args.userIds) }, child);
        const resources = args.resources.map(({ resourceId, accessLevelRemoteId }) => ({
            resourceId,
            accessLevelRemoteId,
        }));
        this.resources = new GroupResources(name, { groupId: group.id, resources }, child);
        this.registerOutputs({ groupId: group.id, usersGroupId: users.id });
    }
}

const rules = {
    component: "BreakGlass",
    usual: { maxDurationMinutes: hours(1) },
    fields: {
        name: textField(),
        description: z.string().optional(),
        ...nativeGroupRules,
        adminOwnerId: id(),
        userIds: idSet().min(1).max(10),
        resources: z.array(resourceAtLevel).min(1),
        auditChannelIds: idSet().min(1),
        maxDurationMinutes: ending().optional(),
        stages: approvalStages.optional(),
        visibleTo: idSet().optional(),
        requestTemplateId: id().optional(),
    } satisfies Record<keyof BreakGlassArgs, z.ZodType>,
};
