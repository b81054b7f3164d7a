import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";

/**
 * Does a write again if nobody knows whether it took effect, as often as calls are repeated. `work` reads first what it writes back: the client
 * repeats no such write by itself, since what was read for it is old by then, and somebody else may have written meanwhile.
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
