import type { Source } from "../../../provider/live/source.js";
import type { Properties } from "../../../provider/schema/fields.js";
import type { Kind } from "../../../provider/shapes/kind.js";

/** An object on the service that has its own id. */
export interface ServiceObject {
    readonly source: Source;
    readonly id: string;
    readonly live: Properties;
    /** The kind that declares it; undefined if there is none. */
    readonly kind?: Kind;
}
