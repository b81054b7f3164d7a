import type { Operation } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { type Properties, pick } from "../../common/properties.js";
import { unknownValue } from "../../common/unknown.js";
import { doubt } from "../live/bulk.js";
import type { Freshness, Live } from "../live/live.js";
import { propertiesIn, type Source } from "../live/source.js";
import type { StatedFields } from "../schema/access.js";
import { completed, differences } from "../schema/comparison/differences.js";
import { remembered } from "../schema/comparison/unreadable.js";
import { type Fields, marksOf } from "../schema/fields.js";
import { toWire } from "../schema/wire.js";
import { asDescribed, type Described, fixedAtCreation, operationNames, refused, replacingFields } from "./described.js";
import { type Kind, keyValues, type Scope, type WriteInput } from "./kind.js";
import { knownDocument, type Subresource } from "./subresource.js";

type Wire = Record<string, unknown>;

/** A list of the contents of an object, read to show the names of its entries. */
export interface Holding {
    readonly list: { all(client: Client, id: string): Promise<readonly object[]> };
    /** The property of an entry that contains its name. */
    readonly name: string;
}

/** An object with its own id. Its fields include one field for each of its parts. */
export interface EntitySpec extends Described {
    readonly source: Source;
    /** The properties by which people identify an object. The first one is its name. */
    readonly key: readonly string[];
    /**
     * Properties that belong to the natural key only if they are declared. For example, ids in an end system distinguish objects with the
     * same name.
     */
    readonly keyIfGiven?: readonly string[];
    readonly create: Operation<[body: Wire], object>;
    /** The fields that `create` accepts, including parts. Default: all fields except the parts. */
    readonly createFields?: readonly string[];
    /**
     * Writes the differences. Omit it if the API has no such call: then a change of any field except a part requires a replacement, unless
     * the field's `onChange` specifies something else.
     */
    readonly update?: Operation<[id: string, body: Wire], unknown>;
    /** Fields that every update must send. If a field is not declared, its live value is sent. */
    readonly updateAlways?: readonly string[];
    /**
     * For each field: other fields that an update of it must also send, if they have a value. For example, an event stream's credentials
     * must be sent with their type.
     */
    readonly sentWith?: Readonly<Record<string, readonly string[]>>;
    /**
     * Fields that cannot be changed in the current state of the object, each with the reason. Example: the dates of a finished campaign.
     */
    readonly fixed?: (live: Properties) => Readonly<Record<string, string>>;
    readonly remove?: Operation<[id: string], unknown>;
    /** If the API cannot delete the object: the reason why it remains when its declaration is removed. */
    readonly stays?: string;
    /**
     * Last write to an object that cannot be deleted, before the program stops managing it. Prevents further effects: for example, a
     * campaign template would otherwise start more campaigns.
     */
    readonly lastWrite?: (declared: Properties) => { readonly writes: Properties; readonly says: string } | undefined;
    /** Subresources that can be declared inline, by the name of the field that contains them. Written in this order. */
    readonly parts?: Readonly<Record<string, Subresource>>;
    /**
     * Names of the documents (see `SubresourceSpec.document`) below the object that one of its own fields writes or controls. Must not
     * contain the parts.
     */
    readonly governs?: (properties: Properties) => readonly string[];
    /** Lists of the object's contents, whether declared or not, by a noun such as `members`. */
    readonly holds?: Readonly<Record<string, Holding>>;
}

/** Creates the kind that `spec` describes. */
export function entity<Shape extends Fields>(spec: EntitySpec & { readonly fields: StatedFields<Shape> }): Kind {
    const { source } = spec;
    const parts = Object.entries(spec.parts ?? {}).map(([name, subresource]) => part(name, subresource));
    const own = Object.keys(spec.fields).filter((name) => !parts.some((part) => part.name === name));
    const ownFields = Object.fromEntries(Object.entries(spec.fields).filter(([name]) => own.includes(name)));
    const createFields = spec.createFields ?? own;
    const called = operationNames(spec.create, source.read, source.list, source.find, spec.update, spec.remove);
    const kind: Kind = {
        ...asDescribed(spec),
        name: source.name,
        shape: "entity",
        discovery: { source },
        parts: Object.fromEntries(parts.map(({ name, subresource }) => [name, subresource.name])),
        sets: Object.fromEntries(
            parts.flatMap(({ name, subresource }) => (subresource.set ? [[name, subresource.set]] : [])),
        ),
        key: spec.key,
        ...(spec.keyIfGiven ? { keyIfGiven: spec.keyIfGiven } : {}),
        replacing: spec.update ? replacingFields(spec.fields) : fixedAtCreation(ownFields),
        operations: [...new Set([...called, ...parts.flatMap(({ subresource }) => subresource.operations)])],
        idOf: () => undefined,
        keyOf: () => ({}),
        rootOf: (id) => id,
        observe: async (live, id, names, written, declared) => {
            const wanted = parts.filter(({ name }) => names.includes(name));
            const [object, ...values] = await Promise.all([
                live.object(source, id),
                ...wanted.map((part) => part.value(live, id, written, declared)),
            ]);
            if (!object) return undefined;
            const found = wanted.map((part, index) => [part.name, values[index]] as const);
            return { ...object, ...Object.fromEntries(found) };
        },
        find: async (live, properties, how) => {
            const key = keyValues(kind, properties);
            return key ? idsWith(live, key, how) : [];
        },
        named: (live, name) => idsWith(live, { [spec.key[0] ?? ""]: name }),
        forget: (live, id, names) => {
            live.wrote(source.name, id);
            const read = parts.filter(({ name }) => names?.includes(name) ?? true);
            for (const { subresource } of read) subresource.forget(live, id);
        },
        fixed: (live) => ({ ...spec.fixed?.(live), ...refused(spec.fields) }),
        making: createFields,
        make: async (scope, properties) => {
            const given = pick(
                properties,
                createFields.filter((name) => properties[name] !== null),
            );
            const body: Record<string, unknown> = { ...completed(spec.fields, given, {}) };
            for (const name of createFields.filter((one) => marksOf(spec.fields[one]).wire?.spellings))
                body[name] = await scope.live.spelled(source, name, body[name], marksOf(spec.fields[name]));
            const created = await spec.create.send(scope.client, toWire(body, spec.fields));
            const answer = propertiesIn(source, created);
            const id = String(answer[source.id]);
            scope.live.wrote(source.name, id);
            scope.live.unknownFields.check(source.name, id, spec.create.name, created);
            // Values that the create call accepts but does not return, such as parts, are assumed to be stored as sent.
            return { id, live: remembered(spec.fields, { ...body, ...answer }, body) };
        },
        write: async (scope, id, change, progress) => {
            let live = change.live;
            const advance = (done: Properties): void => {
                live = { ...live, ...done };
                progress(live);
            };
            const isSetOnCreate = (name: string): boolean =>
                kind.replacing.includes(name) && createFields.includes(name);
            const names = change.properties.filter((name) => own.includes(name) && !isSetOnCreate(name));
            if (names.length > 0) advance(await update(scope, id, names, change));
            for (const part of parts.filter(({ name }) => change.properties.includes(name))) {
                advance({ [part.name]: await part.put(scope, id, change) });
            }
            return live;
        },
        removal: spec.remove
            ? { does: "delete", says: "deletes it", remove }
            : { does: "leave", because: spec.stays ?? "the API has no operation that deletes it", last },
        documents: (properties) => {
            const written = parts.filter(({ name }) => properties[name] !== undefined);
            return [...written.map(({ subresource }) => subresource.document), ...(spec.governs?.(properties) ?? [])];
        },
        memberOf: (properties, id = unknownValue) =>
            parts.flatMap(({ name, subresource }) => subresource.memberOf(inParent(subresource, id, properties[name]))),
        elements: (document, properties, id = unknownValue) => {
            const part = parts.find(({ subresource }) => subresource.document === document);
            return part?.subresource.elements?.(document, inParent(part.subresource, id, properties[part.name]));
        },
        holdings: async ({ client }, id) => {
            const holds = Object.entries(spec.holds ?? {});
            const lists = await Promise.all(holds.map(([, { list }]) => list.all(client, id)));
            const names = holds.map(([, { name }], at) => lists[at]?.map((entry) => String(Reflect.get(entry, name))));
            return Object.fromEntries(holds.map(([what], at) => [what, names[at] ?? []]));
        },
    };
    return kind;

    async function idsWith(live: Live, key: Properties, how?: Freshness): Promise<string[]> {
        const fits = (object: Properties): boolean => differences(spec.fields, key, object).length === 0;
        const form = marksOf(spec.fields[spec.key[0] ?? ""]).canonical;
        return (await live.named(source, key, how, fits, form)).map((object) => String(object[source.id]));
    }

    async function update(scope: Scope, id: string, names: readonly string[], change: WriteInput): Promise<Properties> {
        const whole = pick({ ...change.live, ...change.declared }, [
            ...names,
            ...names.flatMap((name) => spec.sentWith?.[name] ?? []),
            ...(spec.updateAlways ?? []),
        ]);
        const body = completed(ownFields, whole, change.live);
        try {
            const answer = await spec.update?.send(scope.client, id, toWire(body, spec.fields));
            if (spec.update?.echoes) mustRepeat(spec.update.name, answer, body);
        } finally {
            scope.live.wrote(source.name, id);
        }
        return body;
    }

    /**
     * Checks that the response repeats the values that were sent. Ignores properties that the response omits.
     * @throws MalformedAnswerError if the response shows that something else was written
     */
    function mustRepeat(operation: OperationName, answer: unknown, body: Properties): void {
        const written = propertiesIn(source, Object(answer));
        const answered = pick(
            body,
            Object.keys(body).filter((name) => name in written),
        );
        const [wrong] = differences(ownFields, answered, written);
        if (wrong) throw doubt(operation, `returned 200, but with a different ${wrong.path} than was sent`);
    }

    async function last(scope: Scope, id: string, declared: Properties): Promise<string | undefined> {
        const write = spec.lastWrite?.(declared);
        if (!write) return undefined;
        await update(scope, id, Object.keys(write.writes), { properties: [], declared: write.writes, live: {} });
        return write.says;
    }

    async function remove(scope: Scope, id: string): Promise<boolean> {
        try {
            await spec.remove?.send(scope.client, id);
            return true;
        } finally {
            scope.live.wrote(source.name, id);
        }
    }
}

/** Returns the properties of a set that is a field of its object, as a separate resource has them. */
function inParent({ parentField, set }: Subresource, id: unknown, value: unknown): Properties {
    return { [parentField]: id, ...(set ? { [set.elements]: value } : {}) };
}

/**
 * Returns a subresource as a field of its entity. If the only field of the subresource that the service stores has the same name, the value
 * is that field's value; otherwise it is an object with the fields.
 */
function part(name: string, subresource: Subresource) {
    const values = Object.entries(subresource.valueFields).filter(([, schema]) => marksOf(schema).onChange !== "local");
    const inline = values.length === 1 && name in subresource.valueFields;
    const inside = (value: unknown): Properties => (inline ? { [name]: value } : ((value ?? {}) as Properties));
    const outside = (value: Properties): unknown => (inline ? value[name] : value);
    return {
        name,
        subresource,
        value: async (
            live: Live,
            id: string,
            written: Properties | undefined,
            declared: Properties | undefined,
        ): Promise<unknown> => {
            const of = (known: Properties | undefined) => known && inside(known[name]);
            const found = await subresource.value(live, id, knownDocument(of(written), of(declared)));
            return found && outside(found);
        },
        put: async (scope: Scope, id: string, { declared, live }: WriteInput): Promise<unknown> =>
            outside(await subresource.put(scope, id, inside(declared[name]), inside(live[name]))),
    };
}
