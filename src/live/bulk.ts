import type { Client } from "../api/client.js";
import {
    BadRequestError,
    CallError,
    ConflictError,
    ForbiddenError,
    InvalidCallError,
    NotFoundError,
    UnexpectedStatusError,
} from "../api/errors.js";
import type { OperationName } from "../api/generated/operations.gen.js";
import type { Operation } from "./operation.js";
import { Together } from "./together.js";

/** What is written of an object. */
interface Entry {
    readonly id: string;
    readonly body: object;
}

/** What became of it. */
type Outcome = { readonly answer: unknown } | { readonly error: unknown };

/** So many objects go into one call at most. */
const MOST = 50;

/**
 * An operation that writes several objects, as one that writes one: while a call is under way, or waits for its turn, the next ones come
 * together. If the service refuses them as a whole, each goes by itself, so that only those fail that are at fault.
 */
export function bulk(
    name: OperationName,
    /** The property of the body that lists the objects. */
    list: string,
    /** The property of an entry that holds its id. */
    key: string,
): Operation<[id: string, body: object], unknown> {
    const writers = new WeakMap<Client, Writer>();
    const writerOf = (client: Client): Writer => {
        const known = writers.get(client);
        if (known) return known;
        const writer = new Writer((entries) =>
            client.send(name, { body: { [list]: entries.map(({ id, body }) => ({ [key]: id, ...body })) } }),
        );
        writers.set(client, writer);
        return writer;
    };
    return { name, send: (client, id, body) => writerOf(client).write({ id, body }) };
}

class Writer {
    private readonly together = new Together((entries: readonly Entry[]) => this.writeAll(entries));
    /** Objects of a call of which nobody knows what became of it: one of them may be the cause, and the others must not fail with it again. */
    private readonly suspects = new Set<string>();

    constructor(private readonly send: (entries: readonly Entry[]) => Promise<unknown>) {}

    async write(entry: Entry): Promise<unknown> {
        const outcome = await this.together.ask(entry);
        if ("error" in outcome) throw outcome.error;
        return outcome.answer;
    }

    /** What became of each entry, in their order. */
    private async writeAll(entries: readonly Entry[]): Promise<readonly Outcome[]> {
        const outcomes = new Map<Entry, Outcome>();
        for (let left = entries; left.length > 0; ) {
            const [some, others] = this.part(left);
            const outcome = await this.outcomeOf(some);
            const isApart = some.length > 1 && "error" in outcome && isRefusal(outcome.error);
            for (const entry of some) outcomes.set(entry, isApart ? await this.outcomeOf([entry]) : outcome);
            left = others;
        }
        // Each of them has got one.
        return entries.map((entry) => outcomes.get(entry) as Outcome);
    }

    /** Those that go into the next call, and those that do not: two writes of one object follow each other, and a suspect goes alone. */
    private part([first, ...others]: readonly Entry[]): [some: Entry[], others: Entry[]] {
        const [some, left]: [Entry[], Entry[]] = [first ? [first] : [], []];
        if (!first || this.suspects.has(first.id)) return [some, others];
        const ids = new Set([first.id]);
        for (const entry of others) {
            const fits = some.length < MOST && !ids.has(entry.id) && !this.suspects.has(entry.id);
            (fits ? some : left).push(entry);
            ids.add(entry.id);
        }
        return [some, left];
    }

    private async outcomeOf(entries: readonly Entry[]): Promise<Outcome> {
        try {
            const answer = await this.send(entries);
            for (const { id } of entries) this.suspects.delete(id);
            return { answer };
        } catch (error) {
            const isInDoubt = error instanceof CallError && error.ambiguous;
            if (isInDoubt && entries.length > 1) for (const { id } of entries) this.suspects.add(id);
            return { error };
        }
    }
}

/** Whether an error tells that nothing was written, because of what was sent. */
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
