import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";

/**
 * Runs a write, and repeats it if its outcome is unknown, up to the client's maximum number of retries. `work` must first re-read the
 * values that it sends back. This is why the client does not repeat such a write itself.
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
