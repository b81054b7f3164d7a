import type { OperationName } from "../../../api/generated/operations.gen.js";
import { mutates } from "../access/rights.js";

/** A logged call and the status of its response. Headers are not stored, because they contain the token. */
export interface LoggedCall {
    /** Null if the API does not have an operation with this method and path. */
    readonly operation: OperationName | null;
    readonly method: string;
    /** Path relative to the base URL, such as `/groups`. */
    readonly path: string;
    readonly query: Readonly<Record<string, string | readonly string[]>>;
    /**
     * The parsed JSON body, or text if the body is not JSON. Undefined if there was no body, or if the call was refused before the body was
     * read.
     */
    readonly body: unknown;
    /** HTTP status. 0 until the response is sent, and after the connection was closed without a response. */
    readonly status: number;
}

/** A call that has not received a response yet. */
export interface OpenCall {
    /** Adds the body. @param size length of the body text in characters */
    read(body: unknown, size: number): void;
    close(status: number): void;
}

/** Maximum total size of all stored bodies, in characters. */
const BODIES_KEPT = 64 * 1024 * 1024;

interface LogEntry {
    readonly call: { -readonly [Field in keyof LoggedCall]: LoggedCall[Field] };
    size: number;
}

/** A log of the most recent calls, in the order in which they arrived. */
export class CallLog {
    #entries: LogEntry[] = [];
    #size = 0;

    /**
     * @param kept maximum number of calls; older calls are dropped
     * @param bodiesKept maximum total size of all bodies in characters; if it is exceeded, the oldest calls are dropped until the size is
     * half of the maximum
     */
    constructor(
        private readonly kept = Number.POSITIVE_INFINITY,
        private readonly bodiesKept = BODIES_KEPT,
    ) {}

    /** Called when the response to a call has been sent or its connection was closed. */
    onAnswer: ((call: LoggedCall, milliseconds: number) => void) | undefined;

    all(): readonly LoggedCall[] {
        const first = Math.max(0, this.#entries.length - this.kept);
        return this.#entries.slice(first).map(({ call }) => call);
    }

    of(operation: OperationName): readonly LoggedCall[] {
        return this.all().filter((call) => call.operation === operation);
    }

    /** Returns all calls that may change data. */
    writes(): readonly LoggedCall[] {
        return this.all().filter(({ method, operation }) => (operation ? mutates(operation) : method !== "GET"));
    }

    clear(): void {
        this.#entries = [];
        this.#size = 0;
    }

    open(call: Omit<LoggedCall, "status" | "body">): OpenCall {
        const entry: LogEntry = { call: { ...call, body: undefined, status: 0 }, size: 0 };
        const start = performance.now();
        this.#entries.push(entry);
        // Drops old entries in batches, because `splice` is slow.
        if (this.#entries.length >= 2 * this.kept) this.#entries.splice(0, this.#entries.length - this.kept);
        return {
            read: (body, size) => {
                entry.call.body = body;
                entry.size = size;
                this.#size += size;
                if (this.#size > this.bodiesKept) this.forget();
            },
            close: (status) => {
                entry.call.status = status;
                this.onAnswer?.(entry.call, performance.now() - start);
            },
        };
    }

    private forget(): void {
        let first = this.#entries.length;
        this.#size = 0;
        for (const { size } of this.#entries.toReversed()) {
            if (this.#size + size > this.bodiesKept / 2 && first < this.#entries.length) break;
            this.#size += size;
            first -= 1;
        }
        this.#entries.splice(0, first);
    }
}
