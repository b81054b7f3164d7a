import { isId } from "../../common/ids.js";
import { isObject, type Properties } from "../../common/properties.js";
import { fieldName } from "../../common/wire-names.js";
import type { Live } from "../live/live.js";
import type { Kind } from "../shapes/kind.js";

/** The properties that contain the id and the name of an object. */
interface NameFields {
    readonly id: string;
    readonly name: string;
}

/** Names of the objects of a run. They come from reads that are made for other purposes; this class does not make calls. */
export class RunNames {
    /** The properties that contain the id and name of an object, by name of the kind. */
    private readonly fields: ReadonlyMap<string, NameFields>;
    private readonly names = new Map<string, string>();
    /** The ids of objects whose names are secret. */
    private readonly hidden = new Set<string>();
    /** The ids of the objects that have a name. */
    private readonly ids = new Map<string, Set<string>>();
    /** Responses that were already searched for names. */
    private readonly seen = new WeakSet<object>();

    constructor(
        kinds: readonly Kind[],
        private readonly live: Pick<Live, "known">,
        /** Names of the objects that the program looked up, by id. */
        private readonly lookedUp: ReadonlyMap<string, string> = new Map(),
    ) {
        const sources = kinds.flatMap(({ discovery }) => ("source" in discovery ? [discovery.source] : []));
        this.fields = new Map(sources.map(({ name, id, called = "name" }) => [name, { id, name: called }]));
    }

    /** Returns the name of an object, followed by its id if the name is ambiguous; undefined if the name is unknown. */
    of(id: string): string | undefined {
        if (!isId(id) || this.hidden.has(id)) return undefined;
        for (const [one, name] of this.lookedUp) if (!this.names.has(one)) this.learn(one, name);
        for (const [what, answer] of this.live.known()) this.look(what, answer);
        const name = this.names.get(id);
        if (name === undefined) return undefined;
        return (this.ids.get(name)?.size ?? 0) > 1 ? `${name} (${id})` : name;
    }

    /**
     * Records the name of an object from its properties in the state. Names that were read from the service take precedence. If the name is
     * in `secrets`, it is never shown.
     */
    remember(kind: Kind, id: string, properties: Properties, secrets: readonly string[] = []): void {
        const fields = this.fields.get(kind.name);
        if (fields && secrets.includes(fields.name)) this.hidden.add(id);
        const name = fields && properties[fields.name];
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
        const fields = this.fields.get(what);
        if (fields) {
            if (isObject(answer)) this.note(answer, fields);
            return;
        }
        if (isObject(answer)) this.noteReferences(answer);
        for (const inner of Object.values(answer)) this.look(what, inner);
    }

    /**
     * Records the names found in an object inside a response. A property such as `group_name` shows which object it names. A property
     * `name` is used only if the object contains only one id that it can belong to.
     */
    private noteReferences(object: Properties): void {
        const properties = Object.fromEntries(Object.entries(object).map(([key, value]) => [fieldName(key), value]));
        const referenced = [...this.fields.values()].filter(({ id }) => id in properties);
        const named = referenced.filter(({ name }) => name === "name");
        for (const fields of referenced)
            if (fields.name !== "name" || named.length === 1) this.note(properties, fields);
    }

    private note(properties: Properties, fields: NameFields): void {
        const [id, name] = [properties[fields.id], properties[fields.name]];
        if (typeof id === "string" && typeof name === "string" && name !== "") this.learn(id, name);
    }
}
