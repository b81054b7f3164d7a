import { zBundle, zGroupAccessLevel, zResourceAccessLevel, zVisibilityInfo } from "../../api/generated/zod.gen.js";
import { records, recordsOf } from "../storage/layouts.js";

export const bundleLayouts = {
    bundles: records("bundle", ["bundle_id"], zBundle().required({ bundle_id: true })),
    bundleVisibility: recordsOf("visibility of bundle", ["bundle_id"], zVisibilityInfo().shape),
    bundleResources: recordsOf(
        "link of bundle and resource",
        ["bundle_id", "resource_id"],
        zResourceAccessLevel().shape,
    ),
    bundleGroups: recordsOf("link of bundle and group", ["bundle_id", "group_id"], zGroupAccessLevel().shape),
};
