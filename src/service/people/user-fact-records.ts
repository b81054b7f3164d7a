import { z } from "zod";
import type { RemoteUser } from "../../api/generated/types.gen.js";
import { zRemoteUser } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface UserFactRecords {
    /** What no answer shows of a user. Without one: a member without a manager who may be changed and deleted. */
    userFacts: {
        user_id: string;
        role: "ADMIN" | "MEMBER";
        manager_id: string | null;
        /** Position and manager come from an identity provider. */
        idp_managed: boolean;
        /** Neither changed nor deleted, such as the service user of something else. */
        immutable: boolean;
    };
    /** Who the same person is in other systems. */
    remoteUsers: RemoteUser;
    /** Addresses, in lower case, of people who belong to another organization. */
    foreignUsers: { email: string };
}

export const userFactLayouts: Layouts<UserFactRecords> = {
    userFacts: {
        noun: "facts of user",
        key: ["user_id"],
        schema: z.object({
            user_id: z.guid(),
            role: z.enum(["ADMIN", "MEMBER"]),
            manager_id: z.guid().nullable(),
            idp_managed: z.boolean(),
            immutable: z.boolean(),
        }),
    },
    remoteUsers: {
        noun: "remote user",
        key: ["user_id", "third_party_provider", "remote_id"],
        schema: zRemoteUser,
    },
    foreignUsers: {
        noun: "user of another organization",
        key: ["email"],
        schema: z.object({ email: z.string().toLowerCase() }),
    },
};
