import type { Client } from "../api/client.js";
import { NotFoundError } from "../api/errors.js";
import type { Source } from "../live/live.js";
import type { Listing, Operation } from "../live/operation.js";
import { type Fields, insideOf, marksOf, type Properties } from "../schema/fields.js";
import { identityText } from "../schema/pairing.js";
import { toWire } from "../schema/wire.js";
import type { Reading, Writing } from "./subresource.js";

/** A set that the API can only be told of member by member. */
interface Members<Item extends object> {
    /** Name of the subresource. */
    readonly name: string;
    /** Where the object is read that the set belongs to. */
    readonly parent: Source;
    /** The field that names it. */
    readonly parentField: string;
    /** The field that holds the set, whose mark `identity` names fields. */
    readonly set: string;
    readonly fields: Fields;
    readonly list: Listing<[parent: string], Item>;
    /** The properties of an entry of the list; undefined for one that is no member. */
    readonly value: (item: Item) => Properties | undefined;
    readonly add: Operation<[key: Properties, body: Properties], unknown>;
    /** What the API wants of a new member beside its key. */
    readonly whenNew: Properties;
    readonly remove: Operation<[key: Properties], unknown>;
}

/** Read and write of such a set for a subresource: the write adds who is missing and removes who is too much, one call each. */
export function memberwise<Item extends object>(
    members: Members<Item>,
): { readonly read: Reading<Properties>; readonly write: Writing } {
    const { name, set, list, add, remove } = members;
    const schema = members.fields[set];
    const { shape } = insideOf(insideOf(schema).element);
    const { identity } = marksOf(schema);
    const names = typeof identity === "function" ? [] : [identity ?? []].flat();
    const keyOf = (member: Properties): Properties =>
        Object.fromEntries(names.map((key) => [key, member[key] ?? marksOf(shape?.[key]).default]));
    const keysIn = (properties: Properties): Properties[] => {
        const value = properties[set];
        return Array.isArray(value) ? value.map(keyOf) : [];
    };
    const beside = (some: readonly Properties[], others: readonly Properties[]): Properties[] => {
        const known = new Set(others.map((other) => identityText(schema, other)));
        return some.filter((one) => !known.has(identityText(schema, one)));
    };
    const membersOf = async (client: Client, id: string): Promise<Properties[]> =>
        (await list.all(client, id)).map(members.value).filter((member) => member !== undefined);
    return {
        read: {
            operations: [list.name],
            run: async (live, id) => {
                const found = await live.part(name, members.parent, id, (client) => membersOf(client, id));
                return found && { [set]: found.map(keyOf) };
            },
        },
        write: {
            operations: [add.name, remove.name],
            run: async ({ client }, id, document, now) => {
                const [wanted, present] = [keysIn(document), keysIn(now)];
                const keyed = (member: Properties): Properties => ({ [members.parentField]: id, ...member });
                for (const member of beside(wanted, present))
                    await add.send(client, keyed(member), toWire(members.whenNew));
                const refused: NotFoundError[] = [];
                for (const member of beside(present, wanted)) {
                    try {
                        await remove.send(client, keyed(member));
                    } catch (error) {
                        // That it is not there is what was wanted, if it is so.
                        if (!(error instanceof NotFoundError)) throw error;
                        refused.push(error);
                    }
                }
                const [first] = refused;
                if (first && beside(keysIn({ [set]: await membersOf(client, id) }), wanted).length > 0) throw first;
            },
        },
    };
}
