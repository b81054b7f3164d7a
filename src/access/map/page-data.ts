import type { Change } from "../model/facts/change.js";
import type { Facts } from "../model/facts/facts.js";

/** The data that is embedded in the page: JSON, compressed with gzip and encoded in Base64. */
export interface PageData {
    readonly title: string;
    readonly facts: Facts;
    /** Changes to show next to the facts, if any. */
    readonly changes?: readonly Change[] | undefined;
}
