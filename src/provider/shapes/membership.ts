import type { ListOperation, Operation } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { type Properties, pick, same } from "../../common/properties.js";
import { fromWire } from "../../common/wire-names.js";
import type { Live } from "../live/live.js";
import type { Source } from "../live/source.js";
import type { StatedFields } from "../schema/access.js";
import { completed, initial } from "../schema/comparison/differences.js";
import { type Fields, marksOf } from "../schema/fields.js";
import { toWire } from "../schema/wire.js";
import { asDescribed, type Described, fixedAtCreation, operationNames, replacingFields } from "./described.js";
import { computedEnd } from "./expiry.js";
import {
    type AddedLevel,
    type DiscoveryWay,
    type DocumentMember,
    type Kind,
    keyValues,
    type Nesting,
    type Scope,
} from "./kind.js";
import { type Removing, removedBy } from "./removing.js";
import type { RequestedMembership } from "./requested.js";

type Wire = Record<string, unknown>;

/**
 * A membership: one object in another, with an access level. `Item` is an entry of the list that contains the membership. A change of the
 * duration is written with `update`; if there is no `update`, it requires a replacement.
 */
export interface MembershipSpec<Item extends object = object> extends Described {
    readonly name: string;
    /** Source of the objects that the memberships belong to. */
    readonly parent: Source;
    /** The composite key. Its first property is the id of the parent. An omitted part has its documented default (`Marks.standard`). */
    readonly key: readonly [parent: string, ...rest: string[]];
    /**
     * Key properties that the list needs in addition to the parent, each with the source of its objects. Memberships with the same values
     * of these properties share one read.
     */
    readonly listedBy?: Readonly<Record<string, Source>>;
    /** Lists all memberships of one parent. Must return 404 only if one of the requested objects does not exist. */
    readonly list: ListOperation<[key: Properties], Item>;
    /**
     * Converts an entry of the list to properties. Needed if they are not simply the entry in camelCase (such as an access level inside an
     * object). Returns undefined for an entry that is not a membership, such as inherited access. Also used for the responses of `add` and
     * `update`; if their shape differs, `Item` is the union of both.
     */
    readonly value?: (item: Item) => Properties | undefined;
    /** Creates a membership. `body` contains everything that is declared, except the parent. */
    // biome-ignore lint/suspicious/noConfusingVoidType: an operation without a response body returns void
    readonly add: Operation<[key: Properties, body: Wire], Item | undefined | void>;
    /**
     * Changes fields that are neither part of the key nor marked `replace`; `body` contains the differences. Omit it if the API has no such
     * call: then every change requires a replacement.
     */
    // biome-ignore lint/suspicious/noConfusingVoidType: as above
    readonly update?: Operation<[key: Properties, body: Wire], Item | undefined | void>;
    /**
     * Removes a membership: by its key; with `found`, by its key and live properties (if the call needs an id that only the list contains);
     * or with `rewrite`, by writing all other memberships (if the API cannot remove a single one).
     */
    readonly remove: Removing;
    /**
     * A second list of the memberships, below the object in another part of their key. Use this if `list` needs more calls, or if it is
     * incomplete (then set `alone`).
     */
    readonly every?: {
        readonly below: Source;
        readonly list: ListOperation<[id: string], object>;
        /**
         * Returns the key and the properties of an entry below the object `id`. Undefined for an entry that is not a membership of this
         * kind.
         */
        value(item: Properties, id: string): Properties | undefined;
        /** See `DiscoveryWay`. */
        readonly holders?: DiscoveryWay["holders"];
        /** Use only this list, because `list` is incomplete. */
        readonly alone?: true;
    };
    /** See `Discovery`. */
    readonly derived?: (object: Properties) => string | undefined;
    /** Whether an object can have any memberships of this kind. Default: every object can. */
    readonly among?: (object: Properties) => boolean;
    /** See `DiscoveryWay`. Used with `list`. */
    readonly holders?: DiscoveryWay["holders"];
    /** Returns the keys of other memberships that a declaration of this one also writes. */
    readonly covers?: (live: Properties) => readonly Properties[];
    /**
     * The sets that contain the membership, such as `GroupUsers`: the name of each kind of set, and the key property with the id of the
     * object that the set belongs to. A program must not declare both for the same object. Exports use the first one.
     */
    readonly memberOf?: Readonly<Record<string, string>>;
    /** For access that people can request: how to recognize what they requested. */
    readonly requested?: RequestedMembership;
    /** See `Kind.nests`. */
    readonly nests?: Nesting;
    /** See `Kind.addsLevel`. */
    readonly addsLevel?: AddedLevel;
}

/** A list of the memberships of one object. */
export interface MembershipListing {
    readonly name: OperationName;
    /** The other properties of a response, by which its type is recognized. */
    readonly whole?: Wire;
    /** Whether the response is empty if the object does not exist. */
    readonly isQuery?: true;
    /** Returns each entry as received, with its properties. They are undefined for an entry that is not a membership. */
    entries(client: Client, id: string): Promise<readonly ListedMembership[]>;
}

export interface ListedMembership {
    readonly item: object;
    readonly properties: Properties | undefined;
}

/** A kind of memberships, and the list of them below the object in the first part of their key. */
export interface Membership extends Kind {
    readonly listing: MembershipListing;
    readonly requested?: RequestedMembership;
}

/** Creates the kind that `spec` describes. The id of a membership is its key: the percent-encoded parts, joined by `/`. */
export function membership<Item extends object, Shape extends Fields>(
    spec: MembershipSpec<Item> & { readonly fields: StatedFields<Shape> },
): Membership {
    const [parentField] = spec.key;
    const sets = spec.memberOf ?? {};
    const { fields } = spec;
    const others = Object.entries(spec.listedBy ?? {});
    const listedBy = [parentField, ...others.map(([name]) => name)];
    const value = (item: Item): Properties | undefined => (spec.value ? spec.value(item) : fromWire(item));
    const listKey = (key: Properties): string => listedBy.map((name) => String(key[name])).join(" ");
    const isChild = (live: Properties, key: Properties): boolean =>
        spec.key.every(
            (name) => listedBy.includes(name) || same(live[name] ?? marksOf(fields[name]).standard, key[name]),
        );
    const keyOf = (id: string): Properties => {
        const values = id.split("/").map(decodeURIComponent);
        return Object.fromEntries(
            spec.key.map((name, index) => [name, values[index] ?? marksOf(fields[name]).standard] as const),
        );
    };
    const children = (live: Live, key: Properties): Promise<Properties[] | undefined> => {
        const parent = String(key[parentField]);
        const load = async (client: Client): Promise<Properties[]> =>
            (await spec.list.all(client, key)).flatMap((item): readonly Properties[] => {
                const child = value(item);
                const id = child && kind.idOf({ ...child, ...key });
                if (id !== undefined) live.unknownFields.check(spec.name, id, spec.list.name, item, "item");
                return child ? [child] : [];
            });
        const otherParents = others.map(([name, source]) => [source, String(key[name])] as const);
        return live.part(spec.name, spec.parent, parent, load, otherParents);
    };
    const childIn = (list: readonly Properties[] | undefined, key: Properties): Properties | undefined =>
        list?.find((candidate) => isChild(candidate, key));
    // A rewrite writes the set of the parent as a whole.
    const rewritten = Object.entries(sets).find(([, of]) => of === parentField)?.[0] ?? spec.name;
    const replacing = spec.update ? [...new Set([...spec.key, ...replacingFields(fields)])] : fixedAtCreation(fields);
    const removing = removedBy(spec.remove, {
        noun: spec.noun,
        parentOf: (key) => String(key[parentField]),
        document: (key) => `${rewritten} ${String(key[parentField])}`,
        children,
        forget: wrote,
        isChild,
    });
    const existing = (properties: Properties) => ({ id: kind.idOf(properties) ?? "", live: properties });
    const { every, covers } = spec;
    const kind: Membership = {
        ...asDescribed(spec),
        name: spec.name,
        shape: "membership",
        discovery: {
            of: spec.parent,
            ways: waysOf(),
            ...(spec.derived ? { derived: spec.derived } : {}),
            among: spec.among ?? (() => true),
        },
        key: spec.key,
        ...(spec.nests ? { nests: spec.nests } : {}),
        ...(spec.addsLevel ? { addsLevel: spec.addsLevel } : {}),
        replacing,
        operations: operationNames(spec.list, spec.add, spec.update, removing.operation),
        ...(covers ? { covers: (live) => covers(live).flatMap((key) => kind.idOf(key) ?? []) } : {}),
        idOf: (properties) => {
            const key = keyValues(kind, properties);
            if (!key) return undefined;
            const values = spec.key.map((name) => String(key[name]));
            // The default access level is the empty string. It is omitted from the id, so that the id does not end with a slash.
            while (values.at(-1) === "") values.pop();
            return values.map(encodeURIComponent).join("/");
        },
        keyOf,
        rootOf: (id) => String(keyOf(id)[parentField]),
        observe: async (live, id) => {
            const key = keyOf(id);
            // The list may lag, so it is read again if the membership is missing.
            const found =
                childIn(await children(live, key), key) ??
                childIn(await live.again(spec.name, listKey(key), () => children(live, key)), key);
            return found && { ...found, ...key };
        },
        find: async (live, properties, how) => {
            const key = keyValues(kind, properties);
            const id = kind.idOf(properties);
            if (!key || id === undefined) return [];
            if (how === "fresh") kind.forget(live, id);
            return childIn(await children(live, key), key) ? [id] : [];
        },
        forget: (live, id) => wrote(live, keyOf(id)),
        making: Object.keys(fields),
        make: async (scope, properties) => {
            const key = keyValues(kind, properties);
            const id = kind.idOf(properties);
            if (!key || id === undefined) throw new TypeError(`${spec.name}: the key is not known`);
            const { [parentField]: _parent, ...body } = { ...initial(fields), ...properties };
            const answer = await sent(scope, key, spec.add, body);
            return { id, live: { ...properties, ...computedEnd(kind, scope, properties), ...answer, ...key } };
        },
        write: async (scope, id, { properties, declared, live }) => {
            const { update } = spec;
            const names = properties.filter((name) => !replacing.includes(name));
            if (!update || names.length === 0) return live;
            const key = keyOf(id);
            const body = completed(fields, pick(declared, names), live);
            const answer = await sent(scope, key, update, body);
            return { ...live, ...body, ...computedEnd(kind, scope, body), ...answer, ...key };
        },
        removal: { does: "delete", says: removing.says, remove: (scope, id) => removing.remove(scope, keyOf(id)) },
        documents: () => [],
        ...(spec.requested ? { requested: spec.requested } : {}),
        listing: {
            name: spec.list.name,
            entries: async (client, id) =>
                (await spec.list.all(client, { [parentField]: id })).map((item) => ({ item, properties: value(item) })),
        },
        memberOf: (properties) =>
            Object.entries(sets).flatMap(([document, parent]): readonly DocumentMember[] => {
                const of = properties[parent];
                if (typeof of !== "string") return [];
                const rest = spec.key.filter((name) => name !== parent);
                const key = rest.map((name) => properties[name] ?? marksOf(fields[name]).standard);
                return [{ document, of, at: parent, member: JSON.stringify(key) }];
            }),
    };
    return kind;

    /** Discards the reads of the list, and of the sets that contain the membership. */
    function wrote(live: Live, key: Properties): void {
        live.wrote(spec.name, listKey(key));
        for (const [document, of] of Object.entries(sets)) live.wrote(document, String(key[of]));
    }

    function waysOf(): [DiscoveryWay, ...DiscoveryWay[]] {
        const own: DiscoveryWay = {
            below: spec.parent,
            ...(spec.holders ? { holders: spec.holders } : {}),
            found: async (live, id) => {
                const key = { [parentField]: id };
                return (await children(live, key))?.map((child) => existing({ ...child, ...key }));
            },
        };
        if (!every) return [own];
        const other: DiscoveryWay = {
            below: every.below,
            ...(every.holders ? { holders: every.holders } : {}),
            found: async (live, id) => {
                const load = (client: Client) => every.list.all(client, id);
                const all = await live.part(`${spec.name} below ${every.below.name}`, every.below, id, load);
                const found = all?.map((item) => every.value(fromWire(item), id));
                return found?.filter((one) => one !== undefined).map(existing);
            },
        };
        return every.alone ? [other] : [own, other];
    }

    /** Sends a write, discards earlier reads, and returns the properties in the response, if it contains any. */
    async function sent(scope: Scope, key: Properties, write: MembershipSpec<Item>["add"], body: Properties) {
        return removing.guard(scope, key, async () => {
            try {
                const answer = await write.send(scope.client, key, toWire(body, fields));
                return answer && value(answer);
            } finally {
                wrote(scope.live, key);
            }
        });
    }
}
