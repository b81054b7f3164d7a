import type { Properties } from "../../provider/schema/fields.js";
import type { KindName } from "./naming.js";
import type { TrialStage } from "./stage.js";

/** Describes how a kind is tried in an organization that other people use. */
export interface Specimen {
    /** Description of the created object, for the plan. */
    readonly creates: string;
    /** Kinds of the objects to create first, because this one belongs to them or refers to them. */
    readonly needs: readonly KindName[];
    /** Effect on people or other systems, such as an email. */
    readonly effect?: string;
    /** The reason why the kind is skipped by default. */
    readonly skipped?: string;
    /** Property that holds the name of the run. Default: the first property of the key. */
    readonly label?: string;
    /** Creates the objects that the trial needs. Returns a reason if the organization lacks something that cannot be created. */
    arrange(stage: TrialStage): Promise<Scene | Unavailable>;
}

/** The specimens of some kinds. */
export type Specimens = { readonly [Name in KindName]?: Specimen };

/** The reason why a kind cannot be tried in this organization. */
export interface Unavailable {
    readonly because: string;
}

/** The data for the trial of one kind. Reads and outside edits call the API directly, without the provider. */
export interface Scene {
    readonly args: Properties;
    /** An edit of the program: one property with another value, or the reason why no property can be changed. */
    readonly edit: Properties | Unavailable;
    /** An edit outside the program, or the reason why it is not possible. */
    readonly outside: OutsideEdit | Unavailable;
    /**
     * Returns the live properties with their names in the program. Returns undefined or throws a NotFoundError if the object does not
     * exist.
     */
    read(id: string): Promise<Properties | undefined>;
    /**
     * Live properties of a subresource after it is deleted. Default: unchanged if deleting the kind leaves them, otherwise the object does
     * not exist.
     */
    readonly left?: Properties;
}

/** An edit outside the program, and the path of the property that it changes. */
export interface OutsideEdit {
    readonly path: string;
    make(id: string): Promise<unknown>;
}
