import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

/** Systems, people, and groups of people who answer for things. */
export interface DirectoryRecords {
    apps: t.App;
    users: t.User;
    owners: t.Owner;
    /** In the order last given, which counts only with an escalation period. */
    ownerUsers: { owner_id: string; user_ids: string[] };
}

export const directoryLayouts: Layouts<DirectoryRecords> = {
    apps: { noun: "app", key: ["app_id"], schema: schemas.zApp },
    users: { noun: "user", key: ["user_id"], schema: schemas.zUser },
    owners: { noun: "owner", key: ["owner_id"], schema: schemas.zOwner },
    ownerUsers: {
        noun: "owner",
        key: ["owner_id"],
        schema: z.object({ owner_id: z.guid(), user_ids: z.array(z.guid()) }),
    },
};
