import type { z } from "zod";
import type { Client } from "../../api/client.js";
import type { CallError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { type Properties, pick } from "../../common/properties.js";
import { hasUnknown } from "../../common/unknown.js";
import type { Freshness, Live } from "../live/live.js";
import type { Locks } from "../live/locks.js";
import type { Source } from "../live/source.js";
import { type Fields, marksOf, secretFields } from "../schema/fields.js";
import type { KindAccess, Risk } from "../schema/risk.js";

/** The context that is passed to the methods of a kind. */
export interface Scope {
    readonly client: Client;
    readonly live: Live;
    readonly locks: Locks;
    /** Returns the time by the service's clock, in milliseconds since 1970. */
    now(): number;
}

/** A member of a document. A program can declare either the member or the whole document. */
export interface DocumentMember {
    /** Name of the document. */
    readonly document: string;
    /** Id of the object that the document belongs to. */
    readonly of: string;
    /** Path of that id in the declaration. */
    readonly at: string;
    /** Key that identifies the member within the document. */
    readonly member: string;
    /** For an element of a set: the expiration date that it declares. */
    readonly end?: unknown;
}

/** An object that exists on the service: its id and its live properties. */
export interface Existing {
    readonly id: string;
    readonly live: Properties;
}

/**
 * A kind of object that a program can declare, of any shape. The kernel accesses kinds only through this interface. `entity`, `subresource`
 * and `membership` create kinds. All properties are in camelCase; the API's own names are private to the kind.
 */
export interface Kind {
    /** Name of the class and of the Pulumi type, such as `GroupVisibility`. */
    readonly name: string;
    /** Noun for an object of this kind in messages, such as `visibility of a group`. */
    readonly noun: string;
    readonly shape: "entity" | "subresource" | "membership";
    /** All fields that a program can declare. */
    readonly fields: Fields;
    readonly access: KindAccess;
    /** Schema of `fields`, with the rules between them. */
    readonly schema: z.ZodType;
    /** `schema`, with the rules for what an export declares. */
    readonly exportSchema: z.ZodType;
    /** Output properties that only the service sets. */
    readonly results: readonly string[];
    /**
     * The secret `results`, which only the response to a write contains. The results of such a kind come from the state, and an existing
     * object is never adopted in place of a new one, because its secret is unknown.
     */
    readonly issues?: readonly string[];
    /** Names of the properties that form the natural key. */
    readonly key: readonly string[];
    /** Names of the properties that belong to the natural key only if they are declared. */
    readonly keyIfGiven?: readonly string[];
    /** Properties whose change requires a replacement. */
    readonly replacing: readonly string[];
    /** The API operations that the kind uses. */
    readonly operations: readonly OperationName[];
    /** How objects of the kind expire; absent if they do not. */
    readonly ends?: Expiration;
    /** Name of the kind or part under which the responses about an object are kept. Default: the kind's own. */
    readonly answeredAs?: string;
    /** How to find all objects of the kind. */
    readonly discovery: Discovery;
    /** Fields that are separate documents on the service, each with the name of the kind that declares it separately. */
    readonly parts: Readonly<Record<string, string>>;
    /** Returns why a program should not declare an object, such as an ended campaign; undefined if it can be declared. */
    undeclarable?(live: Properties): string | undefined;

    /** Returns the ids of other objects of the kind that a declaration of this object also writes. A program must not declare both. */
    covers?(live: Properties): readonly string[];

    /** Returns the kind for one resource, which `identity` distinguishes from the resources of all stacks. Absent if they do not differ. */
    boundTo?(identity: string): Kind;
    /** Returns the ids by which audit events name an object of the state. Default: its id, or the ids in the key of a membership. */
    namesInEvents?(outputs: Properties): readonly string[];
    /** Returns what is due by the service's clock, although program and service may agree, such as a rotation. */
    due?(live: Properties, declared: Properties, now: number): readonly DueWork[];
    /** Returns the id if it is derived from the properties; undefined if the service assigns it. */
    idOf(properties: Properties): string | undefined;
    /** Returns the key properties contained in an id. Empty if the service assigns the id. */
    keyOf(id: string): Properties;
    /** Returns the id of the object that a membership or document belongs to. For an entity, returns its own id. */
    rootOf(id: string): string;
    /**
     * Returns the live properties of an object, or undefined if two reads agree that it does not exist. Reads only those parts that are
     * `wanted`. `written` is the state of the object (`writtenBefore`). It is used if a response mixes the object's own values with those of
     * other objects, or if only the state knows some of them. `declared` contains the program's values, if it is known.
     */
    observe(
        live: Live,
        id: string,
        wanted: readonly string[],
        written?: Properties,
        declared?: Properties,
    ): Promise<Properties | undefined>;
    /** Returns the ids of existing objects that have the natural key of `properties`. For `how`, see `Live.named`. */
    find(live: Live, properties: Properties, how?: Freshness): Promise<readonly string[]>;
    /**
     * Returns the ids of the existing objects whose first key property, mostly the name, is `name`, whatever the rest of their key is. Only for
     * kinds whose ids the service assigns.
     */
    named?(live: Live, name: string): Promise<readonly string[]>;
    /** Returns what the create will delete, because an earlier run created it for the same resource but did not record it. */
    leftovers?(live: Live, properties: Properties): Promise<readonly string[]>;
    /** Discards the reads of an object and of its parts `names` (default: all), so that `observe` reads them from the service again. */
    forget(live: Live, id: string, names?: readonly string[]): void;
    /**
     * Returns the properties that no write can change in the current state of the object, each with the reason. A difference in one of them
     * is reported but not written.
     */
    fixed(live: Properties, declared: Properties): Readonly<Record<string, string>>;
    /** Properties that `make` sends. `write` sends the others right afterwards. */
    readonly making: readonly string[];
    /** Creates the object in one call. Properties that the call does not accept are left to `write`. */
    make(scope: Scope, properties: Properties): Promise<Existing>;
    /** Writes the named properties and returns the resulting live state. Calls `progress` after each API call. */
    write(scope: Scope, id: string, change: WriteInput, progress: (live: Properties) => void): Promise<Properties>;
    /** Key properties of a kind that nests objects of one kind in others, none of which may contain itself. */
    readonly nests?: Nesting;
    /** Properties of a kind that adds an access level to an object. */
    readonly addsLevel?: AddedLevel;
    /** What happens when the declaration is removed. */
    readonly removal: Removal;
    /** Name of the document. Only for subresources. */
    readonly document?: string;
    /**
     * Returns the names of the documents below the object that these properties write as a whole or control. For example, a part is the
     * same document as the separate subresource. No other resource of the program may declare one of these documents, or a member of one.
     */
    documents(properties: Properties): readonly string[];
    /**
     * The members of documents of other kinds that these properties declare. For a membership: itself, in each set that could contain it.
     * For a set, and for an object with sets: the elements, in the sets of the other objects that they connect. `id` is the object's own id.
     */
    memberOf(properties: Properties, id?: unknown): readonly DocumentMember[];
    /** For a complete set of memberships. */
    readonly set?: MembershipSet;
    /** For an object whose fields contain complete sets of memberships: the sets, by the name of the field. */
    readonly sets?: Readonly<Record<string, MembershipSet>>;
    /** Returns the elements of a document; undefined if the document is not a set of memberships. */
    elements?(
        document: string,
        properties: Properties,
        id?: unknown,
    ): readonly Pick<DocumentMember, "member" | "end">[] | undefined;
    /** Returns the declared properties without the members that other resources declare individually. */
    without?(properties: Properties, members: ReadonlySet<string>): Properties;
    /** Returns the names of the object's contents, grouped by a noun such as `members`. Only for entities. */
    holdings?(live: Live, id: string): Promise<Readonly<Record<string, readonly string[]>>>;
    /** Returns a clearer message for an error whose own message is not helpful; undefined for other errors. */
    explain(error: CallError): string | undefined;
}

/** The memberships that a set declares. */
export interface MembershipSet {
    /** The kind that declares a single one. */
    readonly of: Kind;
    /** Whether exports declare the memberships in this form only if it is requested by name. */
    readonly isExportedByName: boolean;
    /** Whether elements have expiration dates. */
    readonly hasEnds: boolean;
    /** Returns why exports do not declare the set of an object, because nobody can tell which elements belong to others. */
    derived(object: Properties): string | undefined;
    /** Name of the field with the id of the object that the set belongs to. */
    readonly parent: string;
    /** Name of the field with the elements. */
    readonly elements: string;
    /** The key property that the elements are, if they are not objects. */
    readonly elementKey?: string;
    /** Returns an element as the properties of a membership. */
    membership(parentId: unknown, element: unknown): Properties;
    /** Returns a membership as an element of the set. */
    element(membership: Properties): unknown;
    /**
     * Returns the memberships of an object: its own, and those that belong to others, such as those with an approved request. Undefined if
     * the object does not exist.
     */
    found(live: Live, id: string): Promise<SetMemberships | undefined>;
}

/** The memberships of one object. */
export interface SetMemberships {
    readonly own: readonly Existing[];
    readonly left: readonly Existing[];
    /** Why the memberships in `left` belong to others. */
    readonly because: string;
}

/** The names of the properties with the ids of a nested object and of the object that contains it. */
export interface Nesting {
    readonly inner: string;
    readonly outer: string;
}

/** The names of the properties with a level and with the ids of the objects that get it. */
export interface AddedLevel {
    readonly level: string;
    readonly to: readonly string[];
}

/** Something that is due for an object, whether or not its declaration changed. */
export interface DueWork {
    /** What a preview says about it, after the name of the resource. */
    readonly says: string;
    /** Output properties that the next write changes. Empty if the work waits for something that `says` explains. */
    readonly changes: readonly string[];
    /** Effect on access, if the work repairs a change that was made outside Pulumi. */
    readonly repairs?: Risk;
}

/** A way to find all objects of a kind: through the objects that they belong to, or the objects that they refer to. */
export interface DiscoveryWay {
    readonly below: Source;
    /** Returns the objects below the object with this id; undefined if that object does not exist. */
    found(live: Live, id: string): Promise<readonly Existing[] | undefined>;
    /**
     * Narrows down which objects of `below` can have any: returns the ids of those related to the objects `of`, and possibly a few more.
     * Absent or undefined if each object of `below` must be read.
     */
    holders?(client: Client, of: readonly string[]): Promise<readonly string[] | undefined>;
}

/** How to find all objects of a kind. */
export type Discovery =
    /** In the list of `source`, or by ids contained in other objects if the API has no list. */
    | { readonly source: Source }
    /** Below the objects of `of`. Each of the `ways` finds all objects. */
    | {
          readonly of: Source;
          readonly ways: readonly [DiscoveryWay, ...DiscoveryWay[]];
          /**
           * Returns why the objects below this object should not be declared, such as members added by a rule; undefined if they can be
           * declared.
           */
          derived?(object: Properties): string | undefined;
          /** Whether an object of `of` can have any objects of the kind. */
          among(object: Properties): boolean;
      };

/** How an object expires. An object that is missing after its expiration date is not drift. */
export interface Expiration {
    /** Name of the field with the duration in minutes, which the service does not return. The value 0 means unlimited. */
    readonly duration?: string;
    /**
     * Name of the property with the expiration date as an ISO date, null if the object does not expire. Omit it if the date is not in any
     * response; the kernel then computes it.
     */
    readonly date?: string;
    /** Name of the field with which a program renews the object. */
    readonly renew?: string;
}

/** The input of a write. */
export interface WriteInput {
    /** Names of the properties that differ. */
    readonly properties: readonly string[];
    readonly declared: Properties;
    readonly live: Properties;
}

export type Removal =
    /**
     * The object is deleted. `says` describes the removal to the user, such as "deletes it". `declared` contains the last declared values.
     * `remove` returns false if the object did not exist.
     */
    | {
          readonly does: "delete";
          readonly says: string;
          remove(scope: Scope, id: string, declared: Properties): Promise<boolean>;
      }
    /**
     * The object remains on the service. `because` is the reason, shown after "… stays as it is: ". `last` stops effects that must not
     * continue, and returns a phrase about this, such as "without its schedule".
     */
    | {
          readonly does: "leave";
          readonly because: string;
          last?(scope: Scope, id: string, declared: Properties): Promise<string | undefined>;
      };

/** Returns the value of `__provider` in inputs and outputs. Must never change, because every existing state contains it. */
export function handlerOf(kind: string): string {
    return `exports.handler = () => require("pulumi-access-governance/provider").kind(${JSON.stringify(kind)})`;
}

/** Whether inputs or outputs have a `__provider` that `handlerOf` does not return: code that does not come from this package. */
export function hasForeignCode(properties: Properties): boolean {
    if (!("__provider" in properties)) return false;
    const code = properties.__provider;
    const [, kind] = typeof code === "string" ? (/\.kind\("(\w+)"\)$/.exec(code) ?? []) : [];
    return kind === undefined || code !== handlerOf(kind);
}

/** Returns the names of all properties that are or contain a secret. */
export function secretProperties({ fields, issues = [] }: Pick<Kind, "fields" | "issues">): string[] {
    return [...secretFields(fields), ...issues];
}

/** Returns what the state knows about an object: the last declared values, and the results that no read returns. */
export function writtenBefore(
    kind: Pick<Kind, "issues" | "results">,
    state: { readonly outputs: Properties; readonly declared?: Properties },
): Properties {
    return { ...(kind.issues ? pick(state.outputs, kind.results) : {}), ...state.declared };
}

/** Returns the values of the key properties, with the API's default for an omitted one. Undefined if any of them is unknown. */
export function keyValues(kind: KeyOf, properties: Properties): Properties | undefined {
    const more = (kind.keyIfGiven ?? []).filter((name) => (properties[name] ?? undefined) !== undefined);
    const values = [...kind.key, ...more].map(
        (name) => [name, properties[name] ?? marksOf(kind.fields[name]).standard] as const,
    );
    if (values.some(([, value]) => value === undefined || hasUnknown(value))) return undefined;
    return Object.fromEntries(values);
}

/** Returns the natural key as a string, in which equivalent spellings are equal. Undefined if a part of the key is unknown. */
export function keyText(kind: KeyOf, properties: Properties): string | undefined {
    const values = keyValues(kind, properties);
    if (!values) return undefined;
    const canonical = Object.entries(values).map(([name, value]) => [
        name,
        marksOf(kind.fields[name]).canonical?.(value) ?? value,
    ]);
    return JSON.stringify(Object.fromEntries(canonical));
}

/** Whether a declaration has the same natural key as a live object. Two objects with the same key cannot coexist. */
export function keepsKey(kind: KeyOf, live: Properties, given: Properties): boolean {
    const key = keyText(kind, given);
    return key !== undefined && keyText(kind, live) === key;
}

type KeyOf = Pick<Kind, "key" | "keyIfGiven" | "fields">;

/** Returns the source that lists all objects of a kind. Undefined if the objects are below another object, or the API has no such list. */
export function listSource({ discovery }: Kind): Source | undefined {
    return "source" in discovery && discovery.source.list ? discovery.source : undefined;
}

/** Returns the sources from which the objects of a kind, or their parents, are read, followed by other sources that refer to them. */
export function kindSources({ discovery }: Kind): readonly Source[] {
    if ("source" in discovery) return [discovery.source];
    return [discovery.of, ...discovery.ways.map(({ below }) => below)];
}
