import { listing, operation } from "../../../api/calls.js";

/** Operations that list the objects of an organization. */
export const LISTS = {
    getUsers: listing("getUsers"),
    getGroups: listing("getGroups"),
    getResources: listing("getResources"),
    getOwners: listing("getOwners"),
    getBundles: listing("getBundles"),
    getGroupBindings: listing("getGroupBindings"),
    getAccessRules: listing("getAccessRules"),
    getDelegations: listing("getDelegations"),
    getNonHumanIdentities: listing("getNonHumanIdentities"),
    getConfigurationTemplates: listing("getConfigurationTemplates"),
    getTags: listing("getTags"),
};
export type ListOperation = keyof typeof LISTS;

export const VISIBILITIES = {
    group: operation("getGroupVisibility"),
    resource: operation("getResourceVisibility"),
    bundle: operation("getBundleVisibility"),
};
export const containingGroups = operation("getGroupContainingGroups");
export const groupUsers = listing("getGroupUsers");
export const onCall = operation("getGroupOnCallSchedules");
export const groupResources = listing("getGroupResources");
export const resourceGroups = listing("getResourceGroups");
export const resourceUsers = listing("getResourceUsers");
export const resourceIdentities = listing("getResourceNonHumanIdentities");
export const groupLevels = operation("getGroupAccessLevels");
export const resourceLevels = operation("getResourceAccessLevels");
export const permissions = operation("getResourceScopedRolePermissions");
export const bundleGroups = listing("getBundleGroups");
export const bundleResources = listing("getBundleResources");
export const paladin = operation("getPaladin");
export const ownerUsers = operation("getOwnerUsers");
export const usersWith = listing("getUsers", (tagId: string) => ({ query: { tag_ids: [tagId] } }));
