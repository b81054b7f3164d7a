import type { ListOperation, Operation, PagedListing } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import type { Properties } from "../../common/properties.js";
import { fromWire } from "../../common/wire-names.js";

/** Describes how the objects of one kind are read. */
export interface Source {
    /** Name of the kind. */
    readonly name: string;
    /** The property that contains the id, such as `ownerId`. */
    readonly id: string;
    /** The property that contains the display name. Default: `name`. */
    readonly called?: string;
    /** Whether the objects are people. Their names and addresses are never suggested in place of a wrong one. */
    readonly isPerson?: true;
    /** Reads an object by id. Absent if the API has no such call; the list then shows whether an object exists. */
    readonly read?: Operation<[id: string], object | undefined>;
    /** Lists all objects of the kind, in large pages. Absent if the API has no such list. */
    readonly list?: PagedListing<[], object>;
    /** Reads the ids of all objects. Used if the API has no list. Some of the ids may belong to objects of another kind. */
    readonly ids?: (client: Client) => Promise<readonly string[]>;
    /** Searches by natural key. The results are then compared with the key, because the search may be inexact. */
    readonly find?: ListOperation<[key: Properties], object>;
    /** Reads the access levels of an object. Absent if objects of the kind do not have access levels. */
    readonly levels?: ListOperation<[id: string], AccessLevel>;
    /** Whether a new object with these properties has only the default level. Absent if its end system can add levels. */
    readonly isLevelless?: (declared: Properties) => boolean;
    /** Whether a new object with these properties has only the levels that are added to it separately. Absent if it always has others. */
    readonly hasOnlyAddedLevels?: (declared: Properties) => boolean;
    /** Converts a response to properties. Needed if they are not simply the response in camelCase (such as settings inside an object). */
    // Declared as a method, so that a source can declare the exact type of its responses.
    value?(answer: object): Properties;
}

interface AccessLevel {
    /** Empty for the default level. */
    readonly access_level_remote_id?: string;
}

/** Returns the properties of an object in a response of `source`. */
export function propertiesIn(source: Source, answer: object): Properties {
    return source.value ? source.value(answer) : fromWire(answer);
}
