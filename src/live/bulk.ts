import type { Client } from "../api/client.js";
import { BadRequestError, ConflictError, ForbiddenError, NotFoundError } from "../api/errors.js";
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
    const writers = new WeakMap<Client, Together<Entry, Outcome>>();
    const send = (client: Client, entries: readonly Entry[]): Promise<unknown> =>
        client.send(name, { body: { [list]: entries.map(({ id, body }) => ({ [key]: id, ...body })) } });
    const writerOf = (client: Client): Together<Entry, Outcome> => {
        const known = writers.get(client);
        if (known) return known;
        const writer = new Together((entries: readonly Entry[]) => sent(entries, (some) => send(client, some)));
        writers.set(client, writer);
        return writer;
    };
    return {
        name,
        send: async (client, id, body) => {
            const outcome = await writerOf(client).ask({ id, body });
            if ("error" in outcome) throw outcome.error;
            return outcome.answer;
        },
    };
}

/** What became of each entry, in their order. */
async function sent(
    entries: readonly Entry[],
    send: (entries: readonly Entry[]) => Promise<unknown>,
): Promise<readonly Outcome[]> {
    const outcomes = new Map<Entry, Outcome>();
    for (let left = [...entries]; left.length > 0; left = left.filter((entry) => !outcomes.has(entry))) {
        // Two writes of one object follow each other.
        const firsts = left.filter(({ id }, at) => left.findIndex((other) => other.id === id) === at).slice(0, MOST);
        const outcome = await outcomeOf(send(firsts));
        const isRefused =
            "error" in outcome && firsts.length > 1 && refusals.some((one) => outcome.error instanceof one);
        for (const entry of firsts) outcomes.set(entry, isRefused ? await outcomeOf(send([entry])) : outcome);
    }
    // Each of them has got one.
    return entries.map((entry) => outcomes.get(entry) as Outcome);
}

/** Errors that tell that nothing was written, because of what was sent. */
const refusals = [BadRequestError, ConflictError, ForbiddenError, NotFoundError];

async function outcomeOf(answer: Promise<unknown>): Promise<Outcome> {
    return answer.then(
        (value) => ({ answer: value }),
        (error: unknown) => ({ error }),
    );
}
