import { Comparison, type ComparisonOptions, type Row } from "./comparison.js";

/** The results of a command. */
export interface Measured {
    readonly engine: string;
    readonly rows: Row[];
}

/** Measures previews of an unchanged program. */
export async function measurePreview(options: ComparisonOptions): Promise<Measured> {
    const comparison = await Comparison.open(options);
    const nothingToDo = { expectNoChanges: true };
    const target = options.groups > 0 ? "group-0" : "owner";
    try {
        await comparison.create();
        for (let run = 0; run < options.runs; run += 1) {
            await comparison.measure("preview", (stack) => stack.preview(nothingToDo));
            await comparison.measure("preview, parallel diff", (stack) =>
                stack.preview({ ...nothingToDo, parallelDiff: true }),
            );
            await comparison.measure("preview --refresh", (stack) => stack.preview({ ...nothingToDo, refresh: true }));
            await comparison.measure("preview --target one", (stack, urnOf) =>
                stack.preview({ ...nothingToDo, targets: [urnOf(target)] }),
            );
        }
        return { engine: comparison.engine, rows: comparison.rows };
    } finally {
        await comparison.close();
    }
}
