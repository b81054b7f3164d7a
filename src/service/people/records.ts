import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { id, ids, records, recordsOf } from "../storage/layouts.js";

/** Systems, people, and groups of people who answer for things. */
export const directoryLayouts = {
    apps: records("app", ["app_id"], schemas.zApp()),
    /** What no answer shows of a connector. */
    connectorSecrets: recordsOf("secret of connector", ["app_id"], {
        /** SHA-256 of the signing secret in hexadecimal; the secret itself is kept nowhere. */
        hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    users: records("user", ["user_id"], schemas.zUser()),
    owners: records("owner", ["owner_id"], schemas.zOwner()),
    /** In the order last given, which counts only with an escalation period. */
    ownerUsers: recordsOf("owner", ["owner_id"], { user_ids: ids }),
    delegations: records("delegation", ["id"], schemas.zDelegation()),
    /** What no answer shows of a user. Without one: a member without a manager who may be changed and deleted. */
    userFacts: recordsOf("facts of user", ["user_id"], {
        role: z.enum(["ADMIN", "MEMBER"]),
        manager_id: id.nullable(),
        /** Position and manager come from an identity provider. */
        idp_managed: z.boolean(),
        /** Neither changed nor deleted, such as the service user of something else. */
        immutable: z.boolean(),
    }),
    /** Who the same person is in other systems. */
    remoteUsers: records("remote user", ["user_id", "third_party_provider", "remote_id"], schemas.zRemoteUser()),
    /** Addresses, in lower case, of people who belong to another organization. */
    foreignUsers: records("user of another organization", ["email"], z.object({ email: z.string().toLowerCase() })),
    /** What happens in the connected systems. No operation makes these and the next: they come with an organization. */
    sessions: recordsOf("session", ["session_id", "resource_id", "user_id"], schemas.zSession().shape),
    /** Of an app, or of one resource or group in it. */
    syncErrors: recordsOf("sync error", ["sync_error_id"], {
        ...schemas.zSyncError().shape,
        resource_id: id.optional(),
        group_id: id.optional(),
    }),
};
