import { InvalidCallError } from "../../api/errors.js";
import type { Properties } from "../../schema/fields.js";
import { argumentsOf } from "../../shapes/arguments.js";
import { keyValues } from "../../shapes/kind.js";
import type { Task } from "../run/session.js";

/** An object that a program is to declare from now on, or that it looks up. */
export interface Imported {
    readonly id: string;
    readonly live: Properties;
    /** What declares it: a program that gives just this shows no difference. Everything that was read if no program can declare it. */
    readonly declared: Properties;
}

/** Reads an object that no state has, by its id or, if the key is one property, by that. Undefined if there is none. */
export async function imported({ session, kind }: Task, wanted: string): Promise<Imported | undefined> {
    const { live } = session.scope;
    const all = Object.keys(kind.fields);
    const byId = await observed(wanted);
    const [name = ""] = kind.key;
    const given = { [name]: wanted };
    const found = byId || !keyValues(kind, given) ? [] : await kind.find(live, given);
    const id = byId ? wanted : found.length === 1 ? found[0] : undefined;
    const object = byId ?? (id === undefined ? undefined : await observed(id));
    if (id === undefined || !object) return undefined;
    const read = { ...object, ...kind.keyOf(id) };
    const declared = argumentsOf(kind, read);
    return { id, live: read, declared: "given" in declared ? declared.given : read };

    async function observed(one: string): Promise<Properties | undefined> {
        try {
            return await kind.observe(live, one, all);
        } catch (error) {
            // Not even of the form of an id.
            if (error instanceof InvalidCallError || error instanceof URIError) return undefined;
            throw error;
        }
    }
}
