import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";

/**
 * Repeats a write with an unknown outcome, as often as calls are repeated. `work` first reads what
 * it writes back. The client does not repeat such a write by itself, because the values read for
 * it may be outdated by then.
 */
export async function repeated<T>(client: Client, work: (isAgain: boolean) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
        const since = Date.now();
        try {
            return await work(attempt > 1);
        } catch (error) {
            if (!(error instanceof CallError) || !error.ambiguous) throw error;
            if (!(await client.waitToRepeat(error, attempt, since))) throw error;
        }
    }
}
