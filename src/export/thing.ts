import type { Source } from "../live/source.js";
import type { Properties } from "../schema/fields.js";
import type { Kind } from "../shapes/kind.js";

/** An object of the service that has an id of its own. */
export interface Thing {
    readonly source: Source;
    readonly id: string;
    readonly live: Properties;
    /** The kind that declares it; undefined if there is none. */
    readonly kind?: Kind;
}
