import type { OperationName } from "../../api/generated/operations.gen.js";
import type { Properties } from "../schema/fields.js";
import type { Source } from "./source.js";

/** Further facts about a part of an object. */
export interface PartOptions {
    /** Further objects that the part belongs to, by their ids. */
    readonly beside?: readonly (readonly [source: Source, id: string])[];
    /**
     * Whether the part may change without an audit event about an object that it names or belongs to, for some kinds given the object: rules,
     * requests and directories add and remove members. Such a part is never taken from the cache.
     */
    readonly changesUnseen?: boolean | ((object: Properties) => boolean) | undefined;
    /**
     * Operations that replace the part or add to it. It is taken from the cache only once this program has caused an audit event with each of
     * them: without that, nothing shows that a change of the part leaves an event that names its object. Default: none, and it is always read.
     */
    readonly writtenBy?: readonly OperationName[];
}
