import { type Phrase, prose } from "../../common/phrase.js";
import type { Facts } from "../model/facts/facts.js";
import type { AccessModel } from "../model/model.js";

/**
 * Returns a clause which warns that the facts may be incomplete because the token may not be able to read every object. Empty if it can.
 */
export function blindSpots(model: AccessModel, facts: Facts): Phrase[] {
    const token = limitedToken(model, facts);
    if (!token || model.administration.grounds.organizationRoles().length === 0) return [];
    return [prose`${token} may not be able to read every object; use the token of an administrator or an auditor`];
}

/**
 * Describes the token that was used to read the facts. Undefined if the user of the token can see everything because of a role in the
 * organization.
 */
export function limitedToken({ administration, records }: AccessModel, { readBy }: Facts): Phrase | undefined {
    const [number, reader] = [...records.users].find(([, { id }]) => id === readBy) ?? [];
    if (readBy === undefined || (number !== undefined && administration.seesEverything(number))) return undefined;
    return reader?.email ? prose`the token of ${reader.email}` : prose`a token whose user is unknown`;
}
