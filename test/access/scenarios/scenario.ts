import type { Stage } from "./stage.js";

/** One statement about the real service, run on the local one. Expected answers are written by hand, from the source alone. */
export interface Scenario {
    /** Rules of docs/access.md that it tests; empty for a statement that the model does not evaluate. */
    readonly rules: readonly number[];
    /** The statement. */
    readonly says: string;
    /** A page of the vendor's guides, `API` for the description of the API, or `assumption`. */
    readonly source: string;
    play(stage: Stage): Promise<void>;
}
