import { type Phrase, prose } from "../../common/phrase.js";
import type { Facts } from "../model/facts/facts.js";
import type { AccessModel } from "../model/model.js";

/** Says, as a clause, that the facts may be incomplete, because their token may not see everything. Nothing if it sees everything. */
export function blindSpots(model: AccessModel, facts: Facts): Phrase[] {
    const token = limitedToken(model, facts);
    if (!token || model.administration.organizationRoles().length === 0) return [];
    return [prose`${token} may not show every object; use the token of an administrator or an auditor`];
}

/** Words for the token that read the facts, unless it sees everything. Whether it does is known if it sees a role in the organization. */
export function limitedToken({ administration, records }: AccessModel, { readBy }: Facts): Phrase | undefined {
    const [number, reader] = [...records.users].find(([, { id }]) => id === readBy) ?? [];
    if (readBy === undefined || (number !== undefined && administration.seesEverything(number))) return undefined;
    return reader?.email ? prose`the token of ${reader.email}` : prose`a token whose user is not known`;
}
