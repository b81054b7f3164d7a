import type { Client } from "../api/client.js";
import { foreignJson } from "../api/transport/json.js";
import type { Kind } from "../kernel.js";
import { type Access, type NoAccess, verifyAccess } from "./access/access.js";
import { type Contract, verifyContract } from "./contract/contract.js";
import { omissionsIn } from "./contract/omissions.js";

/** Input of `verify`. */
export interface VerificationInput {
    readonly client: Client;
    readonly kinds: readonly Kind[];
    /** Number of groups and resources to compare. Undefined: all. */
    readonly sample: number | undefined;
    readonly progress?: (done: number, total: number) => void;
}

/** Result of `verify`. */
export interface Verification {
    readonly contract: Contract;
    readonly access: Access | NoAccess;
}

/** `incomplete`: no differences in the contract, but access was not compared. */
export type VerificationVerdict = "agrees" | "disagrees" | "incomplete";

/**
 * Compares the service with the API description and with the access model. Does not change the service. @throws CallError if the service cannot be used at
 * all
 */
export async function verify({ client, kinds, sample, progress = () => {} }: VerificationInput): Promise<Verification> {
    await mustBeUsable(client);
    const contract = await verifyContract({ client, kinds, progress });
    // The address is probably wrong. This call throws an error that explains the problem.
    if (contract.answered.length === 0) await client.call("getGroups");
    const access = await verifyAccess({ client, sample, progress });
    const omissions = "unread" in access ? [] : await omissionsIn(client, access.facts);
    return { contract: { ...contract, findings: [...contract.findings, ...omissions] }, access };
}

/**
 * Checks the address and the token: invalid ones must cause an error instead of reported differences.
 * @throws CallError
 */
async function mustBeUsable(client: Client): Promise<void> {
    const { status, text } = await client.look("getCurrentUser", {});
    if (status === 401 || foreignJson(text) === undefined) await client.call("getCurrentUser");
}

export function verdictOf({ contract, access }: Verification): VerificationVerdict {
    const isDifferent = contract.findings.length > 0 || ("disagreements" in access && access.disagreements.length > 0);
    if (isDifferent) return "disagrees";
    return "unread" in access || access.answers === 0 ? "incomplete" : "agrees";
}
