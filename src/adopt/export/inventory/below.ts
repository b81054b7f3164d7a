import { createHash } from "node:crypto";
import type { Properties } from "../../../common/properties.js";
import { type DiscoveryWay, type Existing, type Kind, undeclarable } from "../../../kernel.js";
import {
    type Declarable,
    documents,
    type FoundObject,
    resultOf,
    type ServiceObject,
    setKind,
    temporaryReason,
    type Undeclared,
    withoutCovered,
} from "./found.js";
import type { InventoryLists } from "./lists.js";
import type { InventoryReads } from "./reads.js";
import { InventorySets } from "./sets.js";

/** Options that select the objects whose memberships and documents are read. */
export interface BelowOptions {
    readonly kinds: readonly Kind[];
    /** Whether to declare a kind. */
    readonly isWanted: (kind: Kind) => boolean;
    /** Whether to declare documents of this kind even if the object that they belong to is not declared. */
    readonly isAskedFor: (kind: Kind) => boolean;
    /** Whether the memberships of an object are declared as a complete set, in the form of the kind `set`. */
    readonly areSets: (kind: Kind, set: Kind, of: ServiceObject) => boolean;
    /** Ids of the selected objects. */
    readonly chosen: ReadonlySet<string>;
    /** The declared objects, by id. */
    readonly declared: ReadonlyMap<string, Declarable>;
}

/** Maximum number of objects to read one by one. For more, a query is cheaper: it needs one call per hundred objects found. */
const WORTH_A_QUERY = 5;

/** A read of all objects of one kind below an object. */
interface Task extends Existing {
    readonly kind: Kind;
    readonly way: DiscoveryWay;
}

/** Reads memberships, and documents that the declaration of their object does not cover. Both belong to other objects. */
export class Below {
    /** Reads that succeeded for a type of object, and reads that do not apply to a type. */
    private readonly fit = new Set<string>();
    private readonly unfit = new Set<string>();
    /** Kinds with failed reads. */
    private readonly unread = new Set<string>();
    private readonly sets: InventorySets;

    constructor(
        private readonly options: BelowOptions,
        private readonly lists: InventoryLists,
        private readonly reads: InventoryReads,
    ) {
        this.sets = new InventorySets(reads);
    }

    async read(): Promise<(FoundObject | Undeclared)[]> {
        const tasks = await this.reads.each(this.options.kinds, (kind) => this.tasksFor(kind));
        const found = await this.reads.each(tasks.flat(), (task) => this.foundBy(task));
        return [...withoutCovered(found.flat()), ...this.withoutSecrets()];
    }

    /** Whether an object would have been found if it existed. */
    hasLooked(kind: Kind, id: string): boolean {
        const { discovery } = kind;
        if ("source" in discovery) return this.lists.isWhole(discovery.source);
        const { of } = discovery;
        const root = kind.rootOf(id);
        if (!this.lists.things.has(root)) return this.lists.isWhole(of);
        // A document always exists if the object that it belongs to exists.
        const isMembership = kind.shape === "membership" && !kind.issues && this.isWanted(kind);
        return isMembership && this.options.chosen.has(root) && !this.unread.has(kind.name);
    }

    /** Returns the requested kinds whose secrets cannot be read, so that they are not looked for. */
    private withoutSecrets(): Undeclared[] {
        const asked = this.options.kinds.filter((kind) => kind.issues && this.options.isAskedFor(kind));
        return asked.map((kind) => ({ kind, id: "all of them", because: undeclarable(kind) ?? "" }));
    }

    /**
     * Returns the reads for a kind. They list it below its parents or below the objects in another part of its key, whichever are fewer.
     */
    private async tasksFor(kind: Kind): Promise<Task[]> {
        const { discovery } = kind;
        if (!("ways" in discovery) || !this.isWanted(kind)) return [];
        const { chosen, declared } = this.options;
        const { of, ways } = discovery;
        const parents = this.lists
            .of(of)
            .filter((one) => chosen.has(one.id) || undeclarable(one.kind) !== undefined)
            // A declared access rule is also a group, so its properties are added.
            .map(({ id, live }) => ({ id, live: { ...live, ...declared.get(id)?.live } }))
            .filter(({ id, live }) => discovery.among(live) && !this.isCovered(kind, declared.get(id)))
            .filter(({ id }) => this.isForm(kind, id));
        if (parents.length === 0) return [];
        const [shortest] = ways
            .filter(({ below }) => this.lists.isWhole(below))
            .map((way) => ({ way, objects: way.below === of ? parents : this.lists.of(way.below) }))
            .sort((a, b) => a.objects.length - b.objects.length);
        if (!shortest) {
            this.unread.add(kind.name);
            return [];
        }
        const { way, objects } = shortest;
        const holders = objects.length > WORTH_A_QUERY ? await this.holdersOf(kind, way, parents) : undefined;
        return objects.filter(({ id }) => holders?.has(id) ?? true).map((one) => ({ ...one, kind, way }));
    }

    /** Returns the ids of objects that may have memberships or documents of the kind; undefined if this cannot be queried. */
    private async holdersOf(kind: Kind, { holders }: DiscoveryWay, parents: readonly Existing[]) {
        if (!holders) return undefined;
        const ids = parents.map(({ id }) => id);
        const answer = await this.reads.one(`holders of ${kind.name} in ${idsDigest(ids)}`, () =>
            holders(this.reads.client, ids),
        );
        return "value" in answer && answer.value ? new Set(answer.value) : undefined;
    }

    private async foundBy({ kind, way, id, live }: Task): Promise<(FoundObject | Undeclared)[]> {
        const derive = kind.set ? kind.set.derived : "ways" in kind.discovery ? kind.discovery.derived : undefined;
        const parent = derive && !this.options.declared.has(id) ? await this.whole(id, live) : live;
        const derived = derive?.(parent);
        if (derived !== undefined) {
            const others = { kind: kind.set?.of ?? kind, id, because: derived };
            return [others, ...(await this.addedMembers(kind, { id, live: parent }))];
        }
        const sort = `${kind.name} ${parent.resourceType ?? parent.groupType}`;
        if (this.unfit.has(sort)) return [];
        const read = () =>
            this.reads.one(`${kind.name} below ${way.below.name} ${id}`, () => way.found(this.reads.live, id));
        let answer = await read();
        // A read that is refused twice for an object and never worked for its type does not apply to the type.
        if ("because" in answer && answer.isUnfit && !this.fit.has(sort)) {
            answer = await read();
            if ("because" in answer && answer.isUnfit && !this.fit.has(sort)) {
                this.unfit.add(sort);
                return [];
            }
        }
        if ("because" in answer) {
            this.unread.add(kind.name);
            return [{ kind, id, because: answer.because, isFault: true, isUnread: true }];
        }
        this.fit.add(sort);
        const found = (answer.value ?? []).filter((one) => this.belongs(kind, one.live));
        if (kind.set) return this.setOf(kind, id, found);
        return kind.shape === "membership" ? this.members(kind, found) : documents(kind, found);
    }

    /** Returns the memberships that somebody added to a set that its end system fills. */
    private async addedMembers(kind: Kind, { id, live }: Existing): Promise<(FoundObject | Undeclared)[]> {
        const { set } = setKind(kind, this.options.kinds) ?? {};
        if (!set || set.derived(live) !== undefined) return [];
        const all = await this.reads.one(`${kind.name} added to ${id}`, () => set.found(this.reads.live, id));
        if ("value" in all) return this.members(kind, all.value?.own ?? []);
        this.unread.add(kind.name);
        return [{ kind, id, because: all.because, isFault: true, isUnread: true }];
    }

    /** Returns a set as a whole if all of its memberships can be declared, otherwise one by one. */
    private async setOf(kind: Kind, id: string, found: readonly Existing[]): Promise<(FoundObject | Undeclared)[]> {
        const { set } = kind;
        if (!set) return documents(kind, found);
        const answer = await this.sets.read(kind, id);
        if ("because" in answer) return [{ kind, id, because: answer.because, isFault: true, isUnread: true }];
        const { elements, others } = answer.value;
        const whole = { id, live: { ...kind.keyOf(id), [set.elements]: elements } };
        if (elements) return [...documents(kind, [whole]), ...others];
        const all = await this.reads.one(`${kind.name} ${id}`, () => set.found(this.reads.live, id));
        return "value" in all ? this.members(set.of, all.value?.own ?? []) : [];
    }

    private members(kind: Kind, found: readonly Existing[]): (FoundObject | Undeclared)[] {
        const single = found.filter(({ live }) => this.isSingle(kind, live));
        return single.map((one) => {
            const because = temporaryReason(kind, one.live);
            if (because === undefined) return resultOf(kind, one);
            const isDerived = kind.undeclarable?.(one.live) !== undefined;
            return { kind, id: one.id, because, ...(isDerived ? {} : { isTemporary: true }) };
        });
    }

    /** Returns the kind of set that would contain a membership, if sets are declared. */
    private setOfSingle(kind: Kind, live: Properties): Kind | undefined {
        const set = setKind(kind, this.options.kinds);
        const holder = set && this.lists.things.get(String(live[set.key[0] ?? ""]));
        return set && holder && this.options.areSets(kind, set, holder) ? set : undefined;
    }

    /** Whether a membership is declared on its own, because the set that contains it is not. */
    private isSingle(kind: Kind, live: Properties): boolean {
        const set = setKind(kind, this.options.kinds);
        const [parent] = set?.key ?? [];
        return !set || parent === undefined || !this.isSetDeclared(kind, set, String(live[parent]));
    }

    /** Whether the declarations below an object have the form of this kind: a set, or single memberships. */
    private isForm(kind: Kind, id: string): boolean {
        if (kind.set)
            return setKind(kind.set.of, this.options.kinds) === kind
                ? this.isSetWanted(kind.set.of, kind, id)
                : this.options.isAskedFor(kind);
        const set = setKind(kind, this.options.kinds);
        return !set || set.key[0] !== kind.key[0] || !this.isSetDeclared(kind, set, id);
    }

    /** Whether a set is declared: as a property of its object, or separately. */
    private isSetDeclared(kind: Kind, set: Kind, id: string): boolean {
        const object = this.options.declared.get(id);
        if (object && Object.values(object.kind.parts).includes(set.name)) return this.isCovered(set, object);
        return this.isSetWanted(kind, set, id);
    }

    /** Whether a separate set is to be declared. */
    private isSetWanted(kind: Kind, set: Kind, id: string): boolean {
        const { chosen, areSets, declared } = this.options;
        const of = this.lists.things.get(id);
        const object = declared.get(id);
        const isPart = object !== undefined && Object.values(object.kind.parts).includes(set.name);
        return of !== undefined && chosen.has(id) && !isPart && areSets(kind, set, of);
    }

    /** Whether to declare a kind. A membership is also wanted if the kind that declares the whole set is. */
    private isWanted(kind: Kind): boolean {
        const set = setKind(kind, this.options.kinds);
        return this.options.isWanted(kind) || (set !== undefined && this.options.isWanted(set));
    }

    /** Whether an object is selected. That depends on the first declarable object in its key, or on the one whose set contains it. */
    private belongs(kind: Kind, live: Properties): boolean {
        const { chosen } = this.options;
        const [holder = ""] = (this.setOfSingle(kind, live)?.key ?? []).slice(0, 1);
        const names = [holder, ...kind.key.filter((name) => name !== holder)].filter((name) => name !== "");
        const ids = names.map((name) => String(live[name]));
        return chosen.has(ids.find((id) => chosen.has(id) || !this.lists.isUnownable(id)) ?? "");
    }

    /** Reads an undeclared object with its parts. */
    private async whole(id: string, read: Properties): Promise<Properties> {
        const kind = this.options.kinds.find(
            ({ discovery }) => "source" in discovery && String(read[discovery.source.id]) === id,
        );
        const parts = Object.keys(kind?.parts ?? {});
        if (!kind || parts.length === 0) return read;
        const answer = await this.reads.one(`${kind.name} ${id}`, () => kind.observe(this.reads.live, id, parts));
        return "value" in answer && answer.value ? answer.value : read;
    }

    /**
     * Whether a document does not need its own declaration, because another declaration contains it, or because its object is undeclared
     * and the document was not requested.
     */
    private isCovered(kind: Kind, object: Declarable | undefined): boolean {
        if (kind.document === undefined) return false;
        if (!object) return !kind.set && !this.options.isAskedFor(kind);
        const own = object.kind.documents(object.given);
        return own.includes(kind.document) || (!kind.set && Object.values(object.kind.parts).includes(kind.name));
    }
}

/** Returns a digest of ids, for the journal key of a read. */
function idsDigest(ids: readonly string[]): string {
    return createHash("sha256").update(ids.join()).digest("hex").slice(0, 16);
}
