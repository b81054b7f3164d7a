import type { Resource, ResourceTypeEnum } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { resourceSource } from "../sources.js";
import { by, lookupOutput, objectLookup, wholeList } from "./lookup.js";

/** A resource, with its properties in camelCase. */
export type ResourceResult = InCamelCase<Resource>;

/** Specify the id or the name. If several resources have that name, also specify `appId`, `resourceType` or `parentResourceId`. */
export interface GetResourceArgs {
    /** Id of the resource. */
    resourceId?: string;
    /** Name of the resource. */
    name?: string;
    /** App that the resource belongs to. */
    appId?: string;
    /** Type of the resource, such as `AWS_IAM_ROLE`. */
    resourceType?: string;
    /** Parent resource. */
    parentResourceId?: string;
}

/** Filters for resources. Default: all resources. */
export interface GetResourcesArgs {
    /** Only resources of this type. Required with `remoteId`. */
    resourceType?: ResourceTypeEnum;
    /** Only resources with these ids. */
    resourceIds?: string[];
    /** Only resources with this name. */
    name?: string;
    /** Only direct children of this resource. */
    parentResourceId?: string;
    /** Only descendants of this resource. */
    ancestorResourceId?: string;
    /** Only the resource with this id in its end system. Requires `resourceType`. */
    remoteId?: string;
    /** Only resources with any of these tags. */
    tagIds?: string[];
}

/**
 * Finds a resource. Operations: GET /resources/{resource_id}, GET /resources.
 * @throws unless exactly one resource matches.
 */
export const getResource = objectLookup<GetResourceArgs, ResourceResult>(resourceSource, "resource", [
    "name",
    "appId",
    "resourceType",
    "parentResourceId",
]);

/** Lists resources. Operation: GET /resources. */
export const getResources = by<GetResourcesArgs>().open("getResources", {
    resourceType: "resource_type_filter",
    name: "resource_name",
});

/**
 * Lists non-human identities: resources that represent programs and services, and can have access to other resources. Operation: GET
 * /non-human-identities.
 */
export const getNonHumanIdentities = wholeList("getNonHumanIdentities");

/** Like `getResource`, but accepts outputs of other resources as arguments. */
export const getResourceOutput = lookupOutput(getResource);
/** Like `getResources`, but accepts outputs of other resources as arguments. */
export const getResourcesOutput = lookupOutput(getResources);
/** Like `getNonHumanIdentities`, but returns an output. */
export const getNonHumanIdentitiesOutput = lookupOutput(getNonHumanIdentities);
