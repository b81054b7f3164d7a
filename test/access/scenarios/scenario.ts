import type { Stage } from "./stage.js";

/** One statement about the real service, played on the local one: what is expected is written by hand, from the source alone. */
export interface Scenario {
    /** Rules of docs/access.md that it is about; empty for a statement that the model does not evaluate. */
    readonly rules: readonly number[];
    /** The statement. */
    readonly says: string;
    /** Page of the vendor's guides, `API` for its description, or `assumption`. */
    readonly source: string;
    play(stage: Stage): Promise<void>;
}
