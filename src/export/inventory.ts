import { createHash } from "node:crypto";
import { ForbiddenError } from "../api/errors.js";
import type { Source } from "../live/source.js";
import type { Properties } from "../schema/fields.js";
import type { Existing, Kind, Way } from "../shapes/kind.js";
import { argumentsOf, undeclarable } from "./arguments.js";
import {
    type Declarable,
    documents,
    type Found,
    isDeclarable,
    passing,
    refusal,
    resultOf,
    setOf,
    type Undeclared,
    withoutCovered,
    withoutTwins,
} from "./found.js";
import { NamedOnes } from "./named.js";
import { Reads, type ReadsOptions, type Refusal, refusalText } from "./reads.js";
import { kindsOf, nameOf, objectsOf, type Selection } from "./selection.js";
import type { Thing } from "./thing.js";

/** What an inventory is told, and whom it tells. */
export interface InventoryOptions extends ReadsOptions {
    readonly kinds: readonly Kind[];
    /** Where else there are objects that a program may speak of, such as apps. */
    readonly others: readonly Source[];
    /** What is to be declared; everything when left out. */
    readonly selection?: Selection;
}

/** What there is in an organization. */
export interface Inventory {
    /** Everything with an id of its own, by its id. */
    readonly things: ReadonlyMap<string, Thing>;
    readonly declarable: readonly Declarable[];
    readonly undeclared: readonly Undeclared[];
    /** Whether an object that is not here is not there: whatever would tell of it was read. */
    hasLooked(kind: Kind, id: string): boolean;
}

/** Reads all that there is to declare. What the token may not read is among the undeclared. @throws what a call throws otherwise */
export async function takeInventory(options: InventoryOptions): Promise<Inventory> {
    const { selection = {}, kinds } = options;
    const reads = new Reads(options);
    const reading = new Reading(options, reads);
    const named = selection.named && new NamedOnes(selection.named, kinds, reads);
    const lists = await reading.lists();
    const things = thingsIn(lists, kinds);
    const missing = (await named?.missing(things)) ?? [];
    const wanted = [...things.values()].filter(objectsOf(selection, things));
    const objects = withoutTwins((await reading.objects(wanted)).flat());
    const declared = new Map(objects.filter(isDeclarable).map((one) => [one.id, one]));
    const chosen = new Set(
        wanted.filter(({ id, kind }) => declared.has(id) || !reading.isAsked(kind)).map(({ id }) => id),
    );
    const below = await (named ? named.below() : reading.below(lists, chosen, declared));
    const all = [...objects, ...missing, ...withoutCovered(below.flat())];
    return {
        things,
        hasLooked: (kind, id) => !named && reading.hasLooked(kind, id, things, chosen),
        declarable: all.filter(isDeclarable),
        undeclared: [...reading.refused, ...all.flatMap((one) => (isDeclarable(one) ? one.left : [one]))],
    };
}

type Lists = ReadonlyMap<Source, readonly Properties[]>;
type Declared = ReadonlyMap<string, Declarable>;

/** A query costs a call for each hundred objects that it finds: so many that are asked cost more. */
const WORTH_A_QUERY = 5;

/** Something to be read: what of a kind is below an object. */
interface Task extends Existing {
    readonly kind: Kind;
    readonly way: Way;
}

class Reading {
    private readonly unownable = new Set<string>();
    /** What was answered for a type, and what makes no sense for it. */
    private readonly fit = new Set<string>();
    private readonly unfit = new Set<string>();
    /** Names of sources that could not be listed as a whole, and of kinds of which something could not be read. */
    private readonly unlisted = new Set<string>();
    private readonly unread = new Set<string>();
    /** Lists, and objects of no list, that the token may not read. */
    readonly refused: Undeclared[] = [];
    private readonly isWanted: (kind: Kind) => boolean;
    private readonly known: ReadonlyMap<string, Properties>;

    constructor(
        private readonly options: InventoryOptions,
        private readonly reads: Reads,
    ) {
        this.isWanted = kindsOf(options.selection ?? {}, options.kinds);
        const named = options.selection?.named ?? [];
        this.known = new Map(named.flatMap((one) => (one.known ? [[nameOf(one), one.known]] : [])));
    }

    /** Every object with an id of its own, by where it is read. */
    async lists(): Promise<Lists> {
        const { kinds, others } = this.options;
        const own = kinds.flatMap(({ whereabouts }) => ("source" in whereabouts ? [whereabouts.source] : []));
        const sources = [...new Set([...own, ...others])];
        const lists = await this.reads.each(sources, (source) => this.listed(source));
        const found = new Map(sources.map((source, at) => [source, lists[at] ?? []]));
        for (const [source, objects] of found) {
            if (!this.isOwnable(source)) for (const one of objects) this.unownable.add(String(one[source.id]));
        }
        return found;
    }

    /** The objects that are to be declared, with their parts. */
    objects(things: readonly Thing[]): Promise<(Found | Undeclared)[][]> {
        const { kinds } = this.options;
        const wanted = things.filter(({ kind }) => kind && this.isWanted(kind));
        return this.reads.each(wanted, async ({ kind, id, live }) => {
            if (!kind) return [];
            const because = passing(kind, live);
            if (because !== undefined) return [{ kind, id, because }];
            const known = this.known.get(nameOf({ kind: kind.name, id }));
            const first = argumentsOf(kind, live);
            if ("because" in first) return [refusal(kind, id, first.because)];
            const governed = kind.documents(first.given);
            const documentOf = (name: string) => kinds.find((one) => one.name === name)?.document ?? name;
            const parts = Object.entries(kind.parts).filter(([, name]) => !governed.includes(documentOf(name)));
            const names = parts.map(([name]) => name);
            const read = () => kind.observe(this.reads.live, id, names);
            const answer = names.length === 0 ? { value: live } : await this.reads.one(`${kind.name} ${id}`, read);
            if ("because" in answer) return [{ kind, id, because: answer.because, isFault: true, isUnread: true }];
            return answer.value ? [resultOf(kind, { id, live: { ...answer.value, ...known } })] : [];
        });
    }

    /** What is below objects: memberships, and documents that no declaration of their object covers. */
    async below(lists: Lists, chosen: ReadonlySet<string>, declared: Declared): Promise<(Found | Undeclared)[][]> {
        const tasks = await this.reads.each(this.options.kinds, async (kind): Promise<Task[]> => {
            const { whereabouts } = kind;
            if (!("ways" in whereabouts) || !this.wantsBelow(kind)) return [];
            const { of, ways } = whereabouts;
            const isOwnable = this.isOwnable(of);
            const parents = objectsIn(lists, of)
                .filter(({ id }) => !isOwnable || chosen.has(id))
                // An access rule that is declared is a group all the same.
                .map(({ id, live }) => ({ id, live: { ...live, ...declared.get(id)?.live } }))
                .filter(({ id, live }) => whereabouts.among(live) && !this.isCovered(kind, declared.get(id)));
            if (parents.length === 0) return [];
            const [shortest] = ways
                .filter(({ below }) => !this.unlisted.has(below.name))
                .map((way) => ({ way, objects: way.below === of ? parents : objectsIn(lists, way.below) }))
                .sort((a, b) => a.objects.length - b.objects.length);
            if (!shortest) {
                this.unread.add(kind.name);
                return [];
            }
            const { way, objects } = shortest;
            const holders = objects.length > WORTH_A_QUERY ? await this.holdersOf(kind, way, parents) : undefined;
            return objects.filter(({ id }) => holders?.has(id) ?? true).map((one) => ({ kind, way, ...one }));
        });
        return this.reads.each(tasks.flat(), (task) => this.foundBy(task, chosen, declared));
    }

    private async foundBy({ kind, way, id, live }: Task, chosen: ReadonlySet<string>, declared: Declared) {
        const derive = "ways" in kind.whereabouts ? kind.whereabouts.derived : undefined;
        const parent = derive && !declared.has(id) ? await this.whole(id, live) : live;
        const derived = derive?.(parent);
        if (derived !== undefined) return [{ kind, id, because: derived }];
        const sort = `${kind.name} ${parent.resourceType ?? parent.groupType}`;
        if (this.unfit.has(sort)) return [];
        const read = () =>
            this.reads.one(`${kind.name} below ${way.below.name} ${id}`, () => way.found(this.reads.live, id));
        let answer = await read();
        // A question that makes no sense for an object makes none for others of its type, if it is refused again and was never answered.
        if ("because" in answer && answer.isUnfit && !this.fit.has(sort)) {
            answer = await read();
            if ("because" in answer && answer.isUnfit && !this.fit.has(sort)) {
                this.unfit.add(sort);
                return [];
            }
        }
        if ("because" in answer) {
            this.unread.add(kind.name);
            return [{ kind, id, because: answer.because, isFault: true as const, isUnread: true as const }];
        }
        this.fit.add(sort);
        const found = (answer.value ?? []).filter((one) => this.belongs(kind, one.live, chosen));
        return kind.shape === "membership" ? this.members(kind, parent, id, found) : documents(kind, found);
    }

    /** Ids of the objects that may have something of the kind; undefined if each of them is to be asked. */
    private async holdersOf(kind: Kind, way: Way, parents: readonly Existing[]) {
        const { holders } = way;
        if (!holders) return undefined;
        const ids = parents.map(({ id }) => id);
        const answer = await this.reads.one(`holders of ${kind.name} in ${digest(ids)}`, () =>
            holders(this.options.client, ids),
        );
        return "value" in answer && answer.value ? new Set(answer.value) : undefined;
    }

    /** The members below one object: as one set if the program may own it as a whole, and one by one otherwise. */
    private members(kind: Kind, parent: Properties, id: string, found: readonly Existing[]): (Found | Undeclared)[] {
        const each = found.map((one) => {
            const because = passing(kind, one.live);
            return because === undefined ? resultOf(kind, one) : { kind, id: one.id, because };
        });
        const set = setOf(kind, found, this.options.kinds);
        if (!set || !("membersBelow" in set.whereabouts) || set.whereabouts.isOpen(parent)) return each;
        if (each.length === 0 || !each.every(isDeclarable)) return each;
        const [field = ""] = Object.keys(set.fields).filter((name) => !set.key.includes(name));
        const whole = resultOf(set, { id, live: { ...set.keyOf(id), [field]: found.map(({ live }) => live) } });
        return isDeclarable(whole) ? [{ ...whole, members: each }] : each;
    }

    /** Whether an object would have been found, if it were there. */
    hasLooked(kind: Kind, id: string, things: ReadonlyMap<string, Thing>, chosen: ReadonlySet<string>): boolean {
        const { whereabouts } = kind;
        if ("source" in whereabouts) return !this.unlisted.has(whereabouts.source.name);
        const of = "of" in whereabouts ? whereabouts.of : whereabouts.membersBelow;
        const root = kind.rootOf(id);
        if (!things.has(root)) return !this.unlisted.has(of.name);
        // A document is there as soon as its object is.
        return kind.shape === "membership" && this.wantsBelow(kind) && chosen.has(root) && !this.unread.has(kind.name);
    }

    /** A membership is wanted if its set is. */
    private wantsBelow(kind: Kind): boolean {
        const set = setOf(kind, [], this.options.kinds);
        return this.isWanted(kind) || (set !== undefined && this.isWanted(set));
    }

    /** Whether something is of what is declared; of its key the first object that a program can declare counts. */
    private belongs(kind: Kind, live: Properties, chosen: ReadonlySet<string>): boolean {
        const ids = kind.key.map((name) => String(live[name]));
        return chosen.has(ids.find((id) => chosen.has(id) || !this.unownable.has(id)) ?? "");
    }

    /** An object with its parts, where it is not declared itself. */
    private async whole(id: string, read: Properties): Promise<Properties> {
        const kind = this.options.kinds.find(
            ({ whereabouts }) => "source" in whereabouts && String(read[whereabouts.source.id]) === id,
        );
        const parts = Object.keys(kind?.parts ?? {});
        if (!kind || parts.length === 0) return read;
        const answer = await this.reads.one(`${kind.name} ${id}`, () => kind.observe(this.reads.live, id, parts));
        return "value" in answer && answer.value ? answer.value : read;
    }

    /** Whether the declaration of the object holds the document already. Of an object that is not declared a document is declared if it is asked for. */
    private isCovered(kind: Kind, object: Declarable | undefined): boolean {
        if (kind.document === undefined) return false;
        if (!object) return !this.options.selection?.include?.includes(kind.name);
        const own = object.kind.documents(object.given);
        return Object.values(object.kind.parts).includes(kind.name) || own.includes(kind.document);
    }

    /** Whether objects of the kind are to be declared. */
    isAsked(kind: Kind | undefined): boolean {
        return kind !== undefined && this.isWanted(kind) && !undeclarable(kind);
    }

    /** Whether a program can declare the objects of a source. Nobody's users are declared: the service does not tell all that it takes. */
    private isOwnable(source: Source): boolean {
        return this.options.kinds.some(
            (kind) => "source" in kind.whereabouts && kind.whereabouts.source === source && !undeclarable(kind),
        );
    }

    /** The objects of a source. If the token may not list them, there are none, and that is told. */
    private async listed(source: Source): Promise<readonly Properties[]> {
        try {
            return (await this.reads.live.all(source)) ?? (await this.byIds(source));
        } catch (error) {
            if (!(error instanceof ForbiddenError)) throw error;
            const kind = this.kindOf(source);
            // What has no kind, such as an app, everything else speaks of.
            if (!kind) throw error;
            this.unlisted.add(source.name);
            this.refused.push({ kind, id: "all of them", because: refusalText(error), isFault: true, isUnread: true });
            return [];
        }
    }

    /** Objects of a kind without a list, by the ids that there may be of it. */
    private async byIds(source: Source): Promise<Properties[]> {
        const kind = this.kindOf(source);
        const told = (id: string, { because }: Refusal): void => {
            this.unlisted.add(source.name);
            if (kind) this.refused.push({ kind, id, because, isFault: true, isUnread: true });
        };
        const ids = await this.reads.one(
            `ids of ${source.name}`,
            async () => (await source.ids?.(this.options.client)) ?? [],
        );
        if ("because" in ids) told("all of them", ids);
        const all = "because" in ids ? [] : (ids.value ?? []);
        const found = await this.reads.each(all, async (id) => {
            const answer = await this.reads.one(`${source.name} ${id}`, () => this.reads.live.object(source, id));
            if ("because" in answer && !answer.isUnfit) told(id, answer);
            return answer;
        });
        return found.flatMap((one) => ("value" in one && one.value ? [one.value] : []));
    }

    private kindOf(source: Source): Kind | undefined {
        return this.options.kinds.find(({ whereabouts }) => "source" in whereabouts && whereabouts.source === source);
    }
}

/** Short for many ids: the same question of another part has another answer. */
function digest(ids: readonly string[]): string {
    return createHash("sha256").update(ids.join()).digest("hex").slice(0, 16);
}

/** Everything with an id. An access rule is in the list of groups too, and a Paladin in that of users: the shorter list knows better what it is. */
function thingsIn(lists: Lists, kinds: readonly Kind[]): Map<string, Thing> {
    const things = new Map<string, Thing>();
    for (const [source, objects] of [...lists].sort(([, a], [, b]) => a.length - b.length)) {
        const kind = kinds.find(({ whereabouts }) => "source" in whereabouts && whereabouts.source === source);
        for (const live of objects) {
            const id = String(live[source.id]);
            const known = things.get(id);
            // What a rule does not tell of itself, its group does, such as its app.
            if (known) things.set(id, { ...known, live: { ...live, ...known.live } });
            else things.set(id, { source, id, live, ...(kind && { kind }) });
        }
    }
    return things;
}

function objectsIn(lists: Lists, source: Source): Existing[] {
    return (lists.get(source) ?? []).map((live) => ({ id: String(live[source.id]), live }));
}
