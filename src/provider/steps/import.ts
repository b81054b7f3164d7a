import type { Properties } from "../../common/properties.js";
import type { Task } from "../run/session.js";
import { argumentsOf } from "../shapes/arguments.js";
import type { Existing } from "../shapes/kind.js";
import { assertMissing } from "./loss.js";
import { existingObject } from "./takeover.js";

/** An object to import or to look up. */
export interface Imported extends Existing {
    /** Inputs that declare the object without any difference. If it cannot be declared, all properties that were read. */
    readonly declared: Properties;
}

/**
 * Reads an object that is not in the state, by its id or its name. Returns undefined if the object does not exist.
 * @throws AmbiguousNameError if several objects have that key
 * @throws NotVisibleError if the object was not found, but the token may not be able to see it
 */
export async function importObject(task: Task, wanted: string): Promise<Imported | undefined> {
    const { kind } = task;
    const object = await existingObject(task, everyField(kind), wanted);
    if (!object) {
        await assertMissing(task, `The ${kind.noun} ${JSON.stringify(wanted)}`);
        return undefined;
    }
    const read = { ...object.live, ...kind.keyOf(object.id) };
    const declared = argumentsOf(kind, read);
    return { id: object.id, live: read, declared: "given" in declared ? declared.given : read };
}

/** Returns all fields without values, so that all are read. */
export function everyField({ fields }: Task["kind"]): Properties {
    return Object.fromEntries(Object.keys(fields).map((field) => [field, undefined]));
}
