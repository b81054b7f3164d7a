import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface BundleRecords {
    bundles: t.Bundle & { bundle_id: string };
    bundleVisibility: t.VisibilityInfo & { bundle_id: string };
    bundleResources: Required<t.BundleResource>;
    bundleGroups: Required<t.BundleGroup>;
}

export const bundleLayouts: Layouts<BundleRecords> = {
    bundles: { noun: "bundle", key: ["bundle_id"], schema: schemas.zBundle.required({ bundle_id: true }) },
    bundleVisibility: {
        noun: "visibility of bundle",
        key: ["bundle_id"],
        schema: schemas.zVisibilityInfo.extend({ bundle_id: z.guid() }),
    },
    bundleResources: {
        noun: "link of bundle and resource",
        key: ["bundle_id", "resource_id", "access_level_remote_id"],
        schema: schemas.zBundleResource.required(),
    },
    bundleGroups: {
        noun: "link of bundle and group",
        key: ["bundle_id", "group_id", "access_level_remote_id"],
        schema: schemas.zBundleGroup.required(),
    },
};
