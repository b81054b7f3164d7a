import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

/** Groups tied to a source group, and groups as a directory app shows them. */
export interface LinkedGroupRecords {
    groupBindings: Omit<t.GroupBinding, "groups"> & { group_ids: string[] };
    idpGroupMappings: t.IdpGroupMapping & { app_resource_id: string };
}

export const linkedGroupLayouts: Layouts<LinkedGroupRecords> = {
    groupBindings: {
        noun: "group binding",
        key: ["group_binding_id"],
        schema: schemas.zGroupBinding.omit({ groups: true }).extend({ group_ids: z.array(z.guid()) }),
    },
    idpGroupMappings: {
        noun: "mapping of group",
        key: ["app_resource_id", "group_id"],
        schema: schemas.zIdpGroupMapping.required({ app_resource_id: true }),
    },
};
