import type { Subject } from "../conformance/subject.js";
import { type Fault, faults } from "./faults.js";
import { type Damage, type Plan, type Result, Theatre } from "./scenario.js";

export const damages: readonly Damage[] = ["lost", "doubled", "widened", "stuck"];

/** A scenario and what came of it. */
export interface Cell {
    readonly kind: string;
    readonly operation: string;
    /** Number of the call, and the call. */
    readonly call: number;
    readonly path: string;
    readonly fault: string;
    readonly result: Result;
}

/** What of the matrix is wanted. */
export interface Choice {
    /** True for a scenario to run. */
    readonly wants?: (plan: Plan, call: number, fault: Fault) => boolean;
    readonly onCell?: (cell: Cell) => void;
    /** How often the client repeats a call; not at all if left out, so that the kernel sees every fault. */
    readonly retries?: number;
}

/** Every scenario of a kind: each call of its creation, updates, replacements and deletion, struck by each fault that can strike it. */
export async function scenariosOf(
    subject: Subject,
    { wants = () => true, onCell, retries = 0 }: Choice = {},
): Promise<Cell[]> {
    const theatre = await Theatre.open(subject, retries);
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

/** How often something was lost, doubled, widened or stuck. */
export function countOf(cells: readonly Cell[], damage: Damage): number {
    return cells.filter(({ result }) => result.damage === damage).length;
}

/** The scenario and what was seen in it, as people read it. */
export function storyOf({ kind, operation, call, path, fault, result }: Cell): string {
    const head = `${result.damage ?? "fine"}: ${kind}, ${operation}, call ${call + 1} (${path}), ${fault}`;
    return [head, ...result.story].join("\n  ");
}
