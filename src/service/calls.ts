import type { OperationName } from "./area.js";

/** One call as it came in, and the status it was answered with. Headers are not kept, so the token is not either. */
export interface LoggedCall {
    /** Null where no operation of the interface has this method and path. */
    readonly operation: OperationName | null;
    readonly method: string;
    /** Below the base URL, such as `/groups`. */
    readonly path: string;
    readonly query: Readonly<Record<string, string | readonly string[]>>;
    /** As sent: the parsed JSON, or the text where it is none. */
    readonly body: unknown;
    /** 0 until the call is answered, and for good where the connection was cut instead. */
    readonly status: number;
}

/** The last calls in order of arrival. */
export class CallLog {
    readonly #calls: LoggedCall[] = [];

    /** @param kept so many are kept; the older ones are forgotten */
    constructor(private readonly kept = Number.POSITIVE_INFINITY) {}

    /** Called when a call is answered or cut. */
    onAnswer: ((call: LoggedCall, milliseconds: number) => void) | undefined;

    all(): readonly LoggedCall[] {
        return this.#calls.length > this.kept ? this.#calls.slice(-this.kept) : [...this.#calls];
    }

    of(operation: OperationName): readonly LoggedCall[] {
        return this.all().filter((call) => call.operation === operation);
    }

    /** All calls but the reading ones. */
    writes(): readonly LoggedCall[] {
        return this.all().filter((call) => call.method !== "GET");
    }

    clear(): void {
        this.#calls.length = 0;
    }

    /** Adds a call; what comes back sets its status. */
    open(call: Omit<LoggedCall, "status">): (status: number) => void {
        const logged = { ...call, status: 0 };
        const start = performance.now();
        this.#calls.push(logged);
        // Many at once, so that a call seldom pays for it.
        if (this.#calls.length >= 2 * this.kept) this.#calls.splice(0, this.#calls.length - this.kept);
        return (status) => {
            logged.status = status;
            this.onAnswer?.(logged, performance.now() - start);
        };
    }
}
