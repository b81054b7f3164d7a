import type { Resource, ResourceTypeEnum } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { resources } from "../sources.js";
import { by, later, objectLookup, wholeList } from "./lookup.js";

/** A resource, with its properties in camelCase. */
export type ResourceResult = InCamelCase<Resource>;

/** By id, or by name; a name that several resources have must be narrowed by `appId`, `resourceType` or `parentResourceId`. */
export interface GetResourceArgs {
    /** Id of the resource. */
    resourceId?: string;
    /** Name of the resource. */
    name?: string;
    /** App that the resource belongs to. */
    appId?: string;
    /** Type of the resource, such as `AWS_IAM_ROLE`. */
    resourceType?: string;
    /** Resource that it is part of. */
    parentResourceId?: string;
}

/** All resources when nothing is given. */
export interface GetResourcesArgs {
    /** Only resources of this type; required with `remoteId`. */
    resourceType?: ResourceTypeEnum;
    /** Only these resources. */
    resourceIds?: string[];
    /** Only resources of this name. */
    name?: string;
    /** Only those right below this one. */
    parentResourceId?: string;
    /** Only those somewhere below this one. */
    ancestorResourceId?: string;
    /** Only the one with this id in its end system; give `resourceType` with it. */
    remoteId?: string;
    /** Only resources with any of these tags. */
    tagIds?: string[];
}

/**
 * Finds a resource. Operations: GET /resources/{resource_id}, GET /resources.
 * @throws if not found or ambiguous.
 */
export const getResource = objectLookup<GetResourceArgs, ResourceResult>(resources, "resource", {
    resourceId: true,
    name: true,
    appId: true,
    resourceType: true,
    parentResourceId: true,
});

/** Resources. Operation: GET /resources. */
export const getResources = by<GetResourcesArgs>().open("getResources", {
    resourceType: "resource_type_filter",
    name: "resource_name",
});

/** The resources that stand for programs and services, which can be given access themselves. Operation: GET /non-human-identities. */
export const getNonHumanIdentities = wholeList("getNonHumanIdentities");

/** As `getResource`, for arguments that may be outputs of other resources. */
export const getResourceOutput = later(getResource);
/** As `getResources`, for arguments that may be outputs of other resources. */
export const getResourcesOutput = later(getResources);
/** As `getNonHumanIdentities`, as an output. */
export const getNonHumanIdentitiesOutput = later(getNonHumanIdentities);
