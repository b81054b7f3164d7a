import { later, lookup } from "./lookup.js";

/** The groups that an app of an identity provider shows under names of its own. Operation: GET /idp-group-mappings/{app_resource_id}. */
export const getIdpGroupMappings = lookup(
    ["getIdpGroupMappings"],
    ({ all }, { appResourceId }: { appResourceId: string }) =>
        all("getIdpGroupMappings", { path: { app_resource_id: appResourceId } }),
);

/** As `getIdpGroupMappings`, for arguments that may be outputs of other resources. */
export const getIdpGroupMappingsOutput = later(getIdpGroupMappings);
