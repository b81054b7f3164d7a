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
    /** Property with the name that people know. Default: `name`. */
    readonly called?: string;
    /** Reads one object by id. Absent if the API has no such call; the list then decides whether an object exists. */
    readonly read?: Operation<[id: string], object | undefined>;
    /** Lists all objects of the kind, in large pages. Absent if the API has no such list. */
    readonly list?: PagedListing<[], object>;
    /** Ids of all objects, if the API has no list. Some may be of another kind. */
    readonly ids?: (client: Client) => Promise<readonly string[]>;
    /** Searches by natural key. Its results are compared again. */
    readonly find?: Listing<[key: Properties], object>;
    /** Reads the access levels of one object. Absent if objects of the kind have none. */
    readonly levels?: Listing<[id: string], AccessLevel>;
    /** Whether a new object with these properties has the default level only. Absent if its end system may add some. */
    readonly isLevelless?: (declared: Properties) => boolean;
    /** The properties in an answer, if they are not simply the answer in camelCase (such as settings inside of an object). */
    // A method, so that a source may state the exact type of its answers.
    value?(answer: object): Properties;
}

interface AccessLevel {
    /** Empty for the default level. */
    readonly access_level_remote_id?: string;
}

/** The properties of an object, as an answer of `source` has them. */
export function propertiesIn(source: Source, answer: object): Properties {
    return source.value ? source.value(answer) : fromWire(answer);
}
