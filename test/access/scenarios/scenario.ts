import { describe, test } from "vitest";
import { Stage } from "./stage.js";

/** One statement about the real service. */
interface Scenario {
    readonly rules: readonly number[];
    readonly source: string;
    readonly says: string;
}

/** The scenarios in the order in which their files declare them. */
export const SCENARIOS: Scenario[] = [];

/**
 * Tests one statement about the real service on the local one. Expected results are written by hand from the source only.
 * @param rules rules of docs/access.md that the scenario tests; empty if the model does not evaluate the statement
 * @param source a page of the vendor's guides, `API` for the API description, or `assumption`
 */
export function scenario(
    rules: readonly number[],
    source: string,
    says: string,
    play: (stage: Stage) => Promise<void>,
): void {
    SCENARIOS.push({ rules, source, says });
    describe(says, () => {
        test(`rule ${rules.join(", ") || "none"}, ${source}`, async () => {
            const stage = await Stage.open();
            try {
                await play(stage);
            } finally {
                await stage.close();
            }
        });
    });
}
