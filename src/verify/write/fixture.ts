import type { Client } from "../../api/client.js";
import { isObject, type Properties } from "../../common/properties.js";
import type { KindName, Naming } from "./naming.js";

/** Kinds whose objects are required by other kinds. */
export type NeededKind = Extract<KindName, "Owner" | "Group" | "Resource" | "Bundle" | "Tag" | "Paladin">;

/** Existing data that the run uses but does not change. */
export interface Surroundings {
    /** The native app of the organization. */
    readonly appId: string;
    /** Types of native objects, with the prefix of the native app's type. */
    readonly types: { readonly group: string; readonly scopedRole: string };
    /** The user of the token. */
    readonly userId: string;
}

/** Where a fixture is arranged: an organization, and the objects that the fixture needs. */
export interface FixtureStage {
    /** Calls the API directly, without the provider. */
    readonly client: Client;
    readonly surroundings: Surroundings;
    readonly naming: Naming;
    /** Whether nobody uses the organization. Only then, fixtures involve other users and existing objects, and allow requests. */
    readonly isPrivate: boolean;
    /** Returns the id of an object of this kind. Each `slot` is a different object. */
    id(kind: NeededKind, slot?: number): Promise<string>;
    /** Returns the id of a scoped role, which is a resource. Each `slot` is a different object. */
    scopedRole(slot?: number): Promise<string>;
    /** Returns the ids of users: in a private organization all, else only the user of the token. */
    users(): Promise<readonly string[]>;
}

/** Describes how a kind is tried: in an organization that other people use, and by the laws on a local service. */
export interface Fixture {
    /** Description of the created object, for the plan. */
    readonly creates: string;
    /** Kinds of the objects to create first, because this one belongs to them or refers to them. */
    readonly needs: readonly NeededKind[];
    /** Effect on people or other systems, such as an email. */
    readonly effect?: string;
    /** The reason why the kind is skipped by default. */
    readonly skipped?: string;
    /** Property that holds the name of the run. Default: the first property of the key. */
    readonly label?: string;
    /** Creates the objects that the scene needs. Returns a reason if the organization lacks something that cannot be created. */
    arrange(stage: FixtureStage): Promise<Scene | Unavailable>;
}

/** The fixtures of some kinds. */
export type Fixtures = { readonly [Name in KindName]?: Fixture };

/** The reason why a kind cannot be tried in this organization. */
export interface Unavailable {
    readonly because: string;
}

/** The data for one kind. `read`, `write` and `remove` call the API directly, without the provider. */
export interface Scene {
    /** A declaration. */
    readonly args: Properties;
    /** Optional properties that the service requires for these arguments. */
    readonly required?: readonly string[];
    /** New values of properties, each for one edit of the program. The first one does not replace the object, if there is such an edit. */
    readonly edits: Properties;
    /** Days after an edit until the next one is possible. Default: it is possible at once. */
    readonly pauseDays?: number;
    /** New values for edits outside the program, by the path of the property. A preview shows each as drift, which an update repairs. */
    readonly outside: Properties;
    /** The same for properties whose drift is not shown, because the service does not return them, or is repaired by a replacement. */
    readonly unseen?: Properties;
    /**
     * Returns the live properties with their names in the program. Returns undefined or throws a NotFoundError if the object does not
     * exist.
     */
    read(id: string): Promise<Properties | undefined>;
    /** Writes these properties of an existing object. Absent if the API cannot change the object. */
    write?(id: string, change: Properties): Promise<unknown>;
    /** Deletes the object, or the object that it belongs to. Absent if the API cannot delete it. */
    remove?(id: string): Promise<unknown>;
    /**
     * Live properties of a subresource after it is deleted. Default: unchanged if deleting the kind leaves them, otherwise the object does
     * not exist.
     */
    readonly left?: Properties;
}

/** Sets the property at a path of an existing object, outside the program. */
export async function editOutside(scene: Scene, id: string, path: string, value: unknown): Promise<void> {
    if (!scene.write) throw new Error(`The API cannot change ${path}.`);
    const [name = "", ...inner] = path.split(/[.[\]]+/).filter((part) => part !== "");
    const live = inner.length > 0 ? await scene.read(id) : undefined;
    await scene.write(id, { [name]: withValueAt(live?.[name], inner, value) });
}

/** Returns a copy in which the value at a path is replaced. */
function withValueAt(whole: unknown, [name, ...inner]: readonly string[], value: unknown): unknown {
    if (name === undefined) return value;
    if (Array.isArray(whole))
        return whole.map((item, index) => (index === Number(name) ? withValueAt(item, inner, value) : item));
    const properties = isObject(whole) ? whole : {};
    return { ...properties, [name]: withValueAt(properties[name], inner, value) };
}
