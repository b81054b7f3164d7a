import type { Client } from "../../api/client.js";
import { CallError, TimedOutError, UnreachableError } from "../../api/errors.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../api/operation.js";
import { type Parts, problemOf } from "../../api/parameters.js";
import type { Findings } from "../finding.js";
import { checkAnswer, type Observed } from "./answer-check.js";

/** Result of one call. */
export interface Seen {
    readonly parts: Parts;
    /** Undefined if there was no response. */
    readonly status?: number;
    /** The body of a successful response, without items that do not match the schema. */
    readonly value?: unknown;
}

/** Makes each call once, and checks every response against its schema. */
export class ContractCaller {
    readonly observed: Observed = { svc: 0, opal: 0, eventTypes: new Set() };
    readonly #seen = new Map<string, Promise<Seen>>();
    #calls = 0;

    constructor(
        private readonly client: Client,
        private readonly findings: Findings,
    ) {}

    get calls(): number {
        return this.#calls;
    }

    /** @throws UnreachableError */
    look(operation: OperationName, parts: Parts): Promise<Seen> {
        const key = `${operation} ${JSON.stringify(parts)}`;
        const known = this.#seen.get(key);
        if (known) return known;
        const seen = this.lookAgain(operation, parts);
        this.#seen.set(key, seen);
        return seen;
    }

    /** Same as `look`, but always makes a new call. */
    async lookAgain(operation: OperationName, parts: Parts): Promise<Seen> {
        const entry: OperationEntry = operations[operation];
        if (problemOf(entry, parts) !== undefined) return { parts };
        this.#calls += 1;
        try {
            const { status, text } = await this.client.look(operation, parts);
            if (entry.answers[status] === undefined) return { parts, status };
            return {
                parts,
                status,
                value: checkAnswer(operation, status, text, this.findings, this.observed),
            };
        } catch (error) {
            if (!(error instanceof CallError) || error instanceof UnreachableError) throw error;
            if (error instanceof TimedOutError) this.findings.add("status", operation, "no response in time");
            return { parts };
        }
    }
}

/** Returns the items of a list. Empty if the response does not contain a list. */
export function listedItems(operation: OperationName, value: unknown): readonly object[] {
    const { paging }: OperationEntry = operations[operation];
    const items: unknown = paging?.items === undefined ? undefined : Reflect.get(Object(value), paging.items);
    if (Array.isArray(items)) return items.filter((item) => typeof item === "object" && item !== null);
    return paging && Array.isArray(value) ? value : [];
}
