import type { Properties } from "../schema/fields.js";

/** Every object of a kind, as one list of the API has them. */
export class ObjectList {
    private readonly byId: ReadonlyMap<string, Properties>;
    private readonly byValue = new Map<string, Map<string, Properties[]>>();

    /** @param id the property that holds the id */
    constructor(objects: readonly Properties[], id: string) {
        this.byId = new Map(objects.map((object) => [String(object[id]), object]));
    }

    get(id: string): Properties | undefined {
        return this.byId.get(id);
    }

    /** The objects whose property has this value, in a form that is the same for every spelling: thousands are looked for among thousands. */
    having(property: string, value: unknown, form: (value: unknown) => unknown): readonly Properties[] {
        const textOf = (one: unknown) => JSON.stringify(form(one)) ?? "";
        return this.index(property, textOf).get(textOf(value)) ?? [];
    }

    private index(property: string, textOf: (value: unknown) => string): Map<string, Properties[]> {
        const known = this.byValue.get(property);
        if (known) return known;
        const index = new Map<string, Properties[]>();
        for (const object of this.byId.values()) {
            const text = textOf(object[property]);
            const alike = index.get(text);
            if (alike) alike.push(object);
            else index.set(text, [object]);
        }
        this.byValue.set(property, index);
        return index;
    }
}
