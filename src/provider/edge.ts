import { type Fields, marksOf, type Properties } from "./fields.js";
import { type Kind, keyValues, strict } from "./kind.js";
import { fromWire, same, toWire } from "./normalize.js";
import type { Listing, Operation } from "./operation.js";

/** A membership: something that is in something else, at one access level. */
export interface EdgeSpec {
    readonly name: string;
    readonly noun: string;
    readonly fields: Fields;
    readonly rules?: (schema: ReturnType<typeof strict>) => ReturnType<typeof strict>;
    /** The composite key; its first property is the parent, whose list of children is read for all of them. */
    readonly key: readonly [parent: string, ...rest: string[]];
    readonly list: Listing<[parent: string], object>;
    readonly add: Operation<[key: Properties, body: Record<string, unknown>], object>;
    readonly remove: Operation<[key: Properties], unknown>;
}

/** The edge that `spec` describes. Its id is its key, joined by `/` with each part percent-encoded. */
export function edge(spec: EdgeSpec): Kind {
    const [parentField] = spec.key;
    const child = (live: Properties, key: Properties): boolean =>
        spec.key.slice(1).every((name) => same(live[name] ?? marksOf(spec.fields[name]).default, key[name]));
    const keyOf = (id: string): Properties => {
        const values = id.split("/").map(decodeURIComponent);
        return Object.fromEntries(
            spec.key.map((name, index) => [name, values[index] ?? marksOf(spec.fields[name]).default] as const),
        );
    };
    const kind: Kind = {
        name: spec.name,
        noun: spec.noun,
        shape: "edge",
        fields: spec.fields,
        schema: strict(spec.fields, spec.rules),
        results: [],
        key: spec.key,
        operations: [spec.list.name, spec.add.name, spec.remove.name],
        idOf: (properties) => {
            const key = keyValues(kind, properties);
            if (!key) return undefined;
            const values = spec.key.map((name) => String(key[name]));
            // The default access level is the empty string: it needs no trailing slash.
            while (values.at(-1) === "") values.pop();
            return values.map(encodeURIComponent).join("/");
        },
        keyOf,
        observe: async (live, id) => {
            const key = keyOf(id);
            const children = await live.children(spec.name, String(key[parentField]), spec.list);
            const found = children?.find((candidate) => child(candidate, key));
            return found && { ...found, ...key };
        },
        find: async (live, properties, anew) => {
            const id = kind.idOf(properties);
            if (id === undefined) return [];
            if (anew) live.wrote(spec.name, String(properties[parentField]));
            return (await kind.observe(live, id, [])) ? [id] : [];
        },
        make: async (scope, properties) => {
            const key = keyValues(kind, properties);
            const id = kind.idOf(properties);
            if (!key || id === undefined) throw new TypeError(`${spec.name}: the key is not known`);
            const { [parentField]: parent, ...body } = properties;
            try {
                const answer = fromWire(await spec.add.send(scope.client, key, toWire(body)));
                return { id, live: { ...properties, ...answer, ...key } };
            } finally {
                scope.live.wrote(spec.name, String(parent));
            }
        },
        // Every property of a membership replaces it, so nothing is ever left to write.
        write: async (_scope, _id, { live }) => live,
        removal: {
            does: "delete",
            remove: async (scope, id) => {
                const key = keyOf(id);
                try {
                    await spec.remove.send(scope.client, key);
                } finally {
                    scope.live.wrote(spec.name, String(key[parentField]));
                }
            },
        },
        documents: () => [],
    };
    return kind;
}
