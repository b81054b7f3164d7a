import type { Operation } from "../../api/calls.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { type Properties, pick } from "../../common/properties.js";
import { fromWire } from "../../common/wire-names.js";
import type { Live } from "../live/live.js";
import type { Source } from "../live/source.js";
import type { StatedFields } from "../schema/access.js";
import { completed } from "../schema/comparison/differences.js";
import { elementIdentity } from "../schema/comparison/pairing.js";
import { type FieldSchema, type Fields, marksOf } from "../schema/fields.js";
import { toWire } from "../schema/wire.js";
import { asDescribed, type Described, operationNames, replacingFields } from "./described.js";
import type { DiscoveryWay, Kind, Scope } from "./kind.js";

/** A read that uses several operations, or one that it shares with other kinds. It reads through `live`, which caches the responses. */
export interface SharedRead<Wire extends object> {
    readonly operations: readonly OperationName[];
    /** Source of the responses, if the document is a part of them. Otherwise, `run` must look for unknown fields itself. */
    readonly within?: Source;
    /** Returns undefined if the object does not exist. */
    run(live: Live, id: string): Promise<Wire | undefined>;
}

/**
 * A write that uses several operations, for example to add and remove members of a set. Each step must treat "already done" as success.
 * Afterwards `run` must call `scope.live.wrote` for everything that `Reading.run` read under a name other than that of the subresource. It
 * runs under the lock of the document; `now` was read just before.
 */
export interface Writing {
    readonly operations: readonly OperationName[];
    run(scope: Scope, id: string, document: Properties, now: Properties): Promise<void>;
}

/** Values of a document that are known in addition to those on the service: the last written ones, and those in the program. */
export interface KnownValues {
    readonly written: Properties;
    readonly declared: Properties;
    /** Whether either of them is known. If not, a read is for later use. */
    readonly isKnown: boolean;
}

/**
 * What happens when a declaration is removed: writes a fixed document, or one computed from live values and further reads; or removes only
 * the declared members from the sets of the document.
 */
export type Ending =
    | {
          readonly writes: Properties | ((now: Properties, live: Live, id: string) => Properties | Promise<Properties>);
          readonly says?: string;
      }
    | { readonly removes: "what was declared"; readonly says: string }
    /** Does not write anything. `because` is the reason, shown after "… stays as it is on the service: ". */
    | { readonly because: string };

/**
 * A document of an entity that is read and written with its own operations, such as a group's visibility. Its fields are those of the
 * document, and the id of the object that the document belongs to.
 */
export interface SubresourceSpec<Wire extends object = object> extends Omit<Described, "results" | "ends"> {
    readonly name: string;
    /** Source of the objects that the documents belong to. */
    readonly parent: Source;
    /** Name of the field that contains the id of that object. Default: the name of the id field of `parent`. */
    readonly parentField?: string;
    /**
     * Name of the document. Needed if several kinds write the same document (such as a resource's reviewers and its reviewer stages): only
     * one of them can be declared, and they share a lock. Default: the kind's name.
     */
    readonly document?: string;
    readonly read: Operation<[id: string], Wire> | SharedRead<Wire>;
    /** Converts a response to the properties of the document. Default: the response in camelCase. */
    readonly value?: (answer: Wire) => Properties;
    readonly write: Operation<[id: string, body: Record<string, unknown>], unknown> | Writing;
    /**
     * Removes values that are in the response but do not belong to the document, using the known values. For example, the response with a
     * group's audit channels also contains its reviewers' channels.
     */
    readonly settle?: (value: Properties, known: KnownValues, live: Live, id: string) => Promise<Properties>;
    readonly ending: Ending;
    /** See `DiscoveryWay`. */
    readonly holders?: DiscoveryWay["holders"];
    /** Whether an object can have the document. Default: every object can. */
    readonly among?: (object: Properties) => boolean;
}

/** A subresource: a kind that can be declared separately or as a part of its entity. */
export interface Subresource extends Kind {
    readonly parentField: string;
    readonly valueFields: Fields;
    readonly document: string;
    /** Returns the properties of the document, without the id of its object. */
    value(live: Live, id: string, known?: Partial<Omit<KnownValues, "isKnown">>): Promise<Properties | undefined>;
    /** Replaces the document. Undeclared values are sent back as they are in `live`. */
    put(scope: Scope, id: string, declared: Properties, live: Properties): Promise<Properties>;
}

/** Creates the kind that `spec` describes. The id of a subresource is the id of the object that it belongs to. */
export function subresource<Wire extends object, Shape extends Fields>(
    spec: SubresourceSpec<Wire> & { readonly fields: StatedFields<Shape> },
): Subresource {
    const { ending, read, write } = spec;
    const parentField = spec.parentField ?? spec.parent.id;
    const document = spec.document ?? spec.name;
    const { [parentField]: _, ...valueFields }: Fields = spec.fields;
    const value: Subresource["value"] = async (live, id, known) => {
        const { written = {}, declared = {} } = known ?? {};
        // `part` returns the response of `read` unchanged.
        const answer = await ("run" in read
            ? read.run(live, id)
            : live.part(spec.name, spec.parent, id, (client) => read.send(client, id)));
        if (!answer) return undefined;
        if (!("run" in read)) live.unknownFields.check(spec.name, id, read.name, answer);
        const found = spec.value ? spec.value(answer as Wire) : fromWire(answer);
        return spec.settle ? spec.settle(found, { written, declared, isKnown: known !== undefined }, live, id) : found;
    };
    const send = async (scope: Scope, id: string, body: Properties, now: Properties): Promise<void> => {
        try {
            if ("run" in write) await write.run(scope, id, body, now);
            else await write.send(scope.client, id, toWire(body, valueFields));
        } finally {
            scope.live.wrote(spec.name, id);
        }
    };
    const hold = <T>(scope: Scope, id: string, work: () => Promise<T>): Promise<T> =>
        scope.locks.hold(`${document} ${id}`, work);
    const reread = (scope: Scope, id: string, known: Partial<KnownValues>): Promise<Properties | undefined> => {
        scope.live.wrote(spec.name, id);
        return value(scope.live, id, known);
    };
    const put: Subresource["put"] = (scope, id, declared, live) =>
        hold(scope, id, async () => {
            // Undeclared values are sent back, so read the document again: an earlier write of this run may have changed them.
            const isWhole = Object.keys(valueFields).every((name) => declared[name] !== undefined);
            const isDifference = "run" in write;
            const fresh = isDifference ? await reread(scope, id, { declared, written: live }) : undefined;
            const now = fresh ?? (isWhole ? live : ((await value(scope.live, id, { declared })) ?? live));
            const isSentBack = (name: string): boolean =>
                marksOf(valueFields[name]).wire?.sentBackWith?.({ ...now, ...declared }) ?? true;
            const undeclared = pick(now, Object.keys(valueFields).filter(isSentBack));
            const body = { ...undeclared, ...completed(valueFields, declared, now) };
            await send(scope, id, body, now);
            return body;
        });
    const end = (scope: Scope, id: string, declared: Properties): Promise<boolean> =>
        hold(scope, id, async () => {
            if ("because" in ending) return false;
            // Other resources now declare all members, so there is nothing to remove. Writing anyway would be wrong, because the list may
            // be outdated.
            const isEmpty = Object.values(declared).every((value) => !Array.isArray(value) || value.length === 0);
            if ("removes" in ending && isEmpty) return true;
            const needsNow = "removes" in ending || typeof ending.writes === "function" || "run" in write;
            const now = needsNow ? await reread(scope, id, { declared }) : {};
            if (!now) return false;
            const after = await documentAfter(scope, id, declared, now);
            // The list may not show recent additions yet, so the declared members are removed even if the list does not contain them.
            await send(
                scope,
                id,
                after,
                "removes" in ending ? { ...now, ...withDeclaredElements(valueFields, now, declared) } : now,
            );
            return true;
        });
    const documentAfter = (scope: Scope, id: string, declared: Properties, now: Properties) => {
        if ("because" in ending) return now;
        if ("removes" in ending)
            return { ...pick(now, Object.keys(valueFields)), ...lessened(valueFields, now, declared) };
        return typeof ending.writes === "function" ? ending.writes(now, scope.live, id) : ending.writes;
    };
    return {
        ...asDescribed(spec),
        name: spec.name,
        shape: "subresource",
        ...("run" in read && read.within ? { answeredAs: read.within.name } : {}),
        discovery: {
            of: spec.parent,
            ways: [
                {
                    below: spec.parent,
                    ...(spec.holders ? { holders: spec.holders } : {}),
                    found: async (live, id) => {
                        const found = await value(live, id);
                        return found && [{ id, live: { ...found, [parentField]: id } }];
                    },
                },
            ],
            among: spec.among ?? (() => true),
        },
        key: [parentField],
        replacing: [...new Set([parentField, ...replacingFields(spec.fields)])],
        operations: operationNames(read, write),
        parentField,
        valueFields,
        document,
        value,
        put,
        idOf: ({ [parentField]: id }) => (typeof id === "string" ? id : undefined),
        keyOf: (id) => ({ [parentField]: id }),
        rootOf: (id) => id,
        observe: async (live, id, _wanted, written, declared) => {
            const needsOwner = Object.values(valueFields).some(
                (field) => typeof marksOf(field).list?.unordered === "function",
            );
            const [found, owner] = await Promise.all([
                value(live, id, knownDocument(written, declared)),
                needsOwner ? live.object(spec.parent, id) : undefined,
            ]);
            return found && { ...owner, ...found, [parentField]: id };
        },
        // A document exists as soon as its object exists, so its key never belongs to a different object.
        find: async () => [],
        forget: (live, id) => {
            live.wrote(spec.parent.name, id);
            live.wrote(spec.name, id);
        },
        making: [],
        make: async (scope, properties) => {
            const id = String(properties[parentField]);
            return { id, live: { ...(await value(scope.live, id, { declared: properties })), [parentField]: id } };
        },
        write: async (scope, id, { declared, live }) => {
            const { [parentField]: _owner, ...given } = declared;
            return { ...live, ...(await put(scope, id, given, live)) };
        },
        removal:
            "because" in ending
                ? { does: "leave", because: ending.because }
                : { does: "delete", says: ending.says ?? "empties it", remove: end },
        documents: () => [document],
        memberOf: () => [],
        without: (properties, members) => withoutMembers(valueFields, properties, members),
    };
}

/** Returns the known values of a document; undefined if there are none. */
export function knownDocument(written: Properties | undefined, declared: Properties | undefined) {
    if (written === undefined && declared === undefined) return undefined;
    return { ...(written && { written }), ...(declared && { declared }) };
}

/** Returns the properties with `members` removed from all sets. */
function withoutMembers(fields: Fields, properties: Properties, members: ReadonlySet<string>): Properties {
    const entries = Object.entries(properties).map(([name, value]) => {
        const schema = fields[name];
        return [name, isSet(schema, value) ? value.filter((item) => !members.has(memberText(schema, item))) : value];
    });
    return Object.fromEntries(entries);
}

function isSet(schema: FieldSchema, value: unknown): value is readonly unknown[] {
    const { identity, unordered } = marksOf(schema).list ?? {};
    return Array.isArray(value) && (identity !== undefined || unordered === true);
}

/** Returns the key of a member, as in `DocumentMember`. */
function memberText(schema: FieldSchema, item: unknown): string {
    return JSON.stringify([elementIdentity(schema, item)].flat());
}

/** Returns the sets of `now` without the members in `declared`. */
function lessened(fields: Fields, now: Properties, declared: Properties): Properties {
    return Object.fromEntries(
        Object.entries(declared).map(([name, value]) => {
            const taken = Array.isArray(value) ? value.map((item) => memberText(fields[name], item)) : [];
            return [name, withoutMembers(fields, { [name]: now[name] }, new Set(taken))[name]];
        }),
    );
}

/** Returns the lists of `now`, with the declared elements added that they do not contain. */
function withDeclaredElements(fields: Fields, now: Properties, declared: Properties): Properties {
    return Object.fromEntries(
        Object.entries(declared).map(([name, value]) => {
            if (!Array.isArray(value)) return [name, value];
            const found = now[name];
            const present: readonly unknown[] = Array.isArray(found) ? found : [];
            const known = new Set(present.map((item) => memberText(fields[name], item)));
            return [name, [...present, ...value.filter((item) => !known.has(memberText(fields[name], item)))]];
        }),
    );
}
