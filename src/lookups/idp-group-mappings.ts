import { later, lookup } from "./lookup.js";

/** The groups that an app of an identity provider shows under names of its own. Operation: GET /idp-group-mappings/{app_resource_id}. */
export const getIdpGroupMappings = lookup(
    ["getIdpGroupMappings"],
    ({ all }, { appResourceId }: { appResourceId: string }) =>
        all("getIdpGroupMappings", { path: { app_resource_id: appResourceId } }),
);

/**
 * How an app of an identity provider shows one group. Operation: GET /idp-group-mappings/{app_resource_id}/groups/{group_id}.
 * @throws when it is not mapped.
 */
export const getIdpGroupMapping = lookup(
    ["getIdpGroupMapping"],
    ({ one }, { appResourceId, groupId }: { appResourceId: string; groupId: string }) =>
        one("getIdpGroupMapping", { path: { app_resource_id: appResourceId, group_id: groupId } }),
);

/** As `getIdpGroupMapping`, for arguments that may be outputs of other resources. */
export const getIdpGroupMappingOutput = later(getIdpGroupMapping);
/** As `getIdpGroupMappings`, for arguments that may be outputs of other resources. */
export const getIdpGroupMappingsOutput = later(getIdpGroupMappings);
