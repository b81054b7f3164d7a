import type { Client } from "../api/client.js";
import { BadRequestError, ForbiddenError, NotFoundError } from "../api/errors.js";
import { ContradictionError } from "../errors.js";
import { Live } from "../live/live.js";
import type { Source } from "../live/source.js";
import type { Properties } from "../schema/fields.js";
import type { Existing, Kind } from "../shapes/kind.js";
import { argumentsOf, undeclarable } from "./arguments.js";
import {
    type Declarable,
    documents,
    type Found,
    isCovered,
    isDeclarable,
    passing,
    refusal,
    resultOf,
    setOf,
    type Undeclared,
    withoutCovered,
    withoutTwins,
} from "./finding.js";
import type { Journal } from "./journal.js";
import { isPartial, kindsOf, objectsOf, type Selection } from "./selection.js";
import type { Thing } from "./thing.js";

/** So many ids are put into one question. */
const FEW = 200;

/** What an inventory is told, and whom it tells. */
export interface InventoryOptions {
    readonly client: Client;
    readonly kinds: readonly Kind[];
    /** Where else there are objects that a program may speak of, such as apps. */
    readonly others: readonly Source[];
    /** What is to be declared; everything when left out. */
    readonly selection?: Selection;
    /** So many reads are done, of so many that are known to come. */
    readonly progress?: (done: number, total: number) => void;
    readonly journal?: Journal;
}

/** What there is in an organization. */
export interface Inventory {
    /** Everything with an id of its own, by its id. */
    readonly things: ReadonlyMap<string, Thing>;
    readonly declarable: readonly Declarable[];
    readonly undeclared: readonly Undeclared[];
}

/** Reads all that there is to declare. What the token may not read is among the undeclared. @throws what a call throws otherwise */
export async function takeInventory(options: InventoryOptions): Promise<Inventory> {
    const reading = new Reading(options);
    const lists = await reading.lists();
    const things = thingsIn(lists, options.kinds);
    const wanted = [...things.values()].filter(objectsOf(options.selection ?? {}, things));
    const objects = withoutTwins((await reading.objects(wanted)).flat());
    const declared = new Map(objects.filter(isDeclarable).map((one) => [one.id, one]));
    const all = [...objects, ...withoutCovered((await reading.below(lists, declared)).flat())];
    return {
        things,
        declarable: all.filter(isDeclarable),
        undeclared: [...reading.refused, ...all.flatMap((one) => (isDeclarable(one) ? one.left : [one]))],
    };
}

type Lists = ReadonlyMap<Source, readonly Properties[]>;
type Declared = ReadonlyMap<string, Declarable>;

interface Refusal {
    readonly because: string;
    /** The question makes no sense for the object. */
    readonly isUnfit: boolean;
}

class Reading {
    private readonly live: Live;
    private readonly unownable = new Set<string>();
    private readonly unfit = new Set<string>();
    /** Lists, and objects of no list, that the token may not read. */
    readonly refused: Undeclared[] = [];
    private done = 0;
    private total = 0;

    private readonly isWanted: (kind: Kind) => boolean;

    constructor(private readonly options: InventoryOptions) {
        this.live = new Live(options.client);
        this.isWanted = kindsOf(options.selection ?? {}, options.kinds);
    }

    /** Every object with an id of its own, by where it is read. */
    async lists(): Promise<Lists> {
        const { kinds, others } = this.options;
        const own = kinds.flatMap(({ whereabouts }) => ("source" in whereabouts ? [whereabouts.source] : []));
        const sources = [...new Set([...own, ...others])];
        const lists = await this.each(sources, (source) => this.listed(source));
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
        return this.each(wanted, async ({ kind, id, live }) => {
            if (!kind) return [];
            const because = passing(kind, live);
            if (because !== undefined) return [{ kind, id, because }];
            const first = argumentsOf(kind, live);
            if ("because" in first) return [refusal(kind, id, first.because)];
            const governed = kind.documents(first.given);
            const documentOf = (name: string) => kinds.find((one) => one.name === name)?.document ?? name;
            const parts = Object.entries(kind.parts).filter(([, name]) => !governed.includes(documentOf(name)));
            const names = parts.map(([name]) => name);
            const read = () => kind.observe(this.live, id, names);
            const answer = names.length === 0 ? { value: live } : await this.reading(`${kind.name} ${id}`, read);
            if ("because" in answer) return [{ kind, id, because: answer.because, isFault: true }];
            return answer.value ? [resultOf(kind, { id, live: answer.value })] : [];
        });
    }

    /** What is below objects: memberships, and documents that no declaration of their object covers. */
    async below(lists: Lists, declared: Declared): Promise<(Found | Undeclared)[][]> {
        const { kinds } = this.options;
        const ofKinds = await this.each(kinds, async (kind) => {
            const { whereabouts } = kind;
            if (!("below" in whereabouts) || !this.wantsBelow(kind)) return [];
            const parents = (lists.get(whereabouts.below) ?? []).map((live) => String(live[whereabouts.below.id]));
            const known = this.isOwnable(whereabouts.below)
                ? parents.filter((id) => declared.has(id))
                : await this.reaching(kind, whereabouts, parents, declared);
            return known.map((id) => ({ kind, whereabouts, id }));
        });
        const tasks = ofKinds.flat();
        const objects = new Map([...lists].flatMap(([source, all]) => all.map((one) => [String(one[source.id]), one])));
        const fitting = tasks.flatMap(({ kind, whereabouts, id }) => {
            const parent = declared.get(id)?.live ?? objects.get(id) ?? {};
            const fits = whereabouts.among(parent) && !isCovered(kind, declared.get(id));
            return fits ? [{ kind, whereabouts, id, parent }] : [];
        });
        return this.each(fitting, async ({ kind, whereabouts, id, parent }) => {
            const derived = whereabouts.derived?.(parent);
            if (derived !== undefined) return [{ kind, id, because: derived }];
            const sort = `${kind.name} ${parent.resourceType ?? parent.groupType}`;
            if (this.unfit.has(sort)) return [];
            const answer = await this.reading(`below ${kind.name} ${id}`, () => whereabouts.found(this.live, id));
            if ("because" in answer) {
                // An object of another type has no such thing, and the API does not say of which: one refusal speaks for the type.
                if (answer.isUnfit) this.unfit.add(sort);
                return answer.isUnfit ? [] : [{ kind, id, because: answer.because, isFault: true }];
            }
            const found = (answer.value ?? []).filter(({ live }) => this.belongs(kind, live, declared));
            return kind.shape === "membership" ? this.members(kind, parent, id, found) : documents(kind, found);
        });
    }

    /** Those of many objects that have something to do with the few that are declared, if a question tells. */
    private async reaching(
        { name }: Kind,
        { reaching }: Extract<Kind["whereabouts"], { below: Source }>,
        all: readonly string[],
        declared: Declared,
    ): Promise<readonly string[]> {
        // What is not found stays unmanaged: of everything, everybody is asked.
        if (!reaching || !isPartial(this.options.selection ?? {})) return all;
        const { parent, ids } = reaching;
        const parents = [...declared.values()].filter(
            ({ kind: { whereabouts } }) => "source" in whereabouts && whereabouts.source === parent,
        );
        if (parents.length === 0) return [];
        if (parents.length > FEW) return all;
        const asked = parents.map(({ id }) => id);
        const answer = await this.reading(`reaching ${name} ${asked}`, () => ids(this.options.client, asked));
        if ("because" in answer) return all;
        const found = new Set(answer.value);
        return all.filter((id) => found.has(id));
    }

    /** The members below one object: as one set if the program may own it as a whole, and one by one otherwise. */
    private members(kind: Kind, parent: Properties, id: string, found: readonly Existing[]): (Found | Undeclared)[] {
        const each = found.map((one) => {
            const because = passing(kind, one.live);
            return because === undefined ? resultOf(kind, one) : { kind, id: one.id, because };
        });
        const set = setOf(kind, found, this.options.kinds);
        if (!set || !("membersBelow" in set.whereabouts) || set.whereabouts.isOpen(parent)) return each;
        if (!each.every(isDeclarable)) return each;
        const [field = ""] = Object.keys(set.fields).filter((name) => !set.key.includes(name));
        const whole = resultOf(set, { id, live: { ...set.keyOf(id), [field]: found.map(({ live }) => live) } });
        return isDeclarable(whole) ? [whole] : each;
    }

    /** A membership is wanted if its set is. */
    private wantsBelow(kind: Kind): boolean {
        const set = setOf(kind, [], this.options.kinds);
        return this.isWanted(kind) || (set !== undefined && this.isWanted(set));
    }

    /** Whether something is of what is declared; of its key the first object that a program can declare counts. */
    private belongs(kind: Kind, live: Properties, declared: Declared): boolean {
        const ids = kind.key.map((name) => String(live[name]));
        return declared.has(ids.find((id) => declared.has(id) || !this.unownable.has(id)) ?? "");
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
            return (await this.live.all(source)) ?? (await this.byIds(source));
        } catch (error) {
            if (!(error instanceof ForbiddenError)) throw error;
            const kind = this.kindOf(source);
            // What has no kind, such as an app, everything else speaks of.
            if (!kind) throw error;
            this.refused.push({ kind, id: "all of them", because: refusalText(error), isFault: true });
            return [];
        }
    }

    /** Objects of a kind without a list, by the ids that there may be of it. */
    private async byIds(source: Source): Promise<Properties[]> {
        const kind = this.kindOf(source);
        const told = (id: string, { because }: Refusal): void => {
            if (kind) this.refused.push({ kind, id, because, isFault: true });
        };
        const ids = await this.reading(
            `ids of ${source.name}`,
            async () => (await source.ids?.(this.options.client)) ?? [],
        );
        if ("because" in ids) told("all of them", ids);
        const all = "because" in ids ? [] : (ids.value ?? []);
        const found = await this.each(all, async (id) => {
            const answer = await this.reading(`${source.name} ${id}`, () => this.live.object(source, id));
            if ("because" in answer && !answer.isUnfit) told(id, answer);
            return answer;
        });
        return found.flatMap((one) => ("value" in one && one.value ? [one.value] : []));
    }

    private kindOf(source: Source): Kind | undefined {
        return this.options.kinds.find(({ whereabouts }) => "source" in whereabouts && whereabouts.source === source);
    }

    /** What `load` answers, or why the service does not tell. What an interrupted inventory has read is not read again. */
    private async reading<T>(key: string, load: () => Promise<T>): Promise<{ value: T } | Refusal> {
        const { journal } = this.options;
        // What stands under this key is what this very line has put there.
        const known = journal?.recall(key) as { value: T } | undefined;
        if (known) return known;
        try {
            const value = await load();
            journal?.keep(key, { value });
            return { value };
        } catch (error) {
            const isRefused = [ForbiddenError, BadRequestError, NotFoundError, ContradictionError].some(
                (one) => error instanceof one,
            );
            if (!isRefused || !(error instanceof Error)) throw error;
            return { because: refusalText(error), isUnfit: error instanceof BadRequestError };
        }
    }

    private each<Item, T>(items: readonly Item[], work: (item: Item) => Promise<T>): Promise<T[]> {
        this.total += items.length;
        return Promise.all(
            items.map(async (item) => {
                const result = await work(item);
                this.done += 1;
                this.options.progress?.(this.done, this.total);
                return result;
            }),
        );
    }
}

/** Everything with an id. An access rule is in the list of groups too, and a Paladin in that of users: the shorter list knows better what it is. */
function thingsIn(lists: Lists, kinds: readonly Kind[]): Map<string, Thing> {
    const things = new Map<string, Thing>();
    for (const [source, objects] of [...lists].sort(([, a], [, b]) => a.length - b.length)) {
        const kind = kinds.find(({ whereabouts }) => "source" in whereabouts && whereabouts.source === source);
        for (const live of objects) {
            const id = String(live[source.id]);
            if (!things.has(id)) things.set(id, { source, id, live, ...(kind && { kind }) });
        }
    }
    return things;
}

function refusalText({ message }: Error): string {
    return `it could not be read: ${message}`;
}
