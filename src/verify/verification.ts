import { jsonOf } from "../api/answer.js";
import type { Client } from "../api/client.js";
import type { Source } from "../live/source.js";
import type { Kind } from "../shapes/kind.js";
import { type Access, type NoAccess, verifyAccess } from "./access.js";
import { type Contract, verifyContract } from "./contract.js";
import { omissionsIn } from "./omissions.js";

/** What is verified, and with what. */
export interface Subject {
    readonly client: Client;
    readonly kinds: readonly Kind[];
    /** Sources of objects that are no kind, such as users. */
    readonly others: readonly Source[];
    /** Number of groups and resources whose holders are compared. Undefined: all. */
    readonly sample: number | undefined;
    readonly progress?: (done: number, total: number) => void;
}

/** How the service agrees with what this version knows of it. */
export interface Verification {
    readonly contract: Contract;
    readonly access: Access | NoAccess;
}

/** `disagrees`: something differs. `incomplete`: nothing differs in what was compared, and access was not compared at all. */
export type Verdict = "agrees" | "disagrees" | "incomplete";

/** Compares the service with the API and with the access model. It only reads. @throws CallError if the service cannot be used at all */
export async function verify({ client, kinds, others, sample, progress = () => {} }: Subject): Promise<Verification> {
    await mustBeUsable(client);
    const contract = await verifyContract({ client, kinds, others, progress });
    const access = await verifyAccess({ client, sample, progress });
    const omissions = "unread" in access ? [] : await omissionsIn(client, access.facts);
    return { contract: { ...contract, findings: [...contract.findings, ...omissions] }, access };
}

/** A wrong address or token is an error, not a disagreement. @throws CallError */
async function mustBeUsable(client: Client): Promise<void> {
    const { status, text } = await client.look("getCurrentUser", {});
    if (status === 401 || jsonOf(text) === undefined) await client.call("getCurrentUser");
}

export function verdictOf({ contract, access }: Verification): Verdict {
    const isDifferent = contract.findings.length > 0 || ("disagreements" in access && access.disagreements.length > 0);
    if (isDifferent) return "disagrees";
    return "unread" in access || access.answers === 0 ? "incomplete" : "agrees";
}
