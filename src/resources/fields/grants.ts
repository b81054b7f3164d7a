import { z } from "zod";
import { evaluated, laterWidens, moreWidens, unevaluated } from "../../provider/schema/access.js";
import { field } from "../../provider/schema/fields.js";
import type { Ends } from "../../provider/shapes/kind.js";
import { minutes } from "./values.js";

/** Longest duration that the API accepts, in minutes. */
export const MAX_MINUTES = 153_722_867;

// Each kind also names this type in its interfaces, because TypeScript drops the comments of spread fields from
// declaration files.
/** Fields of every expiring grant, in addition to its key. */
export const grantFields = {
    /** Minutes until it ends. 0: no end, the default for a new one. */
    durationMinutes: evaluated(field(minutes(0).max(MAX_MINUTES), { wire: { whenNew: 0 } }), laterWidens(0)).optional(),
    /** Grants it again after it expires. Otherwise it stays expired. */
    renew: unevaluated(field(z.boolean(), { onChange: "local" }), moreWidens, { isHarmlessWhenNew: true }).optional(),
};

/** Part of a key: the access level on the object whose id is in the field `levelOf`. Default: the default level. */
export function accessLevel(levelOf: string) {
    return field(z.string(), { standard: "", refersTo: { levelOf } }).optional();
}

/** Properties that determine when a grant ends. */
export const grantEnds: Ends = { duration: "durationMinutes", date: "expirationDate", renew: "renew" };
