import { z } from "zod";
import type { Client, OperationName } from "../api/client.js";
import type { CallError } from "../api/errors.js";
import { type Fields, hasUnknown, marksOf, type Properties } from "./fields.js";
import type { Live } from "./live.js";
import type { Locks } from "./locks.js";
import { same } from "./normalize.js";

/** What a kind needs of the process it works in. */
export interface Scope {
    readonly client: Client;
    readonly live: Live;
    readonly locks: Locks;
    /** Milliseconds since 1970. */
    now(): number;
}

/** An object just made: its id, and its state as far as the making told it. */
export interface Made {
    readonly id: string;
    readonly live: Properties;
}

/**
 * One declarable object of the interface, whichever its shape: the kernel's whole view of it. Built by `entity`, `subresource` and `membership`.
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
    /** `fields` and the rules that hold between them. */
    readonly schema: z.ZodType;
    /** Output properties that only the service sets. */
    readonly results: readonly string[];
    /** The properties by which two declarations are the same thing. */
    readonly key: readonly string[];
    /** Properties that belong to the key as well, where a declaration gives them. */
    readonly keyIfGiven?: readonly string[];
    /** Properties whose change makes a new object in place of the old one. */
    readonly replacing: readonly string[];
    /** The operations of the interface that it uses. */
    readonly operations: readonly OperationName[];
    /** How it comes to its end by itself; absent where it does not. */
    readonly ends?: Ends;

    /** The id, where the properties alone spell it out. */
    idOf(properties: Properties): string | undefined;
    /** The key properties that an id spells out; none where the service gives the id. */
    keyOf(id: string): Properties;
    /**
     * The live properties of one object; undefined when it is gone. Parts are read only where one of `references` has them.
     * `references` are what the program and the state say; a service whose read mixes in what was not written is sorted out by them.
     */
    observe(live: Live, id: string, references: readonly Properties[]): Promise<Properties | undefined>;
    /** Ids of the objects that already have the natural key of `properties`. */
    find(live: Live, properties: Properties, anew?: boolean): Promise<readonly string[]>;
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
    /**
     * Names of the documents below the object that these properties write as a whole, such as the free-standing subresource of a part, or that
     * they govern. Nobody else in the program may declare one of them, or a member of it.
     */
    documents(properties: Properties): readonly string[];
    /** The document that this is one member of: its name, and the id of the object that it is below. */
    memberOf(properties: Properties): { readonly document: string; readonly of: string } | undefined;
    /** A sentence for a refusal that the service's own words leave in the dark; undefined for every other. */
    explain(error: CallError): string | undefined;
}

/**
 * How a grant comes to its end by itself. Gone and past its end it has lapsed: that is no drift. With a field `renew` (marked `local`)
 * a program can ask for it to be granted again.
 */
export interface Ends {
    /** The field that gives its duration in minutes, which the service never gives back; 0 is without end. */
    readonly duration?: string;
    /** The property that holds the moment of its end as an ISO date, null for none. Left out where no answer has it: then the kernel reckons. */
    readonly date?: string;
}

/** What to write. */
export interface Change {
    /** Names of the properties that differ. */
    readonly properties: readonly string[];
    readonly declared: Properties;
    readonly live: Properties;
}

export type Removal =
    /** `says` is for people, such as "deletes it". `declared` is what the program gave last. */
    | {
          readonly does: "delete";
          readonly says: string;
          remove(scope: Scope, id: string, declared: Properties): Promise<void>;
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

/** The schema of a kind: its fields, nothing else, and its rules. */
export function strict(fields: Fields, rules: (schema: z.ZodType) => z.ZodType = (schema) => schema): z.ZodType {
    return rules(z.strictObject(fields));
}

/** Names of the fields that have the mark. */
export function marked(fields: Fields, mark: "replaces" | "secret" | "writeOnly" | "local"): string[] {
    return Object.keys(fields).filter((name) => marksOf(fields[name])[mark]);
}

/** Names of the fields that are never changed, with the reason. */
export function refused(fields: Fields): Readonly<Record<string, string>> {
    const reasons = Object.keys(fields).map((name) => [name, marksOf(fields[name]).refuses] as const);
    return Object.fromEntries(reasons.flatMap(([name, reason]) => (reason === undefined ? [] : [[name, reason]])));
}

/** The named properties, as far as there are values. */
export function pick(properties: Properties, names: readonly string[]): Properties {
    const given = names.filter((name) => properties[name] !== undefined);
    return Object.fromEntries(given.map((name) => [name, properties[name]]));
}

/** The values of the key properties, with the interface's default for one left out; undefined while one of them is not known yet. */
export function keyValues(
    kind: Pick<Kind, "key" | "keyIfGiven" | "fields">,
    properties: Properties,
): Properties | undefined {
    const more = (kind.keyIfGiven ?? []).filter((name) => (properties[name] ?? undefined) !== undefined);
    const values = [...kind.key, ...more].map(
        (name) => [name, properties[name] ?? marksOf(kind.fields[name]).default] as const,
    );
    if (values.some(([, value]) => value === undefined || hasUnknown(value))) return undefined;
    return Object.fromEntries(values);
}

/** True where a declaration is of the same thing as the live object: only one of them can be there at a time. */
export function keepsKey(kind: Kind, live: Properties, given: Properties): boolean {
    const [before, after] = [keyValues(kind, live), keyValues(kind, given)];
    return before !== undefined && after !== undefined && same(before, after);
}
