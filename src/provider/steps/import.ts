import type { Task } from "../run/session.js";
import type { Properties } from "../schema/fields.js";
import { argumentsOf } from "../shapes/arguments.js";
import { existingObject } from "./takeover.js";

/** An object that a program is to declare from now on, or that it looks up. */
export interface Imported {
    readonly id: string;
    readonly live: Properties;
    /** What declares it: a program that gives just this shows no difference. Everything that was read if no program can declare it. */
    readonly declared: Properties;
}

/**
 * Reads an object that no state has, by its id or, if the key is one property, by that. Undefined if there is none.
 * @throws AmbiguousNameError if several have that key
 */
export async function imported(task: Task, wanted: string): Promise<Imported | undefined> {
    const { kind } = task;
    const [name = ""] = kind.key;
    const all = Object.keys(kind.fields).map((field) => [field, field === name ? wanted : undefined]);
    const object = await existingObject(task, Object.fromEntries(all), wanted);
    if (!object) return undefined;
    const read = { ...object.live, ...kind.keyOf(object.id) };
    const declared = argumentsOf(kind, read);
    return { id: object.id, live: read, declared: "given" in declared ? declared.given : read };
}
