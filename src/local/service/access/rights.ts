import { type OperationName, operations } from "../../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../../api/operation.js";
import type { Call } from "../http/area.js";
import { Forbidden } from "../http/errors.js";
import type { Credential } from "../tokens/credentials.js";
import { Viewer } from "./viewer.js";

/** Reads with a body, which therefore use another method than GET. */
const QUERIES: ReadonlySet<OperationName> = new Set(["runQuery"]);

/** The API requires an administrator for tokens. Inferred: also for event streams, which name the receivers of all events. */
const READS_OF_ADMINISTRATORS: ReadonlySet<OperationName> = new Set(["getTokens", "getEventStreams"]);

/**
 * What a member may change. Inferred: the API only states that a call may be refused, not to whom. Members use
 * access; administrators configure it.
 */
const WRITES_OF_MEMBERS: ReadonlySet<OperationName> = new Set([
    "createRequest",
    "createRequestComment",
    "remindRequest",
    "remindRequestReviewer",
    // These three look at the request too: it must be the caller's to cancel or to decide.
    "cancelRequest",
    "approveRequest",
    "denyRequest",
    // Looks at the token too: a member may delete their own.
    "deleteToken",
]);

/**
 * What members may change in a group or a resource that they administer: who has it, and, as the handler checks, fewer resources of a group
 * (vendor guides). Inferred: owners change nothing else here, although the guides allow it.
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

/** Whether the operation may change something. */
export function mutates(name: OperationName): boolean {
    const { method }: OperationEntry = operations[name];
    return method !== "GET" && !QUERIES.has(name);
}

/**
 * Runs before the call is read: checks the role and the token.
 * @throws Forbidden if the role of the caller, or the access level of the token, does not allow the
 * operation.
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

/** Runs before the call is carried out. @throws Forbidden to a member who does not administer the group or the resource in the path */
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
