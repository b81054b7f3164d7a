import { DeclarationConflictError } from "../../common/errors.js";
import { type Declarer, declarerKey, resourceText } from "../../common/names.js";
import { withoutIgnored } from "../../common/paths.js";
import type { Properties } from "../../common/properties.js";
import { hasUnknown } from "../../common/unknown.js";
import { type DeclaredResource, isSameDeclarer } from "../metadata.js";
import { type Kind, keyText } from "../shapes/kind.js";

/**
 * How a resource declares a document: as a whole (then no other resource may declare it), or one of its members. `members` are the elements
 * of a whole set, with the expiration dates that they declare. `inSet`: the member is an element of a set of another object, so that both sets
 * may declare it.
 */
type Share =
    | { readonly whole: true; readonly members?: ReadonlyMap<string, unknown> }
    | { readonly member: string; readonly inSet?: boolean; readonly end?: unknown };

type Claim = Share & { readonly by: Declarer };

/** The reason why a resource releases its object. */
export type ReleaseReason =
    /** Two reads agree that the object does not exist. */
    | "deleted outside"
    /** A create did not get a response, so it is unknown whether the object exists. */
    | "unconfirmed"
    /** The program replaces the object. */
    | "replaced"
    /** The object exists although the state shows it as deleted. */
    | "still exists";

/** An object that a resource releases in this run. */
export interface Predecessor {
    readonly id: string;
    readonly reason: ReleaseReason;
    /** Whether the new object has the same natural key. */
    readonly sameKey: boolean;
    /** Ids of missing objects that this object had replaced. */
    readonly former?: readonly string[];
}

/** A resource of the program, with its declared properties. */
export interface CheckedResource {
    readonly resource: Declarer;
    readonly given: Properties;
}

/**
 * Tracks which resource of a run declares which object. Every resource claims its object, and the documents and memberships that it
 * declares, before any object is deleted: the engine calls check and diff for all resources, even unchanged ones, before it deletes.
 */
export class Ownership {
    readonly #claims = new Map<string, Map<string, Claim>>();
    readonly #predecessors = new Map<string, Predecessor[]>();
    /** Ids of the objects that each resource claimed, and has not released. */
    readonly #objects = new Map<string, Set<string>>();
    /** For each released object: the resource that releases it. */
    readonly #released = new Map<string, Declarer>();
    /** Each checked resource, with its declared properties. */
    readonly #checked = new Map<string, CheckedResource>();
    /** Ids of the objects that this run created. */
    readonly #created = new Set<string>();
    readonly #creators: Declarer[] = [];

    /**
     * Records the check of a resource. If a run checks a resource a second time without old inputs, the engine is replacing it. If no diff
     * of this run requested the replacement, an earlier run deleted the object, or assumed that it was deleted, and failed to create its
     * successor.
     */
    checked(resource: Declarer, given: Properties, isNew: boolean): void {
        const name = declarerKey(resource);
        if (isNew && this.#checked.has(name) && !this.#predecessors.has(name))
            for (const id of this.claimedBy(resource))
                this.release(resource, { id, reason: "still exists", sameKey: true });
        this.#checked.set(name, { resource, given });
    }

    /** Returns the resources that this run has checked so far. */
    get allChecked(): readonly CheckedResource[] {
        return [...this.#checked.values()];
    }

    /** Returns the declared properties of a resource; undefined before its check. */
    declaredBy(resource: Declarer): Properties | undefined {
        return this.#checked.get(declarerKey(resource))?.given;
    }

    /**
     * Claims the natural key and, if the id is derived from it, the documents and memberships. In a preview, the key may contain ids of new
     * objects, which are not known yet; the resources in `ids` then take their place.
     * @throws DeclarationConflictError if another resource declares one of them
     */
    claimKey(kind: Kind, given: Properties, resource: Declarer, ids: DeclaredResource["ids"] = {}): void {
        const key = keyText(kind, given);
        if (key === undefined) {
            this.#claimNewKey(kind, given, resource, ids);
            return;
        }
        const parts = kind.key.map((name) => `${name} ${JSON.stringify(given[name] ?? "")}`).join(", ");
        this.#claim(`${kind.name} ${key}`, { whole: true, by: resource }, `the ${kind.noun} with ${parts}`);
        const id = kind.idOf(given);
        if (id !== undefined) this.claimParts(kind, id, given, resource);
    }

    /**
     * Claims documents and memberships below the objects of other resources. Unlike `claimParts`, this method does not need the ids of the
     * objects, so that a preview also finds conflicts.
     * @param owners the resources whose ids `given` contains, by the path of the id
     * @throws DeclarationConflictError if another resource declares one of them
     */
    claimBelow(
        kind: Kind,
        given: Properties,
        by: Declarer,
        owners: Readonly<Record<string, Declarer>> = {},
        ignored: readonly string[] = [],
    ): void {
        const claim = (owner: Declarer, document: string, share: Share): void =>
            this.#claim(
                `${document} of ${declarerKey(owner)}`,
                { ...share, by },
                `the ${document} of ${resourceText(owner)}`,
            );
        const own = owners[kind.key[0] ?? ""] ?? by;
        for (const document of kind.documents(withoutIgnored(given, ignored)))
            claim(own, document, whole(kind, document, given));
        for (const { at, document, member, end } of kind.memberOf(withoutIgnored(given, ignored))) {
            const owner = owners[at];
            if (owner) claim(owner, document, { member, end, inSet: kind.shape !== "membership" });
        }
    }

    /**
     * Whether the program of this run declares the resource: true if the resource was checked. A refresh also requests diffs for all
     * resources in the state, including those that the program no longer declares.
     */
    isDeclared(resource: Declarer): boolean {
        return this.#checked.has(declarerKey(resource));
    }

    /**
     * Claims the object with this id, and the documents and memberships below it. @throws DeclarationConflictError if another resource
     * declares one of them
     */
    claimObject(kind: Kind, id: string, given: Properties, resource: Declarer, ignored: readonly string[] = []): void {
        this.#claim(objectOf(kind.name, id), { whole: true, by: resource }, `the ${kind.noun} ${id}`);
        const name = declarerKey(resource);
        this.#objects.set(name, (this.#objects.get(name) ?? new Set()).add(id));
        // A subresource that moves to another object releases the document of its old object, so that another resource can claim it.
        if ((kind.idOf(given) ?? id) === id) this.claimParts(kind, id, given, resource, ignored);
    }

    /**
     * Claims the documents and memberships below an object. If two resources declared the same one, such as a part of an object and a
     * separate resource, each run would undo the other declaration. A part in `ignoreChanges` is not claimed.
     */
    claimParts(kind: Kind, id: string, given: Properties, by: Declarer, ignored: readonly string[] = []): void {
        for (const document of kind.documents(withoutIgnored(given, ignored))) {
            this.#claim(
                `${document} of ${id}`,
                { ...whole(kind, document, given, id), by },
                `the ${document} of ${id}`,
            );
        }
        const inSet = kind.shape !== "membership";
        for (const { document, of, member, end } of kind.memberOf(withoutIgnored(given, ignored), id))
            if (!hasUnknown(of))
                this.#claim(`${document} of ${of}`, { member, end, inSet, by }, `the ${document} of ${of}`);
    }

    /** Records that a resource releases its object, because it gets a new one. */
    release(resource: Declarer, predecessor: Predecessor): void {
        const name = declarerKey(resource);
        const thing = objectOf(resource.kind, predecessor.id);
        this.#claims.get(thing)?.delete(name);
        this.#objects.get(name)?.delete(predecessor.id);
        this.#released.set(thing, resource);
        this.#predecessors.set(name, [...(this.#predecessors.get(name) ?? []), predecessor]);
    }

    /** Records that an object was deleted, so that it is not adopted again if the service still shows it for a while. */
    deleted(kind: string, id: string): void {
        // The state may contain the resource under a different name or component than the program.
        const resource = this.#released.get(objectOf(kind, id));
        if (!resource) return;
        const updated = (one: Predecessor): Predecessor =>
            one.id === id && one.reason === "still exists" ? { ...one, reason: "replaced" } : one;
        this.#predecessors.set(declarerKey(resource), this.predecessors(resource).map(updated));
    }

    /** Returns the resource of this run that claimed the object. */
    holder(kind: string, id: string): Declarer | undefined {
        return [...(this.#claims.get(objectOf(kind, id))?.values() ?? [])][0]?.by;
    }

    /** Returns the ids of the objects that a resource of this run claimed, and has not released. */
    claimedBy(resource: Declarer): readonly string[] {
        return [...(this.#objects.get(declarerKey(resource)) ?? [])];
    }

    /** Whether a resource releases the object in this run. The object then does not conflict with its successor. */
    isReleased(kind: string, id: string): boolean {
        return this.#released.has(objectOf(kind, id));
    }

    /** Returns the objects that the resource releases in this run. */
    predecessors(resource: Declarer): readonly Predecessor[] {
        return this.#predecessors.get(declarerKey(resource)) ?? [];
    }

    /** Records that this run created the object of the resource. */
    created({ shape }: Pick<Kind, "shape">, id: string, resource: Declarer): void {
        // Other shapes may have the id of the entity that they belong to.
        if (shape === "entity") this.#created.add(id);
        this.#creators.push(resource);
    }

    /** Returns the resources whose objects this run created. */
    get creators(): readonly Declarer[] {
        return this.#creators;
    }

    hasCreated(id: string): boolean {
        return this.#created.has(id);
    }

    /**
     * Returns another resource of this run that declares the same object, document or membership. If there is one, removing the old
     * declaration must not delete it.
     */
    successor(kind: Kind, id: string, declared: Properties): Declarer | undefined {
        const holder = this.holder(kind.name, id);
        if (holder) return holder;
        const self = this.#released.get(objectOf(kind.name, id));
        const isOther = ({ by }: Claim): boolean => self === undefined || !isSameDeclarer(by, self);
        const sets = kind.document ? [{ document: kind.document, of: id, member: undefined }] : kind.memberOf(declared);
        for (const { document, of, member } of sets) {
            const claims = [...(this.#claims.get(`${document} of ${of}`)?.values() ?? [])].filter(isOther);
            const found = claims.find((claim) => "whole" in claim || claim.member === member);
            if (found) return found.by;
        }
        return undefined;
    }

    /** Returns the members of a document that resources of this run declare individually. */
    members(document: string, id: string): ReadonlySet<string> {
        const claims = [...(this.#claims.get(`${document} of ${id}`)?.values() ?? [])];
        return new Set(claims.flatMap((claim) => ("member" in claim ? [claim.member] : [])));
    }

    /** Claims the key of a new object. The key of a document is claimed with the document itself. */
    #claimNewKey(kind: Kind, given: Properties, resource: Declarer, ids: DeclaredResource["ids"]): void {
        if (kind.shape === "subresource") return;
        const created = kind.key.flatMap((name) => {
            const owner = hasUnknown(given[name]) ? ids[name] : undefined;
            return owner ? [[name, owner] as const] : [];
        });
        const owners = Object.fromEntries(created.map(([name, owner]) => [name, declarerKey(owner)]));
        const key = keyText(kind, { ...given, ...owners });
        if (created.length === 0 || key === undefined) return;
        const shown = new Map<string, string>(created.map(([name, owner]) => [name, resourceText(owner)]));
        const parts = kind.key.map((name) => `${name} ${shown.get(name) ?? JSON.stringify(given[name] ?? "")}`);
        const what = `the ${kind.noun} with ${parts.join(", ")}`;
        this.#claim(`${kind.name} of new objects ${key}`, { whole: true, by: resource }, what);
    }

    #claim(thing: string, claim: Claim, what: string): void {
        const claims = this.#claims.get(thing) ?? new Map<string, Claim>();
        this.#claims.set(thing, claims);
        const mine = declarerKey(claim.by);
        const other = [...claims.values()].find((held) => declarerKey(held.by) !== mine && conflict(claim, held));
        if (other) {
            const single = [other, claim].find((one) => "member" in one)?.by;
            const member = single ? ` (${resourceText(single)} declares a single member)` : "";
            throw new DeclarationConflictError(
                `${bothText(other.by, claim.by)} both declare ${what}${member}: keep one of them.`,
            );
        }
        // A claim by id alone does not replace one that knows the elements.
        const isLess = "whole" in claim && claim.members === undefined && claims.has(mine);
        if (!isLess) claims.set("member" in claim ? `${mine} ${claim.member}` : mine, claim);
    }
}

function whole(kind: Kind, document: string, given: Properties, id?: string): Share {
    const members = kind.elements?.(document, given, id);
    return { whole: true, ...(members ? { members: new Map(members.map(({ member, end }) => [member, end])) } : {}) };
}

/** Whether two resources must not both declare this. Two sets may both contain the membership that connects their objects. */
function conflict(one: Share, other: Share): boolean {
    if ("member" in one) return "whole" in other && conflict(other, one);
    if ("whole" in other || !other.inSet) return true;
    // A list that is not known yet may contain the member.
    if (one.members === undefined) return false;
    return !one.members.has(other.member) || !mayAgree(one.members.get(other.member), other.end);
}

/** Whether two declared expiration dates can both hold. An omitted one accepts every date. */
function mayAgree(one: unknown, other: unknown): boolean {
    if (one === undefined || other === undefined || hasUnknown([one, other]) || one === other) return true;
    return typeof one === "string" && typeof other === "string" && Date.parse(one) === Date.parse(other);
}

function objectOf(kind: string, id: string): string {
    return `${kind} #${id}`;
}

function bothText(one: Declarer, other: Declarer): string {
    const shown = (resource: Declarer): string => {
        const name = one.name === other.name ? resourceText(resource) : JSON.stringify(resource.name);
        return one.name === other.name && one.kind === other.kind && resource.parent
            ? `${name} in ${resource.parent.split("::").slice(2).join("::")}`
            : name;
    };
    return `${shown(one)} and ${shown(other)}`;
}
