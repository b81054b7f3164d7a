import type { Client } from "../../api/client.js";
import type { Properties } from "../schema/fields.js";
import { fromWire } from "../schema/wire.js";
import type { Listing, Operation, PagedListing } from "./operation.js";

/** How the objects of one kind are read. */
export interface Source {
    /** Name of the kind. */
    readonly name: string;
    /** The property that contains the id, such as `ownerId`. */
    readonly id: string;
    /** The property that contains the display name. Default: `name`. */
    readonly called?: string;
    /** Reads one object by id. Absent if the API has no such call; the list then decides whether an object exists. */
    readonly read?: Operation<[id: string], object | undefined>;
    /** Lists all objects of the kind, in large pages. Absent if the API has no such list. */
    readonly list?: PagedListing<[], object>;
    /** Reads the ids of all objects, if the API has no list. Some may belong to objects of another kind. */
    readonly ids?: (client: Client) => Promise<readonly string[]>;
    /** Searches by natural key. The results are compared with the key again. */
    readonly find?: Listing<[key: Properties], object>;
    /** Reads the access levels of one object. Absent if objects of the kind have none. */
    readonly levels?: Listing<[id: string], AccessLevel>;
    /** Whether a new object with these properties has only the default level. Absent if its end system may add levels. */
    readonly isLevelless?: (declared: Properties) => boolean;
    /** Returns the properties in an answer, if they are not simply the answer in camelCase (such as settings inside an object). */
    // A method, so that a source can declare the exact type of its answers.
    value?(answer: object): Properties;
}

interface AccessLevel {
    /** Empty for the default level. */
    readonly access_level_remote_id?: string;
}

/** The properties of an object in an answer of `source`. */
export function propertiesIn(source: Source, answer: object): Properties {
    return source.value ? source.value(answer) : fromWire(answer);
}
