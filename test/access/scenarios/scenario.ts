import type { Stage } from "./stage.js";

/** One statement about the real service, run on the local one. Expected results are written by hand from the source only. */
export interface Scenario {
    /** Rules of docs/access.md that the scenario tests; empty if the model does not evaluate the statement. */
    readonly rules: readonly number[];
    /** The statement. */
    readonly says: string;
    /** Source of the statement: a page of the vendor's guides, `API` for the API description, or `assumption`. */
    readonly source: string;
    play(stage: Stage): Promise<void>;
}
