import type { Properties } from "../../schema/fields.js";
import type { KindName } from "./kind-name.js";
import type { Stage } from "./stage.js";

/** How a kind is tried in an organization that other people use. */
export interface Specimen {
    /** What is created, for the plan. */
    readonly creates: string;
    /** Kinds of the objects that are created first, since this one is below them or names them. */
    readonly needs: readonly KindName[];
    /** Effect on people or other systems, such as an email. */
    readonly effect?: string;
    /** Why the kind is skipped unless it is asked for. */
    readonly skipped?: string;
    /** Property that holds the name of the run. Default: the first property of the key. */
    readonly label?: string;
    /** Creates what is needed. Returns a reason instead if the organization lacks something that cannot be created. */
    arrange(stage: Stage): Promise<Scene | Unavailable>;
}

/** The organization lacks what this kind needs. */
export interface Unavailable {
    readonly because: string;
}

/** What the trial of one kind needs. Reads and outside edits call the API, and know nothing of the kernel. */
export interface Scene {
    readonly args: Properties;
    /** One property with another value; or why none can be changed. */
    readonly edit: Properties | Unavailable;
    /** An edit past the program, and the path of the property that it changes; or why there is none. */
    readonly outside: OutsideEdit | Unavailable;
    /** What the service has, in the names of the program; undefined or a NotFoundError if the object does not exist. */
    read(id: string): Promise<Properties | undefined>;
    /** What is left of a subresource after the delete. Default: its values if its kind leaves them, otherwise nothing. */
    readonly left?: Properties;
}

/** An edit of one property past the program. */
export interface OutsideEdit {
    readonly path: string;
    make(id: string): Promise<unknown>;
}
