import type { Client } from "../../api/client.js";
import type { Properties } from "../schema/fields.js";
import { fromWire } from "../schema/wire.js";
import type { Listing, Operation, PagedListing } from "./operation.js";

/** Where the objects of one kind are read. */
export interface Source {
    /** Name of the kind. */
    readonly name: string;
    /** The property that holds the id, such as `ownerId`. */
    readonly id: string;
    /** The property that holds what people call one; `name` when left out. */
    readonly called?: string;
    /** One object by its id. Absent if the API has no such call: then the whole list decides what is there. */
    readonly read?: Operation<[id: string], object | undefined>;
    /** Every object of the kind, in large pages. Absent if the API has no such list: then `read` and `find` do all. */
    readonly list?: PagedListing<[], object>;
    /** Ids of all that there are, where the API has no list; some may be of another kind. */
    readonly ids?: (client: Client) => Promise<readonly string[]>;
    /** The objects that may have a natural key, by the key's properties; what it answers is compared again. */
    readonly find?: Listing<[key: Properties], object>;
    /** The properties in an answer, if they are not simply the answer in camelCase (such as settings inside of an object). */
    // A method, so that a source may state the exact type of its answers.
    value?(answer: object): Properties;
}

/** The properties of an object, as an answer of `source` has them. */
export function propertiesIn(source: Source, answer: object): Properties {
    return source.value ? source.value(answer) : fromWire(answer);
}
