import { DeclarationConflictError } from "../../common/errors.js";
import { type Declarer, identityOf, isSame } from "../metadata.js";
import { hasUnknown, type Properties } from "../schema/fields.js";
import { resourceText } from "../sentences.js";
import { type Kind, keyText, without } from "../shapes/kind.js";

/** A document is declared either as a whole by one resource, or member by member by any number of them. */
type Share = { readonly whole: true } | { readonly member: string };

type Claim = Share & { readonly by: Declarer };

/** Why a resource gives up its object. */
export type Reason =
    /** Two reads agree that it does not exist. */
    | "deleted outside"
    /** It is unknown whether the create took effect. */
    | "unconfirmed"
    /** The program replaces it. */
    | "replaced"
    /** It exists as declared, although the state has it as deleted. */
    | "there";

/** An object that a resource of this run gives up. */
export interface Predecessor {
    readonly id: string;
    readonly reason: Reason;
    /** The new one has the same natural key. */
    readonly sameKey: boolean;
    /** Objects that it replaced because they were missing. */
    readonly former?: readonly string[];
}

/**
 * Who declares what in one run. Every registered resource claims its object, and each document and membership of it,
 * before anything is deleted: the engine calls check and diff for all of them, even unchanged ones, and deletes last.
 */
export class Ownership {
    readonly #claims = new Map<string, Map<string, Claim>>();
    readonly #predecessors = new Map<string, Predecessor[]>();
    /** Objects that are given up, and by which resource. */
    readonly #released = new Map<string, Declarer>();
    /** What each checked resource declares. */
    readonly #checked = new Map<string, Properties>();
    /** Ids of the objects that this run created. */
    readonly #made = new Set<string>();

    /**
     * A resource is checked. The second check of one run has no old inputs: the engine replaces it. If no diff asked for that, an earlier run
     * deleted the object, or believed so, and could not make another one.
     */
    checked(resource: Declarer, given: Properties, isNew: boolean): void {
        const name = identityOf(resource);
        if (isNew && this.#checked.has(name) && !this.#predecessors.has(name)) {
            for (const [thing, claims] of this.#claims) {
                if (thing.startsWith(`${resource.kind} #`) && claims.has(name)) {
                    const id = thing.slice(resource.kind.length + 2);
                    this.release(resource, { id, reason: "there", sameKey: true });
                }
            }
        }
        this.#checked.set(name, given);
    }

    /** The properties that the program declares of a resource; undefined before its check. */
    declaredBy(resource: Declarer): Properties | undefined {
        return this.#checked.get(identityOf(resource));
    }

    /** Claims the natural key, and everything that follows from it. @throws DeclarationConflictError if another resource declares the same thing. */
    claimKey(kind: Kind, given: Properties, resource: Declarer): void {
        const key = keyText(kind, given);
        if (key === undefined) return;
        const parts = kind.key.map((name) => `${name} ${JSON.stringify(given[name] ?? "")}`).join(", ");
        this.#claim(`${kind.name} ${key}`, { whole: true, by: resource }, `the ${kind.noun} with ${parts}`);
        const id = kind.idOf(given);
        if (id !== undefined) this.claimParts(kind, id, given, resource);
    }

    /**
     * Claims the same by the resource `owner` that creates the object, whose id may be unknown: so a preview finds the conflict, too.
     * @throws DeclarationConflictError if another resource declares the same thing.
     */
    claimBelow(owner: Declarer, kind: Kind, given: Properties, by: Declarer, ignored: readonly string[] = []): void {
        const of = identityOf(owner);
        const claim = (document: string, share: Share): void =>
            this.#claim(`${document} of ${of}`, { ...share, by }, `the ${document} of ${resourceText(owner)}`);
        for (const document of kind.documents(without(given, ignored))) claim(document, { whole: true });
        const membership = kind.memberOf(given);
        if (membership) claim(membership.document, { member: membership.member });
    }

    /**
     * True for a resource that the program of this run declares: a diff that follows a check. A refresh asks for diffs, too, of all that the
     * state contains, and that is not what the program declares.
     */
    isDeclared(resource: Declarer): boolean {
        return this.#checked.has(identityOf(resource));
    }

    /** Claims the object of this id, and what is declared of it. @throws DeclarationConflictError if another resource has it. */
    claimObject(kind: Kind, id: string, given: Properties, resource: Declarer, ignored: readonly string[] = []): void {
        this.#claim(objectOf(kind.name, id), { whole: true, by: resource }, `the ${kind.noun} ${id}`);
        // A document that moves to another object gives up this id, so that another resource
        // may claim it.
        if ((kind.idOf(given) ?? id) === id) this.claimParts(kind, id, given, resource, ignored);
    }

    /**
     * Claims the documents and memberships below an object: two declarations of one, such as a part and the same document as a resource of
     * its own, undo each other forever. A part listed in `ignoreChanges` is not claimed.
     */
    claimParts(kind: Kind, id: string, given: Properties, by: Declarer, ignored: readonly string[] = []): void {
        for (const document of kind.documents(without(given, ignored))) {
            this.#claim(`${document} of ${id}`, { whole: true, by }, `the ${document} of ${id}`);
        }
        const membership = kind.memberOf(given);
        if (!membership || hasUnknown(membership.of)) return;
        const { document, of, member } = membership;
        this.#claim(`${document} of ${of}`, { member, by }, `the ${document} of ${of}`);
    }

    /** The resource gives up the object for a new one. */
    release(resource: Declarer, predecessor: Predecessor): void {
        const name = identityOf(resource);
        const thing = objectOf(resource.kind, predecessor.id);
        this.#claims.get(thing)?.delete(name);
        this.#released.set(thing, resource);
        this.#predecessors.set(name, [...(this.#predecessors.get(name) ?? []), predecessor]);
    }

    /** Records that an object is deleted, so that it is not adopted again if the service still shows it for a while. */
    deleted(kind: string, id: string): void {
        // The state may have it under another name or component than the program.
        const resource = this.#released.get(objectOf(kind, id));
        if (!resource) return;
        const gone = (one: Predecessor): Predecessor =>
            one.id === id && one.reason === "there" ? { ...one, reason: "replaced" } : one;
        this.#predecessors.set(identityOf(resource), this.predecessors(resource).map(gone));
    }

    /** The resource of this run that has the object. */
    holder(kind: string, id: string): Declarer | undefined {
        return [...(this.#claims.get(objectOf(kind, id))?.values() ?? [])][0]?.by;
    }

    /** Whether an object is given up, and so does not conflict with its successor. */
    isReleased(kind: string, id: string): boolean {
        return this.#released.has(objectOf(kind, id));
    }

    /** Objects that the resource gives up in this run. */
    predecessors(resource: Declarer): readonly Predecessor[] {
        return this.#predecessors.get(identityOf(resource)) ?? [];
    }

    /** Records that this run created the object, so that nothing in it is declared elsewhere. */
    made(id: string): void {
        this.#made.add(id);
    }

    hasMade(id: string): boolean {
        return this.#made.has(id);
    }

    /**
     * The resource of this run that declares what removing another declaration would delete: the object, or its
     * document. Removing the old declaration must not undo what moved to another one.
     */
    successor(kind: Kind, id: string, declared: Properties): Declarer | undefined {
        const holder = this.holder(kind.name, id);
        if (holder) return holder;
        const self = this.#released.get(objectOf(kind.name, id));
        const isOther = ({ by }: Claim): boolean => self === undefined || !isSame(by, self);
        const membership = kind.memberOf(declared);
        const document = kind.document
            ? `${kind.document} of ${id}`
            : membership && `${membership.document} of ${membership.of}`;
        const claims = [...(this.#claims.get(document ?? "")?.values() ?? [])].filter(isOther);
        return claims.find((claim) => "whole" in claim || claim.member === membership?.member)?.by;
    }

    /** Members of a document that resources of this run declare one by one. */
    members(document: string, id: string): ReadonlySet<string> {
        const claims = [...(this.#claims.get(`${document} of ${id}`)?.values() ?? [])];
        return new Set(claims.flatMap((claim) => ("member" in claim ? [claim.member] : [])));
    }

    #claim(thing: string, claim: Claim, what: string): void {
        const claims = this.#claims.get(thing) ?? new Map<string, Claim>();
        this.#claims.set(thing, claims);
        const mine = identityOf(claim.by);
        const other = [...claims].find(([name, held]) => name !== mine && ("whole" in claim || "whole" in held))?.[1];
        if (other) {
            const single = [other, claim].find((one) => "member" in one)?.by;
            const member = single ? ` (${resourceText(single)} is a single member)` : "";
            throw new DeclarationConflictError(
                `${bothText(other.by, claim.by)} both declare ${what}${member}: keep one of them.`,
            );
        }
        claims.set(mine, claim);
    }
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
