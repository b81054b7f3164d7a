import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { accessLevel } from "../fields/grants.js";
import { id } from "../fields/values.js";
import { GroupResource } from "../kinds/groups/group-resource.js";
import { each } from "./component.js";

/** A resource, and the access level to grant on it. */
export interface ResourceAtLevel {
    /** Id of the resource. */
    readonly resourceId: pulumi.Input<string>;
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    readonly accessLevelRemoteId?: pulumi.Input<string>;
}

/** Resources by names that the program chooses. Each name becomes part of the name of a child resource. */
export type ResourcesAtLevels = Readonly<Record<string, ResourceAtLevel>>;

/** Schema of `ResourceAtLevel`. */
export const resourceAtLevel = z.strictObject({ resourceId: id(), accessLevelRemoteId: accessLevel("resourceId") });

/** Schema of `ResourcesAtLevels`. */
export const resourcesAtLevels = z.record(z.string(), resourceAtLevel);

/** Grants a group access to each resource, with a `GroupResource` named `<name>-<key>` as a child of the component. */
export function linkResources(
    parent: pulumi.ComponentResource,
    name: string,
    groupId: pulumi.Output<pulumi.ID>,
    resources: ResourcesAtLevels | undefined,
): Readonly<Record<string, GroupResource>> {
    return each(resources, ({ resourceId, accessLevelRemoteId }, key) => {
        return new GroupResource(`${name}-${key}`, { groupId, resourceId, accessLevelRemoteId }, { parent });
    });
}
