import { Comparison, type ComparisonOptions, type Row } from "./comparison.js";
import type { FiguredRow } from "./figures.js";
import type { Measured } from "./preview.js";
import { aligned } from "./text-table.js";

export interface ScaleOptions extends Omit<ComparisonOptions, "owners" | "groups"> {
    /** Numbers of objects, half of them groups. Each number gets a row. */
    readonly objects: readonly number[];
}

/** Costs of one object, in milliseconds. */
interface CostOfOne {
    readonly wall: number;
    readonly processor: number | undefined;
}

/** Measures previews of different sizes. */
export async function measureScale({ objects, ...options }: ScaleOptions): Promise<Measured> {
    const rows: Row[] = [];
    let engine = "";
    for (const count of objects) {
        const groups = Math.floor(count / 2);
        // Otherwise the engine writes a checkpoint after each step, which takes longer the larger the state is.
        const env = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
        const comparison = await Comparison.open({ ...options, groups, owners: count - 1 - groups, env });
        engine = comparison.engine;
        try {
            await comparison.create();
            for (let run = 0; run < options.runs; run += 1)
                await comparison.measure(`preview of ${count.toLocaleString("en")}`, (stack) =>
                    stack.preview({ expectNoChanges: true }),
                );
            rows.push(...comparison.rows);
        } finally {
            await comparison.close();
        }
    }
    return { engine, rows };
}

/** A table of the additional cost of one object at each size, relative to the smallest size, and its ratio to the cost at 200. */
export function costsOfOne(rows: readonly FiguredRow[]): string {
    const [smallest, ...larger] = [...rows].sort((a, b) => a.objects - b.objects);
    const reference = larger.find(({ objects }) => objects === 200) ?? larger[0];
    if (!smallest || !reference) return "";
    const times = `times that at ${reference.objects}`;
    const head = ["one object costs", "wall ms", times, "processor ms", times];
    const lines = larger.flatMap((row) =>
        (["ours", "nothing"] as const).map((side) => {
            const cost = costOfOne(row, smallest, side);
            const first = costOfOne(reference, smallest, side);
            return [
                side === "ours" ? `at ${row.objects.toLocaleString("en")}` : "  a provider that does nothing",
                cost.wall.toFixed(1),
                shown(ratio(cost.wall, first.wall), 2),
                shown(cost.processor, 1),
                shown(ratio(cost.processor, first.processor), 2),
            ];
        }),
    );
    return aligned([head, ...lines]);
}

function costOfOne(row: FiguredRow, smallest: FiguredRow, side: "ours" | "nothing"): CostOfOne {
    const [more, less] = [row[side], smallest[side]];
    const each = (seconds: number) => (seconds * 1000) / (row.objects - smallest.objects);
    return {
        wall: each(more.wall.median - less.wall.median),
        processor: more.processor && less.processor ? each(more.processor.median - less.processor.median) : undefined,
    };
}

/** The ratio of two costs; undefined if one of them is unknown, or if the first is not positive. */
function ratio(cost: number | undefined, first: number | undefined): number | undefined {
    return cost !== undefined && first !== undefined && first > 0 ? cost / first : undefined;
}

function shown(value: number | undefined, digits: number): string {
    return value === undefined ? "–" : value.toFixed(digits);
}
