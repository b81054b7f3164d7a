import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import type { Facts } from "../model/facts/facts.js";
import type { AccessModel } from "../model/model.js";
import { ORGANIZATION_ROLES } from "../model/rules/roles.js";

/**
 * Returns a clause which warns that the facts may be incomplete because the token may not be able to read every object. Empty if it can.
 */
export function blindSpots(model: AccessModel, facts: Facts): Phrase[] {
    const reason = limitedToken(model, facts);
    if (!reason || model.administration.grounds.organizationRoles().length === 0) return [];
    return [prose`${reason}, so objects that are hidden from it are missing`];
}

/**
 * Why the token that was used to read the facts may not see every object: a clause that names what could not be read, or the roles that its
 * user lacks. Undefined if the user of the token can see everything because of a role in the organization.
 */
export function limitedToken({ administration, records }: AccessModel, { readBy }: Facts): Phrase | undefined {
    const [number, reader] = [...records.users].find(([, { id }]) => id === readBy) ?? [];
    if (readBy === undefined || (number !== undefined && administration.seesEverything(number))) return undefined;
    if (!reader) return prose`the user of the token could not be read`;
    const who = reader.email ?? reader.name;
    const [unread] = ORGANIZATION_ROLES.flatMap((role) => [...administration.holding(role).unknowns]);
    if (unread) {
        const { type, id, because } = unread;
        const name = (type === "group" ? records.groups : records.resources).get(id)?.name ?? id;
        return prose`it is unknown whether the token of ${who} sees every object, because of the ${plain(type)} "${name}": ${because}`;
    }
    const names = administration.grounds
        .organizationRoles()
        .map((id) => prose`"${records.resources.get(id)?.name ?? id}"`);
    if (names.length === 0) return prose`the token of ${who} does not see any role in the organization`;
    return prose`${who} does not hold ${names.length > 1 ? prose`any of the roles` : prose`the role`} ${joined(names, prose`, `)}, whose holders see every object`;
}
