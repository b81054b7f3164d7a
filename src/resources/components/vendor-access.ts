import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { componentType } from "../../common/pulumi-type.js";
import { id, idSet, ids, textField } from "../fields/values.js";
import { Group } from "../kinds/groups/group.js";
import type { GroupResource } from "../kinds/groups/group-resource.js";
import { GroupUser } from "../kinds/groups/group-user.js";
import { Owner } from "../kinds/owners/owner.js";
import { noRequests } from "./approvals.js";
import { AccessComponent, checkedArguments, each, guarded, type Ids, limitedTo } from "./component.js";
import { ending, type Minutes } from "./durations.js";
import { linkResources, type ResourcesAtLevels, resourcesAtLevels } from "./links.js";
import { type NativeGroupArgs, nativeGroup, nativeGroupRules } from "./native-group.js";

/** An external user, and the duration of their access. */
export interface VendorPerson {
    /** Id of the user. */
    readonly userId: pulumi.Input<string>;
    /**
     * Duration of the membership from its creation, such as `access.days(90)`. An expired membership is not renewed until this value
     * changes. The duration cannot be unlimited.
     */
    readonly durationMinutes: pulumi.Input<Minutes>;
}

/** Arguments of a `VendorAccess`. */
export interface VendorAccessArgs extends NativeGroupArgs {
    /** Name of the vendor or contract, used for the owner and the group. */
    readonly name: pulumi.Input<string>;
    /** Description of the vendor, for the owner and the group. Default: none. */
    readonly description?: pulumi.Input<string>;
    /** Internal users who are responsible for the vendor: the users of its owner (complete list), at least one. */
    readonly reviewerIds: Ids;
    /** External users, keyed by names of your choice. Each name becomes part of the name of a child resource. */
    readonly people: Readonly<Record<string, VendorPerson>>;
    /**
     * Resources that the external users get access to, keyed by names of your choice. Default: none. Other resources of the group are left
     * unchanged.
     */
    readonly resources?: ResourcesAtLevels;
    /** Groups whose members can also see the group. Default: none (only its own members can see it). */
    readonly visibleTo?: Ids;
    /** Message channels notified of changes to the group (complete list). Default: unchanged. */
    readonly auditChannelIds?: Ids;
}

/**
 * Access for external users: a group with a separate owner, in which every membership expires. By default, only members can see the group.
 * Membership cannot be requested.
 */
export class VendorAccess extends AccessComponent<"ownerId" | "groupId"> {
    /** @internal */
    static override readonly __pulumiType = componentType("VendorAccess");
    /** The owner responsible for the vendor, named `<name>`. */
    readonly owner: Owner;
    /** The group of external users, named `<name>`. */
    readonly group: Group;
    /** The members of the group, each named `<name>-<key>`, by the keys of `people`. */
    readonly people: Readonly<Record<string, GroupUser>>;
    /** The resources that the group grants access to, each named `<name>-<key>`, by the keys of `resources`. */
    readonly resources: Readonly<Record<string, GroupResource>>;

    /** @throws RunError if an argument is invalid, before any resource is registered. */
    constructor(name: string, given: VendorAccessArgs, options?: pulumi.ComponentResourceOptions) {
        super(name, checkedArguments(rules, name, given), options);
        const args = guarded(rules, name, given);
        const child = { parent: this };
        const described = { name: args.name, description: args.description };
        this.owner = new Owner(name, { ...described, userIds: args.reviewerIds }, child);
        this.group = new Group(
            name,
            {
                ...described,
                ...nativeGroup(args),
                adminOwnerId: this.owner.id,
                messageChannelIds: args.auditChannelIds,
                visibility: limitedTo(args.visibleTo),
                requestConfigurations: [noRequests],
            },
            child,
        );
        const groupId = this.group.id;
        this.people = each(args.people, ({ userId, durationMinutes }, key) => {
            return new GroupUser(`${name}-${key}`, { groupId, userId, durationMinutes, renew: false }, child);
        });
        this.resources = linkResources(this, name, groupId, args.resources);
        this.registerOutputs({ ownerId: this.owner.id, groupId });
    }
}

const rules = {
    component: "VendorAccess",
    fields: {
        name: textField(),
        description: z.string().optional(),
        ...nativeGroupRules,
        reviewerIds: ids().min(1),
        people: z.record(z.string(), z.strictObject({ userId: id(), durationMinutes: ending() })),
        resources: resourcesAtLevels.optional(),
        visibleTo: idSet().optional(),
        auditChannelIds: idSet().optional(),
    } satisfies Record<keyof VendorAccessArgs, z.ZodType>,
};
