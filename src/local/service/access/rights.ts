import { type OperationName, operations } from "../../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../../api/operation.js";
import type { Call } from "../http/area.js";
import { Forbidden } from "../http/errors.js";
import type { Credential } from "../tokens/credentials.js";
import { Viewer } from "./viewer.js";

/** Operations that read, but with a method other than GET because they have a body. */
const QUERIES: ReadonlySet<OperationName> = new Set(["runQuery"]);

/** Reads that require an administrator. The API says so for tokens. Inferred for event streams, which contain the receivers of all events. */
const READS_OF_ADMINISTRATORS: ReadonlySet<OperationName> = new Set(["getTokens", "getEventStreams"]);

/**
 * Writes that a member may call. Inferred: the API says only that a call may be refused, not for which users. Members use access;
 * administrators configure it.
 */
const WRITES_OF_MEMBERS: ReadonlySet<OperationName> = new Set([
    "createRequest",
    "createRequestComment",
    "remindRequest",
    "remindRequestReviewer",
    // The next three also check the request: the caller must be allowed to cancel or decide it.
    "cancelRequest",
    "approveRequest",
    "denyRequest",
    // Also checks the token: a member may delete only their own.
    "deleteToken",
]);

/**
 * Writes that a member may call for a group or a resource that they administer (vendor guides). They may change its users, and may remove
 * resources from a group but not add any, which the handler checks. Inferred: owners may change nothing else here, although the guides
 * allow it.
 */
const WRITES_OF_ASSIGNERS: ReadonlySet<OperationName> = new Set([
    "addGroupUser",
    "updateGroupUser",
    "deleteGroupUser",
    "setGroupResources",
    "addResourceUser",
    "updateResourceUser",
    "deleteResourceUser",
]);

/** Whether an operation may change data. */
export function mutates(name: OperationName): boolean {
    const { method }: OperationEntry = operations[name];
    return method !== "GET" && !QUERIES.has(name);
}

/**
 * Checks the caller's role and the token's access level. Runs before the body is read.
 * @throws Forbidden if one of them does not allow the operation
 */
export function mustBeAllowed({ caller, token }: Credential, name: OperationName): void {
    const what = described(name);
    if (token.access_level === "READ_ONLY" && mutates(name)) {
        throw new Forbidden(`The token ${token.token_label} is read-only and cannot call ${what}.`);
    }
    const open = mutates(name)
        ? WRITES_OF_MEMBERS.has(name) || WRITES_OF_ASSIGNERS.has(name)
        : !READS_OF_ADMINISTRATORS.has(name);
    if (caller.role !== "ADMIN" && !open) {
        throw new Forbidden(`Only an administrator may call ${what}; this token is a member's.`);
    }
}

/**
 * Checks that a member administers the group or the resource in the path, if the operation requires it.
 * @throws Forbidden otherwise
 */
export function mustAdminister(call: Call): void {
    if (!WRITES_OF_ASSIGNERS.has(call.operation)) return;
    const viewer = new Viewer(call);
    const { groups, resources } = call.store;
    if ("group_id" in call.path && viewer.assigns("groups", groups.get(call.path.group_id).group_id)) return;
    if ("resource_id" in call.path && viewer.assigns("resources", resources.get(call.path.resource_id).resource_id))
        return;
    throw new Forbidden(
        `Only an administrator of the organization or of the object in the path may call ${described(call.operation)}.`,
    );
}

function described(name: OperationName): string {
    const { summary }: OperationEntry = operations[name];
    return `${name} (${summary.replace(/\.$/, "")})`;
}
