import type { OperationName } from "./generated/operations.gen.js";
import type { Parts } from "./parameters.js";

/** A successful write. Times are in milliseconds since 1970, by the service's clock. */
export interface Write {
    readonly operation: OperationName;
    readonly parts: Parts;
    readonly answer: unknown;
    /** When the last attempt of the write was sent. */
    readonly from: number;
    /** When the response arrived. */
    readonly at: number;
}
