import type { Operation } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import {
    BadRequestError,
    CallError,
    ConflictError,
    ForbiddenError,
    InvalidCallError,
    MalformedAnswerError,
    NotFoundError,
    UnexpectedStatusError,
} from "../../api/errors.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import { isObject } from "../../common/properties.js";
import { Batcher } from "./batcher.js";

/** A write of one object. */
interface BulkEntry {
    readonly id: string;
    readonly body: object;
}

/** Outcome for one object: its entry in the response, or the reason why it may not have been written. */
type BulkOutcome = { readonly answer: object } | { readonly error: unknown };

/** Maximum number of objects per call. */
const MOST = 50;

/**
 * Lets callers write single objects through a bulk operation. Writes that arrive while a call is running are batched into the next call. If
 * the service refuses a batch, each object is sent separately, so that only the invalid ones fail. If the response does not list an object,
 * it is unknown whether the object was written, even after a status 200.
 */
export function bulk(
    name: OperationName,
    /** The property of the request body that lists the objects. */
    list: string,
    /** The property of an entry that contains the id of its object. */
    key: string,
): Operation<[id: string, body: object], object> {
    const writers = new WeakMap<Client, Writer>();
    const writerOf = (client: Client): Writer => {
        const known = writers.get(client);
        if (known) return known;
        const writer = new Writer(
            async (entries) => {
                const body = { [list]: entries.map(({ id, body }) => ({ [key]: id, ...body })) };
                const answered = Reflect.get(Object(await client.send(name, { body })), list);
                const listed = Array.isArray(answered) ? answered.filter(isObject) : [];
                return new Map(listed.map((one) => [String(one[key]), one]));
            },
            (id) => doubt(name, `returned 200, but does not list the ${key} ${id}`),
        );
        writers.set(client, writer);
        return writer;
    };
    return { name, echoes: true, send: (client, id, body) => writerOf(client).write({ id, body }) };
}

/** Error for a successful response that contradicts the request. */
export function doubt(name: OperationName, outcome: string): MalformedAnswerError {
    const { summary, method, path } = operations[name];
    return new MalformedAnswerError(
        { operation: name, summary, method, path, status: 200 },
        outcome,
        "Report it to the operator of the service, or of the proxy in front of it.",
        true,
    );
}

class Writer {
    private readonly together = new Batcher((entries: readonly BulkEntry[]) => this.writeAll(entries));
    /** Objects of a call with an unknown outcome. Any of them may be the cause, so each is sent separately. */
    private readonly suspects = new Set<string>();

    constructor(
        /** Sends the entries. Returns the written objects, by id. */
        private readonly send: (entries: readonly BulkEntry[]) => Promise<ReadonlyMap<string, object>>,
        /** Creates the error for an object that the response does not list. */
        private readonly unmentioned: (id: string) => CallError,
    ) {}

    async write(entry: BulkEntry): Promise<object> {
        const outcome = await this.together.ask(entry);
        if ("error" in outcome) throw outcome.error;
        return outcome.answer;
    }

    /** Outcome of each entry, in the order of the entries. */
    private async writeAll(entries: readonly BulkEntry[]): Promise<readonly BulkOutcome[]> {
        const outcomes = new Map<BulkEntry, BulkOutcome>();
        for (let left = entries; left.length > 0; ) {
            const [some, others] = this.part(left);
            for (const [entry, outcome] of await this.tried(some)) outcomes.set(entry, outcome);
            left = others;
        }
        // Every entry has an outcome at this point.
        return entries.map((entry) => outcomes.get(entry) as BulkOutcome);
    }

    /**
     * Splits off the next call. Two writes of the same object are sent one after the other, and objects of a call with an unknown outcome
     * are sent separately.
     */
    private part([first, ...others]: readonly BulkEntry[]): [some: BulkEntry[], others: BulkEntry[]] {
        const [some, left]: [BulkEntry[], BulkEntry[]] = [first ? [first] : [], []];
        if (!first || this.suspects.has(first.id)) return [some, others];
        const ids = new Set([first.id]);
        for (const entry of others) {
            const fits = some.length < MOST && !ids.has(entry.id) && !this.suspects.has(entry.id);
            (fits ? some : left).push(entry);
            ids.add(entry.id);
        }
        return [some, left];
    }

    /** Returns each entry with its outcome. Sends all entries in one call, or each in its own call if the service refuses that. */
    private async tried(entries: readonly BulkEntry[]): Promise<[BulkEntry, BulkOutcome][]> {
        try {
            const written = await this.send(entries);
            return entries.map((entry) => {
                const answer = written.get(entry.id);
                if (answer) this.suspects.delete(entry.id);
                else this.suspects.add(entry.id);
                return [entry, answer ? { answer } : { error: this.unmentioned(entry.id) }];
            });
        } catch (error) {
            if (entries.length === 1) return entries.map((entry) => [entry, { error }]);
            if (error instanceof CallError && error.ambiguous) for (const { id } of entries) this.suspects.add(id);
            if (!isRefusal(error)) return entries.map((entry) => [entry, { error }]);
            const apart: [BulkEntry, BulkOutcome][] = [];
            for (const entry of entries) apart.push(...(await this.tried([entry])));
            return apart;
        }
    }
}

/** Whether an error shows that no object was written because the request was invalid. */
function isRefusal(error: unknown): boolean {
    return error instanceof CallError && !error.ambiguous && refusals.some((one) => error instanceof one);
}

const refusals = [
    BadRequestError,
    ConflictError,
    ForbiddenError,
    InvalidCallError,
    NotFoundError,
    UnexpectedStatusError,
];
