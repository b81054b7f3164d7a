import type { Subject } from "../conformance/subject.js";
import { type Fault, faults } from "./faults.js";
import { type Damage, type Plan, type Result, Scenarios } from "./scenario.js";

export const damages: readonly Damage[] = ["lost", "doubled", "widened", "stuck"];

/** A scenario and its result. */
export interface Cell {
    readonly kind: string;
    readonly operation: string;
    /** Index of the faulty request, and the request itself. */
    readonly call: number;
    readonly path: string;
    readonly fault: string;
    readonly result: Result;
}

/** Selection of scenarios. */
export interface Choice {
    /** Returns true for scenarios to run. */
    readonly wants?: (plan: Plan, call: number, fault: Fault) => boolean;
    readonly onCell?: (cell: Cell) => void;
    /** Retries of the client. Default: none, so that every fault reaches the kernel. */
    readonly retries?: number;
}

/** All scenarios of a kind: every request of its creation, updates, replacements and deletion with every applicable fault. */
export async function scenariosOf(
    subject: Subject,
    { wants = () => true, onCell, retries = 0 }: Choice = {},
): Promise<Cell[]> {
    const theatre = await Scenarios.open(subject, retries);
    const cells: Cell[] = [];
    try {
        for (const plan of await theatre.plans()) {
            for (const [call, path] of plan.calls.entries()) {
                for (const fault of faults) {
                    if (fault.hasEffect && path.startsWith("GET ")) continue;
                    if (!wants(plan, call, fault)) continue;
                    const { kind, operation } = plan;
                    const result = await plan.run(call, fault);
                    const cell = { kind, operation, call, path, fault: fault.name, result };
                    cells.push(cell);
                    onCell?.(cell);
                }
            }
        }
    } finally {
        await theatre.close();
    }
    return cells;
}

/** `scenarios N, lost N, doubled N, widened N, stuck N`. */
export function totalsOf(cells: readonly Cell[]): string {
    return [`scenarios ${cells.length}`, ...damages.map((damage) => `${damage} ${countOf(cells, damage)}`)].join(", ");
}

/** Number of cells with this kind of damage. */
export function countOf(cells: readonly Cell[], damage: Damage): number {
    return cells.filter(({ result }) => result.damage === damage).length;
}

/** The scenario and its messages as readable text. */
export function storyOf({ kind, operation, call, path, fault, result }: Cell): string {
    const head = `${result.damage ?? "fine"}: ${kind}, ${operation}, call ${call + 1} (${path}), ${fault}`;
    return [head, ...result.story].join("\n  ");
}
