import type { Live } from "../live/live.js";
import { isObject } from "../schema/comparison/equality.js";
import type { Properties } from "../schema/fields.js";
import { fieldName } from "../schema/wire.js";
import type { Kind } from "../shapes/kind.js";

/** The properties that hold the id and the name of an object. */
interface Called {
    readonly id: string;
    readonly name: string;
}

/** Whether a text can be the id of an object. */
export function isId(text: string): boolean {
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Names of the objects of a run, from reads that happen anyway: a name never costs a call. */
export class Names {
    /** By kind. */
    private readonly called: ReadonlyMap<string, Called>;
    private readonly names = new Map<string, string>();
    /** The ids of objects whose names are secret. */
    private readonly hidden = new Set<string>();
    /** The ids of the objects of one name. */
    private readonly ids = new Map<string, Set<string>>();
    /** Answers that were already searched. */
    private readonly seen = new WeakSet<object>();

    constructor(
        kinds: readonly Kind[],
        private readonly live: Pick<Live, "known">,
        /** Names of the objects that the program looked up, by id. */
        private readonly told: ReadonlyMap<string, string> = new Map(),
    ) {
        const sources = kinds.flatMap(({ whereabouts }) => ("source" in whereabouts ? [whereabouts.source] : []));
        this.called = new Map(sources.map(({ name, id, called = "name" }) => [name, { id, name: called }]));
    }

    /** The name of an object, with its id if the name is ambiguous; undefined if unknown. */
    of(id: string): string | undefined {
        if (!isId(id) || this.hidden.has(id)) return undefined;
        for (const [one, name] of this.told) if (!this.names.has(one)) this.learn(one, name);
        for (const [what, answer] of this.live.known()) this.look(what, answer);
        const name = this.names.get(id);
        if (name === undefined) return undefined;
        return (this.ids.get(name)?.size ?? 0) > 1 ? `${name} (${id})` : name;
    }

    /**
     * Learns a name from remembered properties. Names that were read take precedence. Those in
     * `secrets` are never shown.
     */
    knows(kind: Kind, id: string, properties: Properties, secrets: readonly string[] = []): void {
        const called = this.called.get(kind.name);
        if (called && secrets.includes(called.name)) this.hidden.add(id);
        const name = called && properties[called.name];
        if (typeof name === "string" && name !== "" && !this.names.has(id)) this.learn(id, name);
    }

    private learn(id: string, name: string): void {
        const before = this.names.get(id);
        if (before !== undefined) this.ids.get(before)?.delete(id);
        this.names.set(id, name);
        this.ids.set(name, (this.ids.get(name) ?? new Set()).add(id));
    }

    private look(what: string, answer: unknown): void {
        if (typeof answer !== "object" || answer === null || this.seen.has(answer)) return;
        this.seen.add(answer);
        const called = this.called.get(what);
        if (called) {
            if (isObject(answer)) this.note(answer, called);
            return;
        }
        if (isObject(answer)) this.noteAny(answer);
        for (const inner of Object.values(answer)) this.look(what, inner);
    }

    /**
     * An object that is part of an answer may refer to several others. A property `name` belongs
     * to the only one it can; a property with another name, such as `group_name`, identifies its
     * object by that.
     */
    private noteAny(object: Properties): void {
        const properties = Object.fromEntries(Object.entries(object).map(([key, value]) => [fieldName(key), value]));
        const spokenOf = [...this.called.values()].filter(({ id }) => id in properties);
        const named = spokenOf.filter(({ name }) => name === "name");
        for (const called of spokenOf) if (called.name !== "name" || named.length === 1) this.note(properties, called);
    }

    private note(properties: Properties, called: Called): void {
        const [id, name] = [properties[called.id], properties[called.name]];
        if (typeof id === "string" && typeof name === "string" && name !== "") this.learn(id, name);
    }
}
