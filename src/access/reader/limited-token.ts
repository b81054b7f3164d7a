import { type Phrase, prose } from "../../common/phrase.js";
import type { Facts } from "../model/facts/facts.js";
import type { AccessModel } from "../model/model.js";

/** Returns a clause that warns that the facts may be incomplete because the token may not see everything. Empty if it does. */
export function blindSpots(model: AccessModel, facts: Facts): Phrase[] {
    const token = limitedToken(model, facts);
    if (!token || model.administration.grounds.organizationRoles().length === 0) return [];
    return [prose`${token} may not show every object; use the token of an administrator or an auditor`];
}

/** Describes the token that read the facts. Undefined if its user sees everything, because of a role in the organization. */
export function limitedToken({ administration, records }: AccessModel, { readBy }: Facts): Phrase | undefined {
    const [number, reader] = [...records.users].find(([, { id }]) => id === readBy) ?? [];
    if (readBy === undefined || (number !== undefined && administration.seesEverything(number))) return undefined;
    return reader?.email ? prose`the token of ${reader.email}` : prose`a token whose user is not known`;
}
