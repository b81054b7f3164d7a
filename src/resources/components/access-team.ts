import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { componentType } from "../../common/pulumi-type.js";
import { idSet, ids, minutesField, textField } from "../fields/values.js";
import { Group } from "../kinds/groups/group.js";
import type { GroupResource } from "../kinds/groups/group-resource.js";
import { GroupUsers } from "../kinds/groups/group-users.js";
import { Owner } from "../kinds/owners/owner.js";
import { noRequests } from "./approvals.js";
import { AccessComponent, checkedArguments, guarded, type Ids, limitedTo, usersOf } from "./component.js";
import { linkResources, type ResourcesAtLevels, resourcesAtLevels } from "./links.js";
import { type NativeGroupArgs, nativeGroup, nativeGroupRules } from "./native-group.js";

/** Arguments of an `AccessTeam`. */
export interface AccessTeamArgs extends NativeGroupArgs {
    /** Name of the team. The owner has this name, and so does the group unless `groupName` is set. */
    readonly name: pulumi.Input<string>;
    /** Name of the group. Default: `name`. */
    readonly groupName?: pulumi.Input<string>;
    /** Description of the owner and the group. Default: none. */
    readonly description?: pulumi.Input<string>;
    /** Users of the team's owner, who administer the objects of the owner and review requests for them (complete list). */
    readonly reviewerIds: Ids;
    /** Minutes until the next user in `reviewerIds` is notified. Default: 0 (all are notified at once). */
    readonly escalationMinutes?: pulumi.Input<number>;
    /** Members of the group (complete list). `pulumi up` removes all other members. */
    readonly memberIds: Ids;
    /** Users who lead the group (complete list). Default: none. */
    readonly leaderIds?: Ids;
    /** Message channels notified of changes to the group (complete list). Default: unchanged. */
    readonly auditChannelIds?: Ids;
    /** Groups whose members can also see the group. Default: none (only its own members can see it). */
    readonly visibleTo?: Ids;
    /**
     * Resources that the group grants access to, keyed by names of your choice. Default: none. Other resources of the group are left
     * unchanged.
     */
    readonly resources?: ResourcesAtLevels;
}

/**
 * A team: an owner for administration and reviews, and a group with the members. By default, only members can see the group. Membership
 * cannot be requested: the program alone determines the members.
 */
export class AccessTeam extends AccessComponent<"ownerId" | "groupId"> {
    /** @internal */
    static override readonly __pulumiType = componentType("AccessTeam");
    /** The owner of the team, named `<name>`. */
    readonly owner: Owner;
    /** The group of the team, named `<name>`. */
    readonly group: Group;
    /** The members of the group, named `<name>`. */
    readonly members: GroupUsers;
    /** The resources that the group grants access to, each named `<name>-<key>`, by the keys of `resources`. */
    readonly resources: Readonly<Record<string, GroupResource>>;

    /** @throws RunError if an argument is invalid, before any resource is registered. */
    constructor(name: string, given: AccessTeamArgs, options?: pulumi.ComponentResourceOptions) {
        super(name, checkedArguments(rules, name, given), options);
        const args = guarded(rules, name, given);
        const child = { parent: this };
        this.owner = new Owner(
            name,
            {
                name: args.name,
                description: args.description,
                userIds: args.reviewerIds,
                accessRequestEscalationPeriod: args.escalationMinutes,
            },
            child,
        );
        this.group = new Group(
            name,
            {
                name: args.groupName ?? args.name,
                description: args.description,
                ...nativeGroup(args),
                adminOwnerId: this.owner.id,
                groupLeaderUserIds: args.leaderIds,
                messageChannelIds: args.auditChannelIds,
                visibility: limitedTo(args.visibleTo),
                requestConfigurations: [noRequests],
            },
            child,
        );
        this.members = new GroupUsers(name, { groupId: this.group.id, users: usersOf(args.memberIds) }, child);
        this.resources = linkResources(this, name, this.group.id, args.resources);
        this.registerOutputs({ ownerId: this.owner.id, groupId: this.group.id });
    }
}

const rules = {
    component: "AccessTeam",
    usual: { escalationMinutes: 0, leaderIds: [] },
    fields: {
        name: textField(),
        groupName: textField().optional(),
        description: z.string().optional(),
        ...nativeGroupRules,
        reviewerIds: ids().min(1),
        escalationMinutes: minutesField(0).optional(),
        memberIds: idSet(),
        leaderIds: idSet().optional(),
        auditChannelIds: idSet().optional(),
        visibleTo: idSet().optional(),
        resources: resourcesAtLevels.optional(),
    } satisfies Record<keyof AccessTeamArgs, z.ZodType>,
};
