import { Comparison, type ComparisonOptions } from "./comparison.js";
import type { Measured } from "./preview.js";

/** Measures creating, changing and deleting. Each run starts with an empty stack. */
export async function measureUp(options: ComparisonOptions): Promise<Measured> {
    const comparison = await Comparison.open(options);
    try {
        for (let run = 0; run < options.runs; run += 1) {
            await comparison.configure("description", "A group of the bench");
            await comparison.configure("edited", "Owns them");
            await comparison.measure("create all", (stack) => stack.up());
            await comparison.measure("nothing to do", (stack) => stack.up({ expectNoChanges: true }));
            await comparison.configure("edited", "Owns all groups");
            await comparison.measure("one edit", (stack) => stack.up());
            await comparison.configure("description", "Another description");
            await comparison.measure("change every group", (stack) => stack.up());
            await comparison.measure("destroy", (stack) => stack.destroy());
        }
        return { engine: comparison.engine, rows: comparison.rows };
    } finally {
        await comparison.close();
    }
}
