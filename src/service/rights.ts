import { operations } from "../api/generated/operations.gen.js";
import type { OperationEntry } from "../api/operation.js";
import type { OperationName } from "./area.js";
import type { Credential } from "./credentials.js";
import { Forbidden } from "./errors.js";

/** Reads that have a body, and so are no GET. */
const QUERIES: ReadonlySet<OperationName> = new Set(["runQuery"]);

/** The interface says of no other read that it needs an administrator. */
const READS_OF_ADMINISTRATORS: ReadonlySet<OperationName> = new Set(["getTokens"]);

/**
 * What a member may change. Inferred: of whom the interface allows what, it says only that a caller may be refused. Members live with
 * access; administrators shape it.
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

/** Whether the operation may change something. */
export function mutates(name: OperationName): boolean {
    const { method }: OperationEntry = operations[name];
    return method !== "GET" && !QUERIES.has(name);
}

/** @throws Forbidden when the role of the caller, or the access level of the token, does not allow the operation. */
export function mustBeAllowed({ caller, token }: Credential, name: OperationName): void {
    const { summary }: OperationEntry = operations[name];
    const what = `${name} (${summary.replace(/\.$/, "")})`;
    if (token.access_level === "READ_ONLY" && mutates(name)) {
        throw new Forbidden(`The token ${token.token_label} may only read, which ${what} does not.`);
    }
    const open = mutates(name) ? WRITES_OF_MEMBERS.has(name) : !READS_OF_ADMINISTRATORS.has(name);
    if (caller.role !== "ADMIN" && !open) {
        throw new Forbidden(`Only an administrator may call ${what}; this token is a member's.`);
    }
}
