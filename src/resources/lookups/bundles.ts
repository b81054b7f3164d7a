import type { Bundle } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { bundles } from "../sources.js";
import { by, later, objectLookup } from "./lookup.js";

/** A bundle, with its properties in camelCase. */
export type BundleResult = InCamelCase<Bundle>;

/** By id, or by name; a name that several bundles have must be narrowed by `adminOwnerId`. */
export interface GetBundleArgs {
    /** Id of the bundle. */
    bundleId?: string;
    /** Name of the bundle. */
    name?: string;
    /** Owner that administers it. */
    adminOwnerId?: string;
}

/** All bundles when nothing is given. */
export interface GetBundlesArgs {
    /** Only bundles whose name has this in it. */
    contains?: string;
}

/** A bundle. */
export interface OfBundleArgs {
    /** Id of the bundle. */
    bundleId: string;
}

/**
 * Finds a bundle. Operations: GET /bundles/{bundle_id}, GET /bundles.
 * @throws if not found or ambiguous.
 */
export const getBundle = objectLookup<GetBundleArgs, BundleResult>(bundles, "bundle", {
    bundleId: true,
    name: true,
    adminOwnerId: true,
});

/** Bundles. Operation: GET /bundles. */
export const getBundles = by<GetBundlesArgs>().open("getBundles");

/** The groups of a bundle. Operation: GET /bundles/{bundle_id}/groups. */
export const getBundleGroups = by<OfBundleArgs>().all("getBundleGroups");

/** The resources of a bundle. Operation: GET /bundles/{bundle_id}/resources. */
export const getBundleResources = by<OfBundleArgs>().all("getBundleResources");

/** As `getBundle`, for arguments that may be outputs of other resources. */
export const getBundleOutput = later(getBundle);
/** As `getBundles`, for arguments that may be outputs of other resources. */
export const getBundlesOutput = later(getBundles);
/** As `getBundleGroups`, for arguments that may be outputs of other resources. */
export const getBundleGroupsOutput = later(getBundleGroups);
/** As `getBundleResources`, for arguments that may be outputs of other resources. */
export const getBundleResourcesOutput = later(getBundleResources);
