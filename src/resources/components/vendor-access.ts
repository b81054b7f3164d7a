import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { id, idSet, ids, text } from "../fields/values.js";
import { Group } from "../kinds/groups/group.js";
import type { GroupResource } from "../kinds/groups/group-resource.js";
import { GroupUser } from "../kinds/groups/group-user.js";
import { Owner } from "../kinds/owners/owner.js";
import { noRequests } from "./approvals.js";
import { AccessComponent, checked, each, guarded, type Ids, limitedTo } from "./component.js";
import { ending, type Minutes } from "./durations.js";
import { linkResources, type ResourcesAtLevels, resourcesAtLevels } from "./links.js";
import { type NativeGroupArgs, nativeGroup, nativeGroupRules } from "./native-group.js";

/** A person from outside, and how long they have access. */
export interface VendorPerson {
    /** Id of the user. */
    readonly userId: pulumi.Input<string>;
    /**
     * How long the membership lasts from its creation, such as `access.days(90)`. An expired
     * membership stays expired until this changes. There is no value for "no end".
     */
    readonly durationMinutes: pulumi.Input<Minutes>;
}

/** Arguments of a `VendorAccess`. */
export interface VendorAccessArgs extends NativeGroupArgs {
    /** Name of the vendor or contract, used for the owner and the group. */
    readonly name: pulumi.Input<string>;
    /** What the vendor does, written on the owner and the group. Default: none. */
    readonly description?: pulumi.Input<string>;
    /**
     * Internal users responsible for the vendor: all users of its owner (complete list), one or
     * more.
     */
    readonly reviewerIds: Ids;
    /** People from outside, keyed by names of your choice: each name is part of the name of a child. */
    readonly people: Readonly<Record<string, VendorPerson>>;
    /**
     * Resources that the people get access to, keyed by names of your choice. Default: none. Other resources of the
     * group are left unchanged.
     */
    readonly resources?: ResourcesAtLevels;
    /** Groups whose members can also see the group. Default: none (only its own members see it). */
    readonly visibleTo?: Ids;
    /** Message channels notified of changes to the group (complete list). Default: unchanged. */
    readonly auditChannelIds?: Ids;
}

/**
 * Access for external people: a group with an owner of its own, in which each membership has an
 * end. Only its members see the group, and membership cannot be requested.
 */
export class VendorAccess extends AccessComponent<"ownerId" | "groupId"> {
    /** The owner responsible for the vendor, named `<name>`. */
    readonly owner: Owner;
    /** The group of the people, named `<name>`. */
    readonly group: Group;
    /** The memberships in the group, each named `<name>-<key>`, by the keys of `people`. */
    readonly people: Readonly<Record<string, GroupUser>>;
    /** The resources that the group grants access to, each named `<name>-<key>`, by the keys of `resources`. */
    readonly resources: Readonly<Record<string, GroupResource>>;

    /** @throws RunError if an argument is invalid, before any resource is registered. */
    constructor(name: string, given: VendorAccessArgs, options?: pulumi.ComponentResourceOptions) {
        super(checked(rules, name, given), name, options);
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
        name: text(),
        description: z.string().optional(),
        ...nativeGroupRules,
        reviewerIds: ids().min(1),
        people: z.record(z.string(), z.strictObject({ userId: id(), durationMinutes: ending() })),
        resources: resourcesAtLevels.optional(),
        visibleTo: idSet().optional(),
        auditChannelIds: idSet().optional(),
    } satisfies Record<keyof VendorAccessArgs, z.ZodType>,
    knownNow: ["people", "resources"],
};
