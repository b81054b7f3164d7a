import type { Properties } from "../../../src/provider/schema/fields.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import type { World } from "./world.js";

/** A kind and how to put it to the laws. */
export interface Subject {
    readonly kind: Kind;
    /** Sets the stage in a fresh organization. */
    stage(world: World): Promise<Stage>;
    /** Laws that do not apply to the kind, each with the reason. */
    readonly waived?: Readonly<Record<number, string>>;
}

/** Everything the laws need to know, told past the kernel: `read`, `exists` and the edits speak the API by hand. */
export interface Stage {
    /** A declaration that gives everything worth giving. */
    readonly args: Properties;
    /** One that gives only what must be given. */
    readonly least: Properties;
    /** Another value for each of these properties, one at a time. */
    readonly edits: Properties;
    /** What the service has, as the program would say it. */
    read(id: string): Promise<Properties>;
    /** Edits behind the program's back, by the path of the property that each makes drift. */
    readonly outside: Readonly<Record<string, (id: string) => Promise<unknown>>>;
    /** Puts unordered lists into another order. */
    readonly shuffle?: (id: string) => Promise<unknown>;
    /** An edit of something that `least` does not give, and the property it changes. */
    readonly unmanaged?: { readonly property: string; edit(id: string): Promise<unknown> };
    /** Deletes the object, or what it belongs to, behind the program's back. */
    vanish(id: string): Promise<unknown>;
    /** Whether the object, or what it belongs to, is there. */
    exists(id: string): Promise<boolean>;
    /** Objects that have the natural key of `args`. */
    count(): Promise<number>;
    /** What the service has after destroy: nothing, what is left as it was, or a check of its own. */
    readonly afterDestroy: "nothing" | "everything" | ((id: string) => Promise<void>);
    /** Declarations that must be refused before any call, by the path that the refusal names. */
    readonly bad: Readonly<Record<string, Properties>>;
    /** A declaration of a second thing beside the first. */
    readonly sibling: (number: number) => Promise<Properties>;
    /** The natural key that people would import by. */
    readonly importName?: string;
}
