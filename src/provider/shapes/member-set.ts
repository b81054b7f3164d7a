import type { Operation } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import { ConflictError, NotFoundError } from "../../api/errors.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import { isObject, type Properties, pick } from "../../common/properties.js";
import type { Live } from "../live/live.js";
import type { Source } from "../live/source.js";
import type { StatedFields } from "../schema/access.js";
import { differences } from "../schema/comparison/differences.js";
import { type Fields, insideOf } from "../schema/fields.js";
import type { KindAccess } from "../schema/risk.js";
import { toWire } from "../schema/wire.js";
import { END_SKEW_MS } from "./expiry.js";
import type { DiscoveryWay, DocumentMember, Scope, SetMemberships } from "./kind.js";
import type { Membership, MembershipListing } from "./membership.js";
import { endsLater, requestedAmong, requestedEnds } from "./requested.js";
import { type Subresource, subresource } from "./subresource.js";

/** The complete set of the memberships that an object has, as one document. Another kind declares them one by one. */
export interface MemberSetSpec {
    readonly name: string;
    readonly noun: string;
    /** Source of the objects that the sets belong to. */
    readonly parent: Source;
    /** Name of the field that contains the id of that object; also a key property of `of`. Default: the name of the id field of `parent`. */
    readonly parentField?: string;
    readonly access: KindAccess;
    /** The kind that declares a single element. */
    readonly of: Membership;
    /** Name of the field with the elements. */
    readonly elements: string;
    /** The key property of `of` that the elements are, if they are not objects. */
    readonly element?: string;
    /** Lists the elements. Default: the list of `of`. Needed if that one is below another object of the key. */
    readonly listing?: MembershipListing;
    /** Whether exports declare the memberships in this form only if it is requested by name. */
    readonly isExportedByName?: true;
    /** Writes the whole set. Needed if `of` can only remove an element by writing all others. */
    readonly rewrite?: Operation<[id: string, body: Record<string, unknown>], unknown>;
    /**
     * With `rewrite`, which does not accept expiration dates: grants one element for a duration, or changes the duration. The operations of
     * `of` hold the lock of the set, which a write of the set holds already.
     */
    readonly grant?: Operation<[key: Properties, body: Record<string, unknown>], unknown>;
    /**
     * Returns the undeclared elements of a set that the service adds by itself, such as users who are on call, and why. Asked only if there
     * are any.
     */
    readonly filled?: (live: Live, id: string, undeclared: readonly Properties[]) => Promise<FilledElements>;
    /** Returns why exports do not declare the set of an object, because nobody can tell which elements belong to others. */
    readonly derived?: (object: Properties) => string | undefined;
    /** See `DiscoveryWay`: returns the ids of the objects whose sets may have elements. */
    readonly holders?: DiscoveryWay["holders"];
    /** Whether an object can have any elements. Default: every object can. */
    readonly among?: (object: Properties) => boolean;
}

/** Elements of a set that the service adds by itself. */
export interface FilledElements {
    readonly elements: readonly Properties[];
    readonly because: string;
}

/**
 * Creates the kind that `spec` describes. Elements that are not declared are removed, except those with an approved request, and those that
 * the service adds by itself. Elements are added, changed and removed one by one, with the operations of `of`.
 */
export function memberSet<Shape extends Fields>(
    spec: MemberSetSpec & { readonly fields: StatedFields<Shape> & Fields },
): Subresource {
    const { of, parent, elements: field } = spec;
    const parentField = spec.parentField ?? parent.id;
    const fields: Fields = spec.fields;
    const { shape } = insideOf(insideOf(fields[field]).element);
    const hasEnds = shape !== undefined && "expirationDate" in shape;
    const listing = spec.listing ?? of.listing;
    const asElement = (properties: Properties): unknown =>
        spec.element === undefined ? pick(properties, Object.keys(shape ?? {})) : properties[spec.element];
    const asMembership = (id: unknown, element: unknown): Properties => ({
        ...(isObject(element) ? element : { [spec.element ?? ""]: element }),
        [parentField]: id,
    });
    /** Returns the elements of a document, by the id that each has as a membership. */
    const byId = (id: string, document: Properties): Map<string, Properties> => {
        const all = listIn(document, field).map((element) => asMembership(id, element));
        return new Map(all.map((one) => [of.idOf(one) ?? "", one]));
    };
    const entries = async (live: Live, id: string): Promise<readonly Properties[] | undefined> => {
        const found = await live.part(spec.name, parent, id, (client) => listing.entries(client, id));
        if (!found) return undefined;
        if (found.length === 0 && listing.isQuery && !(await live.object(parent, id))) return undefined;
        const items = found.map(({ item }) => item);
        live.unknownFields.check(spec.name, id, listing.name, { ...listing.whole, [itemsKey(listing.name)]: items });
        return found.flatMap(({ properties }) => (properties ? [{ ...properties, [parentField]: id }] : []));
    };
    const write = async (scope: Scope, id: string, document: Properties, now: Properties): Promise<void> => {
        const [wanted, present] = [byId(id, document), byId(id, now)];
        const doubts: (ConflictError | NotFoundError)[] = [];
        // Something else may have done it already. The read below verifies this.
        const orDone = async (work: Promise<unknown>): Promise<void> => {
            await work.catch((error: unknown) => {
                if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
                doubts.push(error);
            });
        };
        for (const [memberId, declared] of wanted) {
            const live = present.get(memberId);
            if (live) await change(scope, memberId, declared, live);
            else if (!isOver(declared.expirationDate, scope.now())) await orDone(create(scope, memberId, declared));
        }
        const { removed, shortened } = await leaving(scope, document, now, wanted, present);
        for (const [memberId, until] of shortened) await change(scope, memberId, until, present.get(memberId) ?? {});
        const { removal } = of;
        if (removal.does === "delete")
            for (const memberId of removed) await orDone(removal.remove(scope, memberId, {}));
        const [doubt] = doubts;
        if (doubt && !(await isWritten(scope.client, id, wanted, removed))) throw doubt;
    };
    /**
     * Divides the memberships that the document no longer contains: those to remove, and those that approved requests give for less long than
     * they last, with the expiration dates of the requests. The others stay, because requests give them for as long.
     */
    const leaving = async (
        { live }: Scope,
        document: Properties,
        now: Properties,
        wanted: ReadonlyMap<string, unknown>,
        present: ReadonlyMap<string, Properties>,
    ): Promise<{ readonly removed: ReadonlySet<string>; readonly shortened: ReadonlyMap<string, Properties> }> => {
        const gone = [...present].filter(([memberId]) => !wanted.has(memberId));
        const removesRequested = document.removeRequested ?? now.removeRequested;
        const given = gone.map(([, membership]) => membership);
        const ends =
            of.requested && removesRequested !== true
                ? await requestedEnds(of.requested, live, given)
                : new Map<Properties, number>();
        const removed = new Set<string>();
        const shortened = new Map<string, Properties>();
        for (const [memberId, membership] of gone) {
            const end = ends.get(membership);
            if (end === undefined) removed.add(memberId);
            else if (hasEnds && endsLater(membership.expirationDate, end))
                shortened.set(memberId, { ...membership, expirationDate: new Date(end).toISOString() });
        }
        return { removed, shortened };
    };
    const create = async (scope: Scope, memberId: string, given: Properties): Promise<void> => {
        const declared = hasEnds ? lastingUntil(given, scope.now()) : given;
        const { live } = await of.make(scope, declared);
        await change(scope, memberId, declared, live);
    };
    const change = async (scope: Scope, memberId: string, given: Properties, live: Properties): Promise<void> => {
        const isMoved = given.expirationDate !== undefined && given.expirationDate !== live.expirationDate;
        const declared = isMoved ? lastingUntil(given, scope.now()) : given;
        const properties = differences(of.fields, declared, live).map(({ property }) => property);
        if (properties.some((name) => of.replacing.includes(name)) && of.removal.does === "delete") {
            // The API cannot change these properties.
            await of.removal.remove(scope, memberId, {});
            await of.make(scope, { ...live, ...declared });
        } else if (properties.length > 0)
            await of.write(scope, memberId, { properties: [...new Set(properties)], declared, live }, () => {});
    };
    const isWritten = async (
        client: Client,
        id: string,
        wanted: ReadonlyMap<string, unknown>,
        removed: ReadonlySet<string>,
    ): Promise<boolean> => {
        const found = await listing.entries(client, id);
        const now = new Set(found.flatMap(({ properties }) => of.idOf({ ...properties, [parentField]: id }) ?? []));
        return [...wanted.keys()].every((one) => now.has(one)) && ![...removed].some((one) => now.has(one));
    };
    /** Writes the whole set, including the elements that belong to others. The call does not accept expiration dates. */
    const rewrite = async (scope: Scope, id: string, document: Properties, now: Properties): Promise<void> => {
        const [wanted, known] = [byId(id, document), byId(id, now)];
        const grantUntil = async (membership: Properties): Promise<void> => {
            const { durationMinutes, ...key } = lastingUntil(membership, scope.now());
            await spec.grant?.send(scope.client, key, { duration_minutes: durationMinutes });
            scope.live.wrote(spec.name, id);
        };
        for (const [memberId, declared] of wanted) {
            const { expirationDate: end } = declared;
            if (end === undefined || end === known.get(memberId)?.expirationDate || isOver(end, scope.now())) continue;
            await grantUntil(declared);
        }
        const { removed, shortened } = await leaving(scope, document, now, wanted, known);
        for (const until of shortened.values()) await grantUntil(until);
        const all = (await entries(scope.live, id)) ?? [];
        const others = all.filter((one) => !removed.has(of.idOf(one) ?? "") && !wanted.has(of.idOf(one) ?? ""));
        const there = [...wanted.values()].filter((one) => !isOver(one.expirationDate, scope.now()));
        const body = { [field]: [...there, ...others].map((one) => asElement({ ...one, expirationDate: undefined })) };
        await spec.rewrite?.send(scope.client, id, toWire(body, fields));
        for (const one of [...wanted.keys(), ...known.keys()]) of.forget(scope.live, one);
    };
    /**
     * Returns the elements as the program means them. An element that has expired as declared counts as present, and an expiration date that
     * differs by little is the declared one, because the service computes it from a duration. So is one that an approved request extended.
     */
    const asMeant = (
        id: string,
        elements: readonly unknown[],
        known: readonly Properties[],
        { asked, now }: { readonly asked: ReadonlySet<string>; readonly now: number },
    ): unknown[] => {
        const ends = new Map(known.flatMap((document) => [...byId(id, document)]));
        const present = elements.map((element) => {
            const membership = asMembership(id, element);
            const memberId = of.idOf(membership) ?? "";
            const end = ends.get(memberId)?.expirationDate;
            return asked.has(memberId) || isNear(membership.expirationDate, end)
                ? asElement({ ...membership, expirationDate: end })
                : element;
        });
        const there = new Set(elements.map((element) => of.idOf(asMembership(id, element))));
        const expired = [...ends].filter(([one, { expirationDate }]) => !there.has(one) && isOver(expirationDate, now));
        return [...present, ...expired.map(([, one]) => asElement(one))];
    };
    const kind = subresource<Properties, Shape>({
        name: spec.name,
        noun: spec.noun,
        parent,
        parentField,
        fields: spec.fields,
        access: spec.access,
        ...(spec.among ? { among: spec.among } : {}),
        ...(spec.holders ? { holders: spec.holders } : {}),
        read: {
            operations: [listing.name, ...(of.requested ? (["getRequests"] as const) : [])],
            run: async (live, id) => {
                const found = await entries(live, id);
                return found && { [field]: found };
            },
        },
        value: (answer) => ({ [field]: listIn(answer, field).map((one) => asElement(Object(one))) }),
        settle: async (value, { written, declared, isKnown }, live, id) => {
            if (!isKnown) return value;
            const own = new Map([...byId(id, written), ...byId(id, declared)]);
            const all = (await entries(live, id)) ?? [];
            const undeclared = all.filter((one) => !own.has(of.idOf(one) ?? ""));
            const removesRequested = declared.removeRequested ?? written.removeRequested;
            const { ids } = await leftTo(live, id, undeclared, removesRequested);
            live.leaves(spec.name, id, ids.size);
            const isLeft = (element: unknown): boolean => ids.has(of.idOf(asMembership(id, element)) ?? "");
            const elements = listIn(value, field).filter((one) => !isLeft(one));
            if (!hasEnds) return { [field]: elements };
            const extended = all.filter((one) =>
                isExtended(one.expirationDate, own.get(of.idOf(one) ?? "")?.expirationDate),
            );
            const requested =
                of.requested && removesRequested !== true ? await requestedAmong(of.requested, live, extended) : [];
            const asked = new Set(requested.flatMap((one) => of.idOf(one) ?? []));
            return { [field]: asMeant(id, elements, [written, declared], { asked, now: live.client.now() }) };
        },
        write: spec.rewrite
            ? { operations: [spec.rewrite.name, ...(spec.grant ? [spec.grant.name] : [])], run: rewrite }
            : { operations: of.operations, run: write },
        ending: { removes: "what was declared", says: `removes only the declared ${field}` },
    });
    return {
        ...kind,
        set: {
            of,
            isExportedByName: spec.isExportedByName ?? false,
            hasEnds,
            derived: (object) => spec.derived?.(object),
            parent: parentField,
            elements: field,
            element: asElement,
            ...(spec.element === undefined ? {} : { elementKey: spec.element }),
            membership: asMembership,
            found: memberships,
        },
        memberOf: (properties) =>
            listIn(properties, field).flatMap((element, at): readonly DocumentMember[] => {
                const membership = asMembership(properties[parentField], element);
                const end = membership.expirationDate;
                return of.memberOf(membership).flatMap((one) =>
                    one.document === spec.name || one.at === parentField
                        ? []
                        : [
                              {
                                  ...one,
                                  end,
                                  at: isObject(element) ? `${field}[${at}].${one.at}` : `${field}[${at}]`,
                              },
                          ],
                );
            }),
        elements: (_document, properties) => {
            if (!Array.isArray(properties[field])) return undefined;
            return listIn(properties, field).flatMap((element) => {
                const membership = asMembership(properties[parentField], element);
                const end = membership.expirationDate;
                return of
                    .memberOf(membership)
                    .flatMap(({ document, member }) => (document === spec.name ? [{ member, end }] : []));
            });
        },
    };

    /** Returns the ids of the undeclared elements that belong to others, and why. */
    async function leftTo(
        live: Live,
        id: string,
        undeclared: readonly Properties[],
        removesRequested: unknown,
    ): Promise<{ readonly ids: ReadonlySet<string>; readonly because: string }> {
        const idsOf = (some: readonly Properties[]) => new Set(some.flatMap((one) => of.idOf(one) ?? []));
        const because = "an approved request gives it";
        if (undeclared.length === 0) return { ids: new Set(), because };
        const filled = await spec.filled?.(live, id, undeclared);
        const others = undeclared.filter((one) => !filled?.elements.includes(one));
        const requested =
            of.requested && removesRequested !== true ? await requestedAmong(of.requested, live, others) : [];
        const isFilled = filled !== undefined && filled.elements.length > 0;
        return {
            ids: idsOf([...(filled?.elements ?? []), ...requested]),
            because: isFilled ? filled.because : because,
        };
    }

    async function memberships(live: Live, id: string): Promise<SetMemberships | undefined> {
        const all = await entries(live, id);
        if (!all) return undefined;
        const { ids, because } = await leftTo(live, id, all, false);
        const found = all.map((one) => ({ id: of.idOf(one) ?? "", live: one }));
        const left = found.filter((one) => ids.has(one.id));
        return { own: found.filter((one) => !ids.has(one.id)), left, because };
    }
}

function isNear(live: unknown, declared: unknown): boolean {
    if (typeof live !== "string" || typeof declared !== "string") return false;
    return Math.abs(Date.parse(live) - Date.parse(declared)) <= END_SKEW_MS;
}

/** Whether access ends later than declared. */
function isExtended(live: unknown, declared: unknown): boolean {
    if (typeof declared !== "string" || live === undefined) return false;
    return live === null || Date.parse(String(live)) > Date.parse(declared) + END_SKEW_MS;
}

function isOver(end: unknown, now: number): boolean {
    return typeof end === "string" && Date.parse(end) <= now + END_SKEW_MS;
}

/** Returns a membership with the duration until its expiration date. */
function lastingUntil({ expirationDate, ...membership }: Properties, now: number): Properties {
    if (typeof expirationDate !== "string") return { ...membership, durationMinutes: 0 };
    return { ...membership, durationMinutes: Math.max(1, Math.ceil((Date.parse(expirationDate) - now) / 60_000)) };
}

function listIn(document: Properties | object, field: string): readonly unknown[] {
    const list: unknown = Reflect.get(document, field);
    return Array.isArray(list) ? list : [];
}

/** Returns the name of the property that contains the items in a response of a list operation. */
function itemsKey(name: OperationName): string {
    return operations[name].paging?.items ?? "";
}
