import { type Declarer, declarerKey } from "../common/names.js";
import { isObject, type Properties, same } from "../common/properties.js";
import { hasUnknown, unknownValue } from "../common/unknown.js";
import type { UnknownFieldRecord } from "./live/unknown-fields.js";
import { isUnreadable } from "./schema/comparison/unreadable.js";
import { type Explicit, explicitIn, hasDefaults, type OwnDefaults, withDefaults } from "./schema/defaults.js";
import { type FieldSchema, type Fields, insideOf, marksOf } from "./schema/fields.js";

/** Whether two declarers are the same resource of the program. */
export function isSameDeclarer(one: Declarer, other: Declarer): boolean {
    return declarerKey(one) === declarerKey(other);
}

/** A resource as declared in the program: its values and its metadata. */
export interface DeclaredResource {
    readonly given: Properties;
    readonly resource: Declarer;
    /** The resources of the program whose ids `given` contains, by the path of the id. */
    readonly ids: Readonly<Record<string, Declarer>>;
    /** Id or natural key of the existing object to import. */
    readonly import?: string;
    /** Import the object even if it differs from the declaration, and then update it. */
    readonly adopt: boolean;
    /** Properties to ignore (`ignoreChanges`). */
    readonly ignored: readonly string[];
    /** Properties whose change requires a replacement (`replaceOnChanges`). */
    readonly replacing: readonly string[];
    /** Properties whose values are secret. */
    readonly secrets: readonly string[];
    /**
     * Values that the program set itself for fields that have a default. Undefined for inputs of earlier versions, which did not record
     * them.
     */
    readonly explicit?: Explicit;
    /** Metadata that is stored in the state unchanged. */
    readonly metadata: Properties;
}

/** What the state records about an object, in addition to its properties. */
export interface StateRecord {
    /** Names of properties that used to be secret. */
    readonly formerSecrets?: readonly string[] | undefined;
    /** URL of the service on which the object was created. */
    readonly url?: string | undefined;
    /** Expiration date as of the last write: an ISO date, null if the object does not expire, undefined if unknown. */
    readonly expires?: string | null | undefined;
    /** Id of the user who created the object. An organization that has this user is assumed to be the right one. */
    readonly createdBy?: string | undefined;
    /** Time of the last write by a run: an ISO date, by the service's clock. */
    readonly written?: string | undefined;
    /** Properties that the last run failed to write completely, so their values are unconfirmed. */
    readonly tried?: readonly string[] | undefined;
    /** The subset of `tried` that the program had not declared before. */
    readonly added?: readonly string[] | undefined;
    /** Ids of missing objects that this one replaced. If the service lags, it may return them again. */
    readonly former?: readonly string[] | undefined;
    /** Set if the create did not get a response and the object was not found. Contains the ids of the objects that already had its key. */
    readonly unconfirmed?: readonly string[] | undefined;
    /** The fields that this version does not know, as of the last `pulumi up`. */
    readonly unknownFields?: UnknownFieldRecord | undefined;
    /** Those of them that a refresh found changed since. */
    readonly changedFields?: readonly string[] | undefined;
}

/** An object as stored in the state. */
export interface KernelState extends StateRecord {
    /** All properties as of the last write or read, including undeclared ones. */
    readonly outputs: Properties;
    /** Last declared values. Undefined for an object that the program only looks up. */
    readonly declared?: Properties;
    readonly resource: Declarer;
    readonly ignored: readonly string[];
    readonly secrets: readonly string[];
    readonly formerSecrets: readonly string[];
    readonly tried: readonly string[];
    readonly added: readonly string[];
    readonly former: readonly string[];
    readonly changedFields: readonly string[];
    readonly metadata: Properties;
}

/** Metadata: values that the program set itself for fields that have a default. */
export const EXPLICIT = "__explicit";

/** Metadata that is not stored in the state. */
const PROGRAM_ONLY = ["__ids"];

/** Metadata that contains the record of an object. */
const RECORDED = {
    formerSecrets: "__once",
    url: "__url",
    expires: "__expires",
    createdBy: "__witness",
    written: "__written",
    tried: "__tried",
    added: "__added",
    former: "__former",
    unconfirmed: "__unconfirmed",
    unknownFields: "__unknownFields",
    changedFields: "__changedFields",
} as const satisfies Record<keyof StateRecord, string>;

/** Metadata that only the state contains. */
const STATE_ONLY: readonly string[] = ["__declared", "__unread", ...Object.values(RECORDED)];

/**
 * Returns the inputs that a check stores for what the program declares: with defaults filled in, and a record of the values that the program
 * set itself. While a value is unknown, so is the record, so that it is part of a saved plan.
 */
export function recordedInputs(
    fields: Fields,
    given: Properties,
    isSecret: (path: string) => boolean,
    own: OwnDefaults = {},
): Properties {
    const inputs = withDefaults(fields, given, own);
    if (hasUnknown(given)) return { ...inputs, [EXPLICIT]: unknownValue };
    return hasDefaults(fields, inputs, own)
        ? { ...inputs, [EXPLICIT]: explicitIn(fields, given, isSecret, own) }
        : inputs;
}

/** Parses the inputs of a resource. */
export function programOf(kind: string, inputs: Properties): DeclaredResource {
    const wanted = textValue(inputs.__import);
    return {
        given: visible(inputs),
        resource: resourceOf(kind, inputs),
        ids: Object.fromEntries(
            Object.entries(isObject(inputs.__ids) ? inputs.__ids : {}).flatMap(([path, one]) =>
                isObject(one) ? [[path, declarerOf(one.kind, one.name, one.parent)] as const] : [],
            ),
        ),
        ...(wanted ? { import: wanted } : {}),
        adopt: inputs.__adopt === true,
        ignored: names(inputs.__ignored),
        replacing: names(inputs.__replacing),
        secrets: names(inputs.__secrets),
        ...(Array.isArray(inputs[EXPLICIT]) ? { explicit: inputs[EXPLICIT] as Explicit } : {}), // The value was put there by `explicitIn`.
        metadata: metadataOf(inputs),
    };
}

/** Parses the outputs of a resource from the state. */
export function parseState(kind: string, outputs: Properties): KernelState {
    const { __declared: declared, __expires: expires, __unconfirmed: unconfirmed } = outputs;
    return {
        outputs: { ...visible(outputs), ...(isObject(outputs.__unread) ? outputs.__unread : {}) },
        ...(Array.isArray(declared)
            ? { declared: Object.fromEntries(names(declared).map((name) => [name, outputs[name] ?? null])) }
            : {}),
        resource: resourceOf(kind, outputs),
        ignored: names(outputs.__ignored),
        secrets: names(outputs.__secrets),
        formerSecrets: names(outputs[RECORDED.formerSecrets]),
        url: textValue(outputs[RECORDED.url]) || undefined,
        expires: expires === null ? null : textValue(expires),
        createdBy: textValue(outputs[RECORDED.createdBy]) || undefined,
        written: textValue(outputs[RECORDED.written]) || undefined,
        tried: names(outputs[RECORDED.tried]),
        added: names(outputs[RECORDED.added]),
        former: names(outputs[RECORDED.former]),
        unconfirmed: Array.isArray(unconfirmed) ? names(unconfirmed) : undefined,
        unknownFields: digests(outputs[RECORDED.unknownFields]),
        changedFields: names(outputs[RECORDED.changedFields]),
        metadata: metadataOf(outputs),
    };
}

/** The data from which the state of an object is built. */
export interface StateSource extends StateRecord {
    /** Declared values. */
    readonly declared: Properties;
    readonly live: Properties;
    readonly metadata: Properties;
    readonly url: string;
}

/**
 * Builds the outputs of a kind with these `fields` and `results`: all properties and the metadata. A property without a value is null,
 * because a missing property would stay unknown in later previews. A secret that the program no longer declares is also null, because the
 * state would contain it in clear text.
 */
export function kindOutputs(fields: Fields, results: readonly string[], kept: StateSource): Record<string, unknown> {
    const { declared, live } = kept;
    const outputOf = (name: string): unknown => {
        if (name in declared) return declared[name] ?? null;
        if (marksOf(fields[name]).secret || kept.formerSecrets?.includes(name)) return null;
        return described(fields[name], live[name]) ?? null;
    };
    const unread = unreadIn(fields, kept);
    return {
        ...Object.fromEntries([...Object.keys(fields), ...results].map((name) => [name, outputOf(name)])),
        ...kept.metadata,
        ...(Object.keys(unread).length > 0 ? { __unread: unread } : {}),
        ...recorded(kept),
        __declared: Object.keys(declared).sort(),
    };
}

/** Returns a value without what its schema does not describe, at any depth: the state does not contain values of unknown fields. */
function described(schema: FieldSchema, value: unknown): unknown {
    const { shape, element } = insideOf(schema);
    if (Array.isArray(value)) return element ? value.map((one) => described(element, one)) : value;
    if (!shape || !isObject(value)) return value;
    const known = Object.entries(value).filter(([name]) => name in shape);
    return Object.fromEntries(known.map(([name, one]) => [name, described(shape[name], one)]));
}

/** Returns the metadata for a record. Empty values are omitted, except an empty list of unconfirmed objects. */
function recorded(record: StateRecord): Properties {
    const entries = Object.entries(RECORDED).map(([name, key]): [string, unknown] => [key, Reflect.get(record, name)]);
    const isGiven = ([key, value]: [string, unknown]): boolean =>
        Array.isArray(value) && key !== RECORDED.unconfirmed ? value.length > 0 : value !== undefined && value !== "";
    return Object.fromEntries(entries.filter(isGiven));
}

/**
 * Returns the live values of declared properties that the service does not return. They can contain more than is declared: a part that the
 * program no longer declares stays on the service, and only the state shows it. Omits secrets, because the state would contain them in
 * clear text.
 */
function unreadIn(fields: Fields, { declared, live, metadata, formerSecrets = [] }: StateSource): Properties {
    const secrets = [...names(metadata.__secrets), ...formerSecrets];
    const isMore = (name: string): boolean =>
        name in live && isUnreadable(fields[name]) && !secrets.includes(name) && !same(live[name], declared[name]);
    return Object.fromEntries(Object.keys(declared).flatMap((name) => (isMore(name) ? [[name, live[name]]] : [])));
}

/** Returns the metadata that inputs and outputs share. Both need `__provider`, by which the SDK finds the kind. */
function metadataOf(properties: Properties): Properties {
    return Object.fromEntries(
        Object.entries(properties).filter(
            ([key]) => key.startsWith("__") && ![...STATE_ONLY, ...PROGRAM_ONLY].includes(key),
        ),
    );
}

function visible(properties: Properties): Properties {
    return Object.fromEntries(
        Object.entries(properties).filter(([key, value]) => !key.startsWith("__") && value !== undefined),
    );
}

function resourceOf(kind: string, properties: Properties): Declarer {
    return declarerOf(kind, properties.__label, properties.__parent);
}

function declarerOf(kind: unknown, name: unknown, parent: unknown): Declarer {
    return { kind: textValue(kind) ?? "", name: textValue(name) ?? "", parent: textValue(parent) ?? "" };
}

function names(value: unknown): string[] {
    return Array.isArray(value) ? value.map(String) : [];
}

function digests(value: unknown): UnknownFieldRecord | undefined {
    return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([path, one]) => [path, String(one)]))
        : undefined;
}

function textValue(value: unknown): string | undefined {
    return typeof value === "string" ? value : undefined;
}
