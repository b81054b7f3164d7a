import type { OperationName } from "../../../api/generated/operations.gen.js";
import { mutates } from "../access/rights.js";

/** A call and the status of its answer. Headers are not stored, because they contain the token. */
export interface LoggedCall {
    /** Null if no operation of the API has this method and path. */
    readonly operation: OperationName | null;
    readonly method: string;
    /** Below the base URL, such as `/groups`. */
    readonly path: string;
    readonly query: Readonly<Record<string, string | readonly string[]>>;
    /** Parsed JSON, or text if the body is not JSON. Undefined if there is none, or if the call was refused before its body was read. */
    readonly body: unknown;
    /** 0 until the call is answered. Stays 0 if the connection was cut. */
    readonly status: number;
}

/** A call that is not answered yet. */
export interface OpenCall {
    /** Adds the body. @param size characters of its text */
    read(body: unknown, size: number): void;
    close(status: number): void;
}

/** Maximum number of characters of all stored bodies. */
const BODIES_KEPT = 64 * 1024 * 1024;

interface Entry {
    readonly call: { -readonly [Field in keyof LoggedCall]: LoggedCall[Field] };
    size: number;
}

/** A log of the most recent calls, in order of arrival. */
export class CallLog {
    #entries: Entry[] = [];
    #size = 0;

    /**
     * @param kept maximum number of calls; older ones are dropped
     * @param bodiesKept maximum characters of all bodies; when exceeded, the oldest calls are dropped until half of it remains
     */
    constructor(
        private readonly kept = Number.POSITIVE_INFINITY,
        private readonly bodiesKept = BODIES_KEPT,
    ) {}

    /** Receives each call when it is answered or its connection is cut. */
    onAnswer: ((call: LoggedCall, milliseconds: number) => void) | undefined;

    all(): readonly LoggedCall[] {
        const first = Math.max(0, this.#entries.length - this.kept);
        return this.#entries.slice(first).map(({ call }) => call);
    }

    of(operation: OperationName): readonly LoggedCall[] {
        return this.all().filter((call) => call.operation === operation);
    }

    /** All calls except reads. */
    writes(): readonly LoggedCall[] {
        return this.all().filter(({ method, operation }) => (operation ? mutates(operation) : method !== "GET"));
    }

    clear(): void {
        this.#entries = [];
        this.#size = 0;
    }

    open(call: Omit<LoggedCall, "status" | "body">): OpenCall {
        const entry: Entry = { call: { ...call, body: undefined, status: 0 }, size: 0 };
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
