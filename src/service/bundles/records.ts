import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

const bundle_id = z.guid();

export const bundleLayouts = {
    bundles: records("bundle", ["bundle_id"], schemas.zBundle.required({ bundle_id: true })),
    bundleVisibility: records("visibility of bundle", ["bundle_id"], schemas.zVisibilityInfo.extend({ bundle_id })),
    bundleResources: records(
        "link of bundle and resource",
        ["bundle_id", "resource_id", "access_level_remote_id"],
        schemas.zBundleResource.required(),
    ),
    bundleGroups: records(
        "link of bundle and group",
        ["bundle_id", "group_id", "access_level_remote_id"],
        schemas.zBundleGroup.required(),
    ),
};
