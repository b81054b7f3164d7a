import type { OperationName } from "./generated/operations.gen.js";
import type { Parts } from "./parameters.js";

/** A write that succeeded. Times are the service's, in milliseconds since 1970. */
export interface Write {
    readonly operation: OperationName;
    readonly parts: Parts;
    readonly answer: unknown;
    /** When the last attempt was sent. */
    readonly from: number;
    /** When the answer arrived. */
    readonly at: number;
}
