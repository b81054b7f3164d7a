import type { Properties } from "../../../src/provider/schema/fields.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import type { World } from "./world.js";

/** A kind and the data for checking the laws on it. */
export interface Subject {
    readonly kind: Kind;
    /** Prepares a fresh organization. */
    stage(world: World): Promise<Stage>;
    /** Laws that do not apply to the kind, with the reasons. */
    readonly waived?: Readonly<Record<number, string>>;
}

/** The data and calls that the laws need. `read`, `exists` and the edits call the API directly, without the kernel. */
export interface Stage {
    /** A declaration with all relevant properties. */
    readonly args: Properties;
    /** A declaration with only the required properties. */
    readonly least: Properties;
    /** New values of properties, which are tested one at a time. */
    readonly edits: Properties;
    /** Reads the object from the service, in the form of a declaration. */
    read(id: string): Promise<Properties>;
    /** Edits outside Pulumi, by the path of the property that drifts. */
    readonly outside: Readonly<Record<string, (id: string) => Promise<unknown>>>;
    /** Reorders unordered lists. */
    readonly shuffle?: (id: string) => Promise<unknown>;
    /** An edit of a property that `least` does not declare. */
    readonly unmanaged?: { readonly property: string; edit(id: string): Promise<unknown> };
    /** Deletes the object or its parent outside Pulumi. */
    vanish(id: string): Promise<unknown>;
    /** Whether the object or its parent exists. */
    exists(id: string): Promise<boolean>;
    /** Number of objects with the natural key of `args`. */
    count(): Promise<number>;
    /** Expected content of the service after destroy: nothing, everything unchanged, or a custom check. */
    readonly afterDestroy: "nothing" | "everything" | ((id: string) => Promise<void>);
    /** Declarations that must be rejected before any request, by the path in the error. */
    readonly bad: Readonly<Record<string, Properties>>;
    /** A declaration of another object of the kind. */
    readonly sibling: (number: number) => Promise<Properties>;
    /** Natural key for an import. */
    readonly importName?: string;
}
