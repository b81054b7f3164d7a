import { z } from "zod";
import { evaluated, laterWidens, moreWidens, unevaluated } from "../../provider/schema/access.js";
import { field } from "../../provider/schema/fields.js";
import type { Ends } from "../../provider/shapes/kind.js";
import { minutes } from "./values.js";

/** The longest duration that the API takes, in minutes. */
const longest = 153_722_867;

// The interfaces of a kind name it beside the kind's own fields, because a declaration file keeps no comments of what is spread into them.
/** Fields of every expiring grant besides its key. */
export const grantFields = {
    /** Minutes until it ends. 0: no end, the default for a new one. */
    durationMinutes: evaluated(field(minutes(0).max(longest), { wire: { whenNew: 0 } }), laterWidens(0)).optional(),
    /** Grants it again after it expires. Otherwise it stays expired. */
    renew: unevaluated(field(z.boolean(), { onChange: "local" }), moreWidens, { isHarmlessWhenNew: true }).optional(),
};

/** Access level, as a part of a key, of the object whose id is in the field `levelOf`. Default: the default level. */
export function accessLevel(levelOf: string) {
    return field(z.string(), { standard: "", refersTo: { levelOf } }).optional();
}

/** The property in which the service returns the end of a grant. */
export const grantEnds: Ends = { duration: "durationMinutes", date: "expirationDate", renew: "renew" };
