import { later, lookup } from "./lookup.js";

/** The levels at which users can be in a group. Operation: GET /groups/{group_id}/access_levels. */
export const getGroupAccessLevels = lookup(["getGroupAccessLevels"], ({ all }, { groupId }: { groupId: string }) =>
    all("getGroupAccessLevels", { path: { group_id: groupId } }),
);

/** The levels at which a resource can be accessed. Operation: GET /resources/{resource_id}/access_levels. */
export const getResourceAccessLevels = lookup(
    ["getResourceAccessLevels"],
    ({ all }, { resourceId }: { resourceId: string }) =>
        all("getResourceAccessLevels", { path: { resource_id: resourceId } }),
);

/** As `getGroupAccessLevels`, for arguments that may be outputs of other resources. */
export const getGroupAccessLevelsOutput = later(getGroupAccessLevels);
/** As `getResourceAccessLevels`, for arguments that may be outputs of other resources. */
export const getResourceAccessLevelsOutput = later(getResourceAccessLevels);
