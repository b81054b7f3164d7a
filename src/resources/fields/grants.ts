import { z } from "zod";
import {
    evaluated,
    fewerWidens,
    harmlessWhenNew,
    laterWidens,
    moreWidens,
    unevaluated,
} from "../../provider/schema/access.js";
import { field } from "../../provider/schema/fields.js";
import type { Expiration } from "../../provider/shapes/kind.js";
import { minutesField, momentWithin } from "./values.js";

/** Longest duration that the API accepts, in minutes. */
export const MAX_MINUTES = 153_722_867;

// Kinds include the type of these fields in their interfaces, because TypeScript drops the comments of spread fields from declaration
// files.
/** Fields shared by all grants that can expire. Each kind adds the fields of its key. */
export const grantFields = {
    /** Minutes until the grant expires. 0: never (default for a new grant). */
    durationMinutes: evaluated(
        field(minutesField(0).max(MAX_MINUTES), { wire: { whenNew: 0 } }),
        laterWidens(0),
    ).optional(),
    /** Renews the grant after it expires. Default: an expired grant stays expired. */
    renew: harmlessWhenNew(unevaluated(field(z.boolean(), { onChange: "local" }), moreWidens)).optional(),
};

/** Field shared by complete sets of access that people can request. */
export const requestedField = {
    /** Also removes members with an approved request. Default: false, they stay and are not drift. */
    removeRequested: harmlessWhenNew(unevaluated(field(z.boolean(), { onChange: "local" }), fewerWidens)).optional(),
};

/** Field shared by the elements of complete sets of grants that can expire. */
export const endField = {
    /**
     * When the access expires, as an ISO date; null if it does not. Default: new access does not expire, and the date of existing access is
     * unmanaged. Access that has expired as declared is not drift.
     */
    expirationDate: evaluated(momentWithin(MAX_MINUTES).nullable(), laterWidens()).optional(),
};

/** Key field for an access level of the object whose id is in the field `levelOf`. If omitted, the default level. */
export function accessLevel(levelOf: string) {
    return field(z.string(), { standard: "", refersTo: { levelOf } }).optional();
}

/** Properties that determine when a grant expires. */
export const grantEnds: Expiration = { duration: "durationMinutes", date: "expirationDate", renew: "renew" };
