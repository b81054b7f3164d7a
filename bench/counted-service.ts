import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Number of calls in a run, and how many of them were writes. */
export interface Calls {
    readonly calls: number;
    readonly writes: number;
}

/** The local service in a separate process, so that its time does not count as that of a run. Needs `npm run build`. */
export class CountedService {
    private constructor(
        private readonly process: ChildProcess,
        readonly url: string,
        readonly token: string,
    ) {}

    /** @param latency additional milliseconds for each call */
    static async start(latency: number): Promise<CountedService> {
        const child = fork(join(__dirname, "counted-service-process.js"), [String(latency)], { execArgv: [] });
        const { url, token } = await answerOf<{ url: string; token: string }>(child);
        return new CountedService(child, url, token);
    }

    get processId(): number {
        return this.process.pid ?? 0;
    }

    clear(): Promise<Calls> {
        return this.#ask("clear");
    }

    count(): Promise<Calls> {
        return this.#ask("count");
    }

    close(): void {
        this.process.kill();
    }

    #ask(order: "clear" | "count"): Promise<Calls> {
        this.process.send(order);
        return answerOf(this.process);
    }
}

/** Waits for a message of the service. @throws Error if the service ends instead; its output shows the reason */
async function answerOf<T>(child: ChildProcess): Promise<T> {
    const listening = new AbortController();
    const ended = once(child, "exit", listening).then(() => {
        throw new Error("The local service ended. Run `npm run build` first.");
    });
    try {
        const [answer] = await Promise.race([once(child, "message", listening), ended]);
        return answer as T; // counted-service-process.js sends nothing else
    } finally {
        listening.abort();
    }
}
