import type { z } from "zod";
import type { Client } from "../../api/client.js";
import type { CallError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import type { Freshness, Live } from "../live/live.js";
import type { Locks } from "../live/locks.js";
import type { Source } from "../live/source.js";
import { type Fields, hasUnknown, marksOf, type Properties } from "../schema/fields.js";
import type { KindAccess } from "../schema/risk.js";

/** What a kind needs of the process it works in. */
export interface Scope {
    readonly client: Client;
    readonly live: Live;
    readonly locks: Locks;
    /** The time of the service, in milliseconds since 1970. */
    now(): number;
}

/** One member of a document that can be declared as a whole, too. */
export interface Membership {
    /** Name of the document. */
    readonly document: string;
    /** Id of the object that the document is below. */
    readonly of: string;
    /** What tells the member from the others. */
    readonly member: string;
}

/** An object just made: its id, and its state as far as the making told it. */
export interface Made {
    readonly id: string;
    readonly live: Properties;
}

/**
 * One declarable object of the API, whichever its shape: the kernel's whole view of it. Built by `entity`, `subresource` and `membership`.
 * All properties are in camelCase; what it writes and reads on the wire is its own affair.
 */
export interface Kind {
    /** Name of the class and of the Pulumi type, such as `GroupVisibility`. */
    readonly name: string;
    /** What people call one, such as `visibility of a group`. */
    readonly noun: string;
    readonly shape: "entity" | "subresource" | "membership";
    /** Everything a program can give. */
    readonly fields: Fields;
    readonly access: KindAccess;
    /** `fields` and the rules that hold between them. */
    readonly schema: z.ZodType;
    /** Output properties that only the service sets. */
    readonly results: readonly string[];
    /** The properties by which two declarations are the same thing. The last one is what people call it. */
    readonly key: readonly string[];
    /** Properties that belong to the key as well, where a declaration gives them. */
    readonly keyIfGiven?: readonly string[];
    /** Properties whose change makes a new object in place of the old one. */
    readonly replacing: readonly string[];
    /** The operations of the API that it uses. */
    readonly operations: readonly OperationName[];
    /** How it comes to its end by itself; absent where it does not. */
    readonly ends?: Ends;
    /** How all that there are of it are found. */
    readonly whereabouts: Whereabouts;
    /** The fields that are documents of their own on the service, each with the name of the kind that declares it alone. */
    readonly parts: Readonly<Record<string, string>>;
    /** Why a program is not to declare an object that it could, such as one that is history; undefined for one that it may declare. */
    passing?(live: Properties): string | undefined;

    /** Ids of others of the kind that a declaration of this one writes, too: a program declares them here or there, not both. */
    covers?(live: Properties): readonly string[];

    /** The id, where the properties alone spell it out. */
    idOf(properties: Properties): string | undefined;
    /** The key properties that an id spells out; none where the service gives the id. */
    keyOf(id: string): Properties;
    /** The id of the object that a membership or document belongs to; its own id for an entity. */
    rootOf(id: string): string;
    /**
     * The live properties of one object; undefined if two reads agree that it is not there. Of its parts only those
     * `wanted` are read. `written` is what the state says of it: by that a read is sorted out that mixes in what nobody wrote.
     */
    observe(live: Live, id: string, wanted: readonly string[], written?: Properties): Promise<Properties | undefined>;
    /** Ids of the objects that already have the natural key of `properties`; `how` is as `Live.named` has it. */
    find(live: Live, properties: Properties, how?: Freshness): Promise<readonly string[]>;
    /** Forgets what was read of an object, and of its parts `names`, so that `observe` asks the service again. All parts if left out. */
    forget(live: Live, id: string, names?: readonly string[]): void;
    /**
     * Properties that no write can change in the present state of the object, each with the reason: a difference in one of them is told,
     * and nothing is tried.
     */
    fixed(live: Properties): Readonly<Record<string, string>>;
    /** Properties that `make` gives to the service; `write` gives the others right after. */
    readonly making: readonly string[];
    /** The one call that brings it into being. What it can't take is left to `write`. */
    make(scope: Scope, properties: Properties): Promise<Made>;
    /** Writes the named properties and returns the live state that comes of it. `progress` is told of each step that took effect. */
    write(scope: Scope, id: string, change: Change, progress: (live: Properties) => void): Promise<Properties>;
    /** What taking the object away does. */
    readonly removal: Removal;
    /** Name of the document that it is itself; undefined for an entity and for a membership. */
    readonly document?: string;
    /**
     * Names of the documents below the object that these properties write as a whole, such as the free-standing subresource of a part, or that
     * they govern. Nobody else in the program may declare one of them, or a member of it.
     */
    documents(properties: Properties): readonly string[];
    /** The document that this is one member of: its name, the id of the object that it is below, and which member. */
    memberOf(properties: Properties): Membership | undefined;
    /** What `properties` declare, without the members that others declare one by one. */
    without?(properties: Properties, members: ReadonlySet<string>): Properties;
    /** Names of what is in the object, whoever put it there, by what people call it; an entity alone can hold something. */
    holdings?(live: Live, id: string): Promise<Readonly<Record<string, readonly string[]>>>;
    /** A sentence for a refusal that the service's own words leave in the dark; undefined for every other. */
    explain(error: CallError): string | undefined;
}

/** An object of the service. */
export interface Existing {
    readonly id: string;
    readonly live: Properties;
}

/** One way to find all that there are of a kind: of the object that they are of, or of something else that they name. */
export interface Way {
    readonly below: Source;
    /** Those below the object of this id; undefined if it is not there. */
    found(live: Live, id: string): Promise<readonly Existing[] | undefined>;
    /**
     * Ids of the objects of `below` that have any in these objects, and perhaps of others. Absent, or undefined as an answer, if only each
     * of them can tell.
     */
    holders?(client: Client, of: readonly string[]): Promise<readonly string[] | undefined>;
}

/** How all that there are of a kind are found. */
export type Whereabouts =
    /** By the list of `source`; where the API has none, by the ids that others name. */
    | { readonly source: Source }
    /** Below the objects of the source `of`, which tell of them in one of these ways. */
    | {
          readonly of: Source;
          readonly ways: readonly [Way, ...Way[]];
          /** Why those of this object are not to be declared, such as members that follow from a rule; undefined if they are. */
          derived?(object: Properties): string | undefined;
          /** Whether the object can have one. */
          among(object: Properties): boolean;
      }
    /** It is the set of all members below an object of `source`, which another kind declares one by one. */
    | {
          readonly membersBelow: Source;
          /** Whether others add to the set of this object, as they may. */
          isOpen(object: Properties): boolean;
      };

/** How an object comes to its end by itself. Missing and past its end it has expired: that is no drift. */
export interface Ends {
    /** The field that gives its duration in minutes, which the service never gives back; 0 is without end. */
    readonly duration?: string;
    /** The property that holds the moment of its end as an ISO date, null for none. Left out if no answer has it: then the kernel reckons. */
    readonly date?: string;
    /** The field by which a program asks for it to be made again. */
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
    /** `says` is for people, such as "deletes it". `declared` is what the program gave last. False: it was not there, and no call was made. */
    | {
          readonly does: "delete";
          readonly says: string;
          remove(scope: Scope, id: string, declared: Properties): Promise<boolean>;
      }
    /**
     * The object stays; `because` completes "… stays as it is: ". `last` writes what must not go on without its declaration, and returns what
     * it did for people, such as "without its schedule".
     */
    | {
          readonly does: "leave";
          readonly because: string;
          last?(scope: Scope, id: string, declared: Properties): Promise<string | undefined>;
      };

/** What inputs and outputs of a resource say of the code that serves it: every state ever written relies on this form. */
export function handlerOf(kind: string): string {
    return `exports.handler = () => require("pulumi-access-governance/provider").kind(${JSON.stringify(kind)})`;
}

/** The named properties, as far as there are values. */
export function pick(properties: Properties, names: readonly string[]): Properties {
    const given = names.filter((name) => properties[name] !== undefined);
    return Object.fromEntries(given.map((name) => [name, properties[name]]));
}

/** The properties without those of these names. */
export function without(properties: Properties, names: readonly string[]): Properties {
    return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

/** The values of the key properties, with the API's default for one left out; undefined while one of them is not known yet. */
export function keyValues(kind: KeyOf, properties: Properties): Properties | undefined {
    const more = (kind.keyIfGiven ?? []).filter((name) => (properties[name] ?? undefined) !== undefined);
    const values = [...kind.key, ...more].map(
        (name) => [name, properties[name] ?? marksOf(kind.fields[name]).standard] as const,
    );
    if (values.some(([, value]) => value === undefined || hasUnknown(value))) return undefined;
    return Object.fromEntries(values);
}

/** The natural key as one text, the same for every spelling of it; undefined while a part of it is not known yet. */
export function keyText(kind: KeyOf, properties: Properties): string | undefined {
    const values = keyValues(kind, properties);
    if (!values) return undefined;
    const canonical = Object.entries(values).map(([name, value]) => [
        name,
        marksOf(kind.fields[name]).canonical?.(value) ?? value,
    ]);
    return JSON.stringify(Object.fromEntries(canonical));
}

/** True if a declaration is of the same thing as the live object: only one of them can be there at a time. */
export function keepsKey(kind: KeyOf, live: Properties, given: Properties): boolean {
    const key = keyText(kind, given);
    return key !== undefined && keyText(kind, live) === key;
}

type KeyOf = Pick<Kind, "key" | "keyIfGiven" | "fields">;

/** Where the objects of a kind are read, or those that it belongs to, first; then what else tells of it. */
export function sourcesOf({ whereabouts }: Kind): readonly Source[] {
    if ("source" in whereabouts) return [whereabouts.source];
    if ("membersBelow" in whereabouts) return [whereabouts.membersBelow];
    return [whereabouts.of, ...whereabouts.ways.map(({ below }) => below)];
}
