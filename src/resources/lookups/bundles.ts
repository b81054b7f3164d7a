import type { Bundle } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { bundleSource } from "../sources.js";
import { by, lookupOutput, objectLookup } from "./lookup.js";

/** A bundle, with its properties in camelCase. */
export type BundleResult = InCamelCase<Bundle>;

/** Specify the id or the name. If several bundles have that name, also specify `adminOwnerId`. */
export interface GetBundleArgs {
    /** Id of the bundle. */
    bundleId?: string;
    /** Name of the bundle. */
    name?: string;
    /** Owner that administers the bundle. */
    adminOwnerId?: string;
}

/** Filters for bundles. Default: all bundles. */
export interface GetBundlesArgs {
    /** Only bundles whose name contains this text. */
    contains?: string;
}

/** Arguments that identify a bundle. */
export interface OfBundleArgs {
    /** Id of the bundle. */
    bundleId: string;
}

/**
 * Finds a bundle. Operations: GET /bundles/{bundle_id}, GET /bundles.
 * @throws unless exactly one bundle matches.
 */
export const getBundle = objectLookup<GetBundleArgs, BundleResult>(bundleSource, "bundle", ["name", "adminOwnerId"]);

/** Lists bundles. Operation: GET /bundles. */
export const getBundles = by<GetBundlesArgs>().open("getBundles");

/** Lists the groups in a bundle. Operation: GET /bundles/{bundle_id}/groups. */
export const getBundleGroups = by<OfBundleArgs>().all("getBundleGroups");

/** Lists the resources in a bundle. Operation: GET /bundles/{bundle_id}/resources. */
export const getBundleResources = by<OfBundleArgs>().all("getBundleResources");

/** Like `getBundle`, but accepts outputs of other resources as arguments. */
export const getBundleOutput = lookupOutput(getBundle);
/** Like `getBundles`, but accepts outputs of other resources as arguments. */
export const getBundlesOutput = lookupOutput(getBundles);
/** Like `getBundleGroups`, but accepts outputs of other resources as arguments. */
export const getBundleGroupsOutput = lookupOutput(getBundleGroups);
/** Like `getBundleResources`, but accepts outputs of other resources as arguments. */
export const getBundleResourcesOutput = lookupOutput(getBundleResources);
