import type { Answer, Client, Params } from "../api/client.js";
import type { OperationName } from "../api/generated/operations.gen.js";
import { type Item, List, type ListName } from "../api/list.js";
import type { Parts } from "../api/parameters.js";

/** One operation of the API as a kind uses it: its name, and how its parameters come of what the kernel has at hand. */
export interface Operation<In extends readonly unknown[], Out> {
    readonly name: OperationName;
    // A method, so that a kind may state the body of its operation exactly where the kernel knows only `Wire`.
    send(client: Client, ...given: In): Promise<Out>;
}

/** As `Operation`, for one that answers a list; all its pages are read. */
export interface Listing<In extends readonly unknown[], Out> {
    readonly name: OperationName;
    all(client: Client, ...given: In): Promise<Out[]>;
}

export function operation<Name extends OperationName, In extends readonly unknown[]>(
    name: Name,
    params: (...given: In) => Params<Name>,
): Operation<In, Answer<Name>> {
    return {
        name,
        // `Params` has the parts of every operation; `send` takes them for an operation not known by type.
        send: async (client, ...given) => (await client.send(name, params(...given) as Parts)) as Answer<Name>,
    };
}

export function listing<Name extends ListName, In extends readonly unknown[]>(
    name: Name,
    params: (...given: In) => Partial<Params<Name>>,
): Listing<In, Item<Name>> {
    return {
        name,
        // As above.
        all: (client, ...given) => new List<Item<Name>, unknown>(client, name, params(...given) as Parts).all(),
    };
}
