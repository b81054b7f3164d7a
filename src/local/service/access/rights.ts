import { type OperationName, operations } from "../../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../../api/operation.js";
import type { ServiceCall } from "../http/area.js";
import { Forbidden } from "../http/errors.js";
import type { Credential } from "../tokens/credentials.js";
import { Viewer } from "./viewer.js";

/** Read operations that use a method other than GET because they have a body. */
const QUERIES: ReadonlySet<OperationName> = new Set(["runQuery"]);

/**
 * Read operations that require an administrator. The API documents this for tokens. For event streams it is our assumption, because they
 * contain the addresses of all event receivers.
 */
const READS_OF_ADMINISTRATORS: ReadonlySet<OperationName> = new Set(["getTokens", "getEventStreams"]);

/**
 * Write operations that members can call. The API documents that a call may be forbidden, but not for which users. We assume that members
 * can use access and that only administrators can configure it.
 */
const WRITES_OF_MEMBERS: ReadonlySet<OperationName> = new Set([
    "createRequest",
    "createRequestComment",
    "remindRequest",
    "remindRequestReviewer",
    // For the next three operations, the handler also checks whether the caller may cancel or decide the request.
    "cancelRequest",
    "approveRequest",
    "denyRequest",
    // The handlers also check that the caller made the request, reviews the items, or creates a token for itself.
    "escalateRequest",
    "reviewCampaignItems",
    "createToken",
    // The handler also checks the token, because members can delete only their own tokens.
    "deleteToken",
]);

/**
 * Write operations that members can call for groups and resources that they administer (vendor guides). They can change the users of the
 * object. They can also remove resources from a group but not add them, which the handler checks. We assume that owners cannot change
 * anything else, although the guides allow it.
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
 * Checks whether the caller's role and the token's access level allow an operation. Called before the body is read.
 * @throws Forbidden if the operation is not allowed
 */
export function mustBeAllowed({ caller, token }: Credential, name: OperationName): void {
    const what = described(name);
    if (token.access_level === "READ_ONLY" && mutates(name)) {
        throw new Forbidden(`The token "${token.token_label}" is read-only and cannot call ${what}.`);
    }
    const open = mutates(name)
        ? WRITES_OF_MEMBERS.has(name) || WRITES_OF_ASSIGNERS.has(name)
        : !READS_OF_ADMINISTRATORS.has(name);
    if (caller.role !== "ADMIN" && !open) {
        throw new Forbidden(`Only administrators can call ${what}, but this token belongs to a member.`);
    }
}

/**
 * If the operation requires it, checks that the caller administers the group or resource in the path.
 * @throws Forbidden if the caller does not
 */
export function mustAdminister(call: ServiceCall): void {
    if (!WRITES_OF_ASSIGNERS.has(call.operation)) return;
    const viewer = new Viewer(call);
    const { groups, resources } = call.store;
    if ("group_id" in call.path && viewer.assigns("groups", groups.get(call.path.group_id).group_id)) return;
    if ("resource_id" in call.path && viewer.assigns("resources", resources.get(call.path.resource_id).resource_id))
        return;
    throw new Forbidden(
        `Only an administrator of the organization, or of the group or resource in the path, can call ${described(call.operation)}.`,
    );
}

function described(name: OperationName): string {
    const { summary }: OperationEntry = operations[name];
    return `${name} (${summary.replace(/\.$/, "")})`;
}
