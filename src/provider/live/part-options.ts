import type { OperationName } from "../../api/generated/operations.gen.js";
import type { Properties } from "../schema/fields.js";
import type { Source } from "./source.js";

/** Options for reading a part of an object. */
export interface PartOptions {
    /** Other objects that the part belongs to. */
    readonly otherParents?: readonly (readonly [source: Source, id: string])[];
    /**
     * Whether the part can change without an audit event that names its parent or one of its members, for example when a rule, a request
     * or a directory adds or removes a member. Such a part is never cached. A function if this depends on the object.
     */
    readonly changesUnseen?: boolean | ((object: Properties) => boolean) | undefined;
    /**
     * Operations that replace the part or add to it. A cached copy is used only if this program has already caused an audit event with each
     * of them. Otherwise it is unknown whether a change of the part causes an event that names its object. Default: none, so the part is
     * always read from the service.
     */
    readonly writtenBy?: readonly OperationName[];
}
