import type { z } from "zod";
import type { Client } from "../../api/client.js";
import type { CallError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import type { Freshness, Live } from "../live/live.js";
import type { Locks } from "../live/locks.js";
import type { Source } from "../live/source.js";
import { type Fields, hasUnknown, marksOf, type Properties } from "../schema/fields.js";
import type { KindAccess } from "../schema/risk.js";

/** Context in which a kind works. */
export interface Scope {
    readonly client: Client;
    readonly live: Live;
    readonly locks: Locks;
    /** Time by the service's clock, in milliseconds since 1970. */
    now(): number;
}

/** A member of a document that can also be declared as a whole. */
export interface Membership {
    /** Name of the document. */
    readonly document: string;
    /** Id of the object that the document belongs to. */
    readonly of: string;
    /** Text that identifies the member within the document. */
    readonly member: string;
}

/** A new object: its id and its live properties. */
export interface Made {
    readonly id: string;
    readonly live: Properties;
}

/**
 * One declarable kind of object, of any shape. This is all that the kernel knows of it. `entity`, `subresource` and
 * `membership` create kinds. All properties are in camelCase; the names in the API are private to the kind.
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
    /** Output properties that only the service sets. */
    readonly results: readonly string[];
    /** Properties of the natural key. */
    readonly key: readonly string[];
    /** Properties that belong to the natural key only if they are declared. */
    readonly keyIfGiven?: readonly string[];
    /** Properties whose change requires a replacement. */
    readonly replacing: readonly string[];
    /** The operations of the API that it uses. */
    readonly operations: readonly OperationName[];
    /** How it expires; absent if it does not. */
    readonly ends?: Ends;
    /** How to find all objects of the kind. */
    readonly discovery: Discovery;
    /** Fields that are separate documents on the service, each with the kind that declares it on its own. */
    readonly parts: Readonly<Record<string, string>>;
    /** Why a program should not declare an object, such as an ended campaign; undefined if it may. */
    undeclarable?(live: Properties): string | undefined;

    /** Ids of other objects of the kind that a declaration of this one also writes. A program must not declare both. */
    covers?(live: Properties): readonly string[];

    /** The id, if it is derived from the properties; undefined if the service assigns it. */
    idOf(properties: Properties): string | undefined;
    /** Key properties contained in an id; none if the service assigns the id. */
    keyOf(id: string): Properties;
    /** The id of the object that a membership or document belongs to; its own id for an entity. */
    rootOf(id: string): string;
    /**
     * Returns the live properties of one object, or undefined if two reads agree that it does not
     * exist. Reads only those parts that are `wanted`. `written` is the state of the object, which
     * separates its own values from others in reads that mix them.
     */
    observe(live: Live, id: string, wanted: readonly string[], written?: Properties): Promise<Properties | undefined>;
    /** Ids of the existing objects with the natural key of `properties`. `how`: see `Live.named`. */
    find(live: Live, properties: Properties, how?: Freshness): Promise<readonly string[]>;
    /** Forgets reads of an object and of its parts `names` (default: all), so that `observe` asks the service again. */
    forget(live: Live, id: string, names?: readonly string[]): void;
    /**
     * Properties that no write can change in the present state of the object, each with the
     * reason. A difference in one of them is reported but not written.
     */
    fixed(live: Properties): Readonly<Record<string, string>>;
    /** Properties that `make` sends; `write` sends the others right afterwards. */
    readonly making: readonly string[];
    /** Creates it in one call. Properties that the call does not accept are left to `write`. */
    make(scope: Scope, properties: Properties): Promise<Made>;
    /** Writes the named properties and returns the resulting live state. Calls `progress` after each step. */
    write(scope: Scope, id: string, change: Change, progress: (live: Properties) => void): Promise<Properties>;
    /** Effect of removing the declaration. */
    readonly removal: Removal;
    /** Name of the document, for a subresource. */
    readonly document?: string;
    /**
     * Names of the documents below the object that these properties write as a whole, such as the
     * standalone subresource of a part, or that they govern. No other resource of the program may
     * declare one of them, or a member of it.
     */
    documents(properties: Properties): readonly string[];
    /** For a membership that can also be declared as part of a whole document: that document, and this member. */
    memberOf(properties: Properties): Membership | undefined;
    /** The declared properties, without members that other resources declare one by one. */
    without?(properties: Properties, members: ReadonlySet<string>): Properties;
    /** Names of the object's contents, grouped by a noun such as `members`. Only for entities. */
    holdings?(live: Live, id: string): Promise<Readonly<Record<string, readonly string[]>>>;
    /** A clearer message for an error whose own message is unhelpful; undefined for others. */
    explain(error: CallError): string | undefined;
}

/** An object of the service. */
export interface Existing {
    readonly id: string;
    readonly live: Properties;
}

/** A way to find all objects of a kind: below the objects that they belong to, or that they refer to. */
export interface Way {
    readonly below: Source;
    /** Those below the object with this id; undefined if it does not exist. */
    found(live: Live, id: string): Promise<readonly Existing[] | undefined>;
    /**
     * Narrows down which objects of `below` have any: returns the ids of those related to the objects `of`, possibly with a few
     * more. Absent or undefined if only reading each object of `below` can tell.
     */
    holders?(client: Client, of: readonly string[]): Promise<readonly string[] | undefined>;
}

/** How to find all objects of a kind. */
export type Discovery =
    /** By the list of `source`, or by ids in other objects if the API has no list. */
    | { readonly source: Source }
    /** Below the objects of `of`. Each of the `ways` finds all of them. */
    | {
          readonly of: Source;
          readonly ways: readonly [Way, ...Way[]];
          /** Why those below this object should not be declared, such as members from a rule; undefined if they may. */
          derived?(object: Properties): string | undefined;
          /** Whether an object of `of` can have any. */
          among(object: Properties): boolean;
      }
    /** The set of all members below an object of `membersBelow`; another kind declares them one by one. */
    | {
          readonly membersBelow: Source;
          /** Whether other parties may add to the set of this object. */
          isOpen(object: Properties): boolean;
      };

/** How an object expires. If it is missing after its end, that is not drift. */
export interface Ends {
    /** Field with its duration in minutes, which the service does not return. 0: no end. */
    readonly duration?: string;
    /** Property with its end as an ISO date, null for none. Omit if no answer contains it; the kernel then computes the end. */
    readonly date?: string;
    /** Field with which a program renews it. */
    readonly renew?: string;
}

/** What to write. */
export interface Change {
    /** Names of the properties that differ. */
    readonly properties: readonly string[];
    readonly declared: Properties;
    readonly live: Properties;
}

export type Removal =
    /** `says` describes the removal to people, such as "deletes it". `declared` are the last declared values. `remove` returns false if the object did not exist. */
    | {
          readonly does: "delete";
          readonly says: string;
          remove(scope: Scope, id: string, declared: Properties): Promise<boolean>;
      }
    /**
     * The object stays; `because` completes "… stays as it is: ". `last` stops what must not continue undeclared, and returns a
     * phrase about it, such as "without its schedule".
     */
    | {
          readonly does: "leave";
          readonly because: string;
          last?(scope: Scope, id: string, declared: Properties): Promise<string | undefined>;
      };

/** Value of `__provider` in inputs and outputs. Every existing state relies on this form. */
export function handlerOf(kind: string): string {
    return `exports.handler = () => require("pulumi-access-governance/provider").kind(${JSON.stringify(kind)})`;
}

/** The named properties that have values. */
export function pick(properties: Properties, names: readonly string[]): Properties {
    const given = names.filter((name) => properties[name] !== undefined);
    return Object.fromEntries(given.map((name) => [name, properties[name]]));
}

/** The properties without the named ones. */
export function without(properties: Properties, names: readonly string[]): Properties {
    return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

/** The values of the key properties, with the API's default for an omitted one; undefined while any is unknown. */
export function keyValues(kind: KeyOf, properties: Properties): Properties | undefined {
    const more = (kind.keyIfGiven ?? []).filter((name) => (properties[name] ?? undefined) !== undefined);
    const values = [...kind.key, ...more].map(
        (name) => [name, properties[name] ?? marksOf(kind.fields[name]).standard] as const,
    );
    if (values.some(([, value]) => value === undefined || hasUnknown(value))) return undefined;
    return Object.fromEntries(values);
}

/** The natural key as a string, in which equivalent spellings are equal; undefined if a part of it is unknown. */
export function keyText(kind: KeyOf, properties: Properties): string | undefined {
    const values = keyValues(kind, properties);
    if (!values) return undefined;
    const canonical = Object.entries(values).map(([name, value]) => [
        name,
        marksOf(kind.fields[name]).canonical?.(value) ?? value,
    ]);
    return JSON.stringify(Object.fromEntries(canonical));
}

/** Whether a declaration has the same natural key as a live object, so that both cannot coexist. */
export function keepsKey(kind: KeyOf, live: Properties, given: Properties): boolean {
    const key = keyText(kind, given);
    return key !== undefined && keyText(kind, live) === key;
}

type KeyOf = Pick<Kind, "key" | "keyIfGiven" | "fields">;

/** The list of all objects of a kind; undefined for objects below another one, and if the API has no such list. */
export function listOf({ discovery }: Kind): Source | undefined {
    return "source" in discovery && discovery.source.list ? discovery.source : undefined;
}

/** Where the objects of a kind, or their parents, are read; then other sources that reveal them. */
export function sourcesOf({ discovery }: Kind): readonly Source[] {
    if ("source" in discovery) return [discovery.source];
    if ("membersBelow" in discovery) return [discovery.membersBelow];
    return [discovery.of, ...discovery.ways.map(({ below }) => below)];
}
