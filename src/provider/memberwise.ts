import { CallError, NotFoundError } from "../api/errors.js";
import type { Reading, Writing } from "./subresource.js";
import { type Fields, insideOf, marksOf, type Properties } from "./fields.js";
import { same } from "./normalize.js";
import type { Listing, Operation } from "./operation.js";

/** A set that the interface can only be told of member by member. */
interface Members<Item extends object> {
    /** Name of the subresource. */
    readonly name: string;
    /** The field that names the parent. */
    readonly parentField: string;
    /** The field that holds the set, which is marked `keyedBy`. */
    readonly set: string;
    readonly fields: Fields;
    readonly list: Listing<[parent: string], Item>;
    /** The properties of an entry of the list; undefined for one that is no member. */
    readonly value: (item: Item) => Properties | undefined;
    readonly add: Operation<[key: Properties, body: Record<string, unknown>], unknown>;
    readonly remove: Operation<[key: Properties], unknown>;
}

/** Read and write of such a set for a subresource: the write adds who is missing and removes who is too much, one call each. */
export function memberwise<Item extends object>(
    members: Members<Item>,
): {
    readonly read: Reading<Properties>;
    readonly write: Writing;
    readonly without: (set: Properties, taken: Properties) => Properties;
} {
    const { name, set, list, add, remove } = members;
    const schema = members.fields[set];
    const { shape } = insideOf(insideOf(schema).element);
    const names = [marksOf(schema).keyedBy ?? []].flat();
    const keyOf = (member: Properties): Properties =>
        Object.fromEntries(names.map((key) => [key, member[key] ?? marksOf(shape?.[key]).default]));
    const keysIn = (properties: Properties): Properties[] => {
        const value = properties[set];
        return Array.isArray(value) ? value.map(keyOf) : [];
    };
    const beside = (some: readonly Properties[], others: readonly Properties[]): Properties[] =>
        some.filter((one) => !others.some((other) => same(one, other)));
    return {
        read: {
            operations: [list.name],
            run: async (live, id) => {
                const found = await live.children(name, id, async (client) =>
                    (await list.all(client, id)).map(members.value).filter((member) => member !== undefined),
                );
                return found && { [set]: found.map(keyOf) };
            },
        },
        write: {
            operations: [add.name, remove.name],
            run: async ({ client }, id, document, now) => {
                const [wanted, present] = [keysIn(document), keysIn(now)];
                const keyed = (member: Properties): Properties => ({ [members.parentField]: id, ...member });
                for (const member of beside(wanted, present)) {
                    try {
                        await add.send(client, keyed(member), {});
                    } catch (error) {
                        // To add a member who is in already does no harm, so an answer that never came may be asked for again.
                        if (!(error instanceof CallError) || !error.ambiguous) throw error;
                        await add.send(client, keyed(member), {});
                    }
                }
                for (const member of beside(present, wanted)) {
                    try {
                        await remove.send(client, keyed(member));
                    } catch (error) {
                        // Gone already is what was wanted.
                        if (!(error instanceof NotFoundError)) throw error;
                    }
                }
            },
        },
        without: (all, taken) => ({ [set]: beside(keysIn(all), keysIn(taken)) }),
    };
}
