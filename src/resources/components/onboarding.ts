import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { componentType } from "../../common/pulumi-type.js";
import { id, idSet, textField } from "../fields/values.js";
import { Bundle } from "../kinds/bundles/bundle.js";
import { BundleGroup } from "../kinds/bundles/bundle-group.js";
import { BundleResource } from "../kinds/bundles/bundle-resource.js";
import { AccessComponent, checkedArguments, each, guarded, type Ids, limitedTo } from "./component.js";
import { type ResourcesAtLevels, resourcesAtLevels } from "./links.js";

/** Arguments of an `Onboarding`. */
export interface OnboardingArgs {
    /** Name of the bundle that new users request. */
    readonly name: pulumi.Input<string>;
    /** Description of the bundle. Default: none. */
    readonly description?: pulumi.Input<string>;
    /** Owner that administers the bundle. */
    readonly adminOwnerId: pulumi.Input<string>;
    /** Groups whose members can see and request the bundle: at least one. */
    readonly visibleTo: Ids;
    /** Ids of the groups that new users join, keyed by names of your choice. Set this, `resources`, or both. */
    readonly groups?: Readonly<Record<string, pulumi.Input<string>>>;
    /** Resources that new users get access to, keyed by names of your choice. Set this, `groups`, or both. */
    readonly resources?: ResourcesAtLevels;
}

/**
 * A bundle of groups and resources that new users request at once. The bundle itself does not grant access: requests are reviewed by the
 * reviewers of each group and resource.
 */
export class Onboarding extends AccessComponent<"bundleId"> {
    /** @internal */
    static override readonly __pulumiType = componentType("Onboarding");
    /** The bundle, named `<name>`. */
    readonly bundle: Bundle;
    /** The groups in the bundle, each named `<name>-<key>`, by the keys of `groups`. */
    readonly groups: Readonly<Record<string, BundleGroup>>;
    /** The resources in the bundle, each named `<name>-<key>`, by the keys of `resources`. */
    readonly resources: Readonly<Record<string, BundleResource>>;

    /** @throws RunError if an argument is invalid, before any resource is registered. */
    constructor(name: string, given: OnboardingArgs, options?: pulumi.ComponentResourceOptions) {
        super(name, checkedArguments(rules, name, given), options);
        const args = guarded(rules, name, given);
        const child = { parent: this };
        this.bundle = new Bundle(
            name,
            {
                name: args.name,
                description: args.description,
                adminOwnerId: args.adminOwnerId,
                visibility: limitedTo(args.visibleTo),
            },
            child,
        );
        const bundleId = this.bundle.id;
        this.groups = each(
            args.groups,
            (groupId, key) => new BundleGroup(`${name}-${key}`, { bundleId, groupId }, child),
        );
        this.resources = each(args.resources, ({ resourceId, accessLevelRemoteId }, key) => {
            return new BundleResource(`${name}-${key}`, { bundleId, resourceId, accessLevelRemoteId }, child);
        });
        this.registerOutputs({ bundleId });
    }
}

const rules = {
    component: "Onboarding",
    fields: {
        name: textField(),
        description: z.string().optional(),
        adminOwnerId: id(),
        visibleTo: idSet().min(1),
        groups: z.record(z.string(), id()).optional(),
        resources: resourcesAtLevels.optional(),
    } satisfies Record<keyof OnboardingArgs, z.ZodType>,
    oneOf: ["groups", "resources"] as const,
};
