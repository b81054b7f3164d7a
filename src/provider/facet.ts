import type { OperationName } from "../api/client.js";
import { type Fields, marksOf, type Properties } from "./fields.js";
import { type Kind, type Scope, strict } from "./kind.js";
import type { Live, Source } from "./live.js";
import { completed, fromWire, toWire } from "./normalize.js";
import type { Operation } from "./operation.js";

/** A document of an entity with a read and a write of its own, such as a group's visibility. */
export interface FacetSpec<Wire extends object = object> {
    readonly name: string;
    readonly noun: string;
    /** Where the object that the document belongs to is read. */
    readonly parent: Source;
    /** The field that names the object, and the fields of the document. */
    readonly fields: Fields;
    readonly rules?: (schema: ReturnType<typeof strict>) => ReturnType<typeof strict>;
    readonly read: Operation<[id: string], Wire>;
    /** The document's properties in an answer; the answer itself in camelCase when left out. */
    readonly value?: (answer: Wire) => Properties;
    readonly write: Operation<[id: string, body: Record<string, unknown>], unknown>;
    /** For a read that mixes in what nobody wrote: sorts it out, given what program and state say. */
    readonly settle?: (
        value: Properties,
        references: readonly Properties[],
        live: Live,
        id: string,
    ) => Promise<Properties>;
    /** What is written when the declaration is taken away, or why nothing is. */
    readonly ending: { readonly writes: Properties } | { readonly because: string };
}

/** A facet: a kind of its own, and usable as a part of its entity. */
export interface Facet extends Kind {
    readonly parentField: string;
    readonly valueFields: Fields;
    /** The document alone, without the field that names its object. */
    value(live: Live, id: string, references: readonly Properties[]): Promise<Properties | undefined>;
    /** Replaces the document; what `declared` leaves out is sent back as `live` has it. */
    put(scope: Scope, id: string, declared: Properties, live: Properties): Promise<Properties>;
}

/** The facet that `spec` describes. Its id is that of the object it belongs to. */
export function facet<Wire extends object>(spec: FacetSpec<Wire>): Facet {
    const { ending } = spec;
    const parentField = spec.parent.id;
    const { [parentField]: _, ...valueFields } = spec.fields;
    const value: Facet["value"] = async (live, id, references) => {
        // `document` keeps the answer of `read` as it came.
        const answer = (await live.document(spec.name, id, spec.read)) as Wire | undefined;
        if (!answer) return undefined;
        const found = spec.value ? spec.value(answer) : fromWire(answer);
        return spec.settle ? spec.settle(found, references, live, id) : found;
    };
    const put: Facet["put"] = (scope, id, declared, live) =>
        scope.locks.hold(`${spec.name} ${id}`, async () => {
            // What is sent back unchanged must be as the last writer of this run left it, not as it was before.
            const isWhole = Object.keys(valueFields).every((name) => declared[name] !== undefined);
            const now = isWhole ? live : ((await value(scope.live, id, [declared])) ?? live);
            const body = { ...only(valueFields, now), ...completed(valueFields, declared, now) };
            try {
                await spec.write.send(scope.client, id, toWire(body));
            } finally {
                scope.live.wrote(spec.name, id);
            }
            return body;
        });
    return {
        name: spec.name,
        noun: spec.noun,
        shape: "facet",
        fields: spec.fields,
        schema: strict(spec.fields, spec.rules),
        results: [],
        key: [parentField],
        operations: [spec.read.name, spec.write.name].filter(unique),
        parentField,
        valueFields,
        value,
        put,
        idOf: ({ [parentField]: id }) => (typeof id === "string" ? id : undefined),
        keyOf: (id) => ({ [parentField]: id }),
        observe: async (live, id, references) => {
            const needsOwner = Object.values(valueFields).some(
                (field) => typeof marksOf(field).unordered === "function",
            );
            const [found, owner] = await Promise.all([
                value(live, id, references),
                needsOwner ? live.object(spec.parent, id) : undefined,
            ]);
            return found && { ...owner, ...found, [parentField]: id };
        },
        // The document is there as soon as its object is: nothing of it can be taken.
        find: async () => [],
        make: async (scope, properties) => {
            const id = String(properties[parentField]);
            return { id, live: { ...(await value(scope.live, id, [properties])), [parentField]: id } };
        },
        write: async (scope, id, { declared, live }) => {
            const { [parentField]: _owner, ...given } = declared;
            return { ...live, ...(await put(scope, id, given, live)) };
        },
        removal:
            "because" in ending
                ? { does: "leave", because: ending.because }
                : {
                      does: "delete",
                      remove: async (scope, id) => {
                          await put(scope, id, ending.writes, {});
                      },
                  },
        documents: () => [spec.name],
    };
}

function only(fields: Fields, properties: Properties): Properties {
    return Object.fromEntries(Object.entries(properties).filter(([name]) => name in fields));
}

function unique(name: OperationName, index: number, names: OperationName[]): boolean {
    return names.indexOf(name) === index;
}
