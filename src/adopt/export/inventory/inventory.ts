import { argumentsOf, type Kind, type RecordingRun, undeclarable } from "../../../kernel.js";
import { Below, type BelowOptions } from "./below.js";
import {
    type Declarable,
    type FoundObject,
    isDeclarable,
    objectKey,
    resultOf,
    type ServiceObject,
    setKind,
    temporaryReason,
    type Undeclared,
    undeclaredObject,
    withoutDuplicates,
} from "./found.js";
import { InventoryLists } from "./lists.js";
import { NamedObjects } from "./named.js";
import { InventoryReads, type ReadsOptions } from "./reads.js";
import { type ExportSelection, kindsOf, selectedObjects, setsWanted } from "./selection.js";
import { InventorySets } from "./sets.js";

/** Options and listeners of an inventory. */
export interface InventoryOptions extends ReadsOptions {
    readonly kinds: readonly Kind[];
    /** Objects to declare. Default: everything. */
    readonly selection?: ExportSelection;
    /** Also reads the memberships of objects that no program can declare, such as the second of two with the same name. */
    readonly hasUndeclarable?: boolean;
}

/** The contents of an organization. */
export interface OrganizationInventory {
    /** All objects that have their own ids, by id. */
    readonly things: ReadonlyMap<string, ServiceObject>;
    readonly declarable: readonly Declarable[];
    readonly undeclared: readonly Undeclared[];
    /** The fields of the objects that this version does not know. */
    readonly unknownFields: RecordingRun["unknownFields"];
    /** Whether an object would be in this inventory if it existed, because all lists that could contain it were read. */
    hasLooked(kind: Kind, id: string): boolean;
}

/**
 * Reads all declarable objects. Lists objects that the service refuses to return as undeclared.
 * @throws other errors of calls
 */
export async function takeInventory(options: InventoryOptions): Promise<OrganizationInventory> {
    const { selection = {}, kinds } = options;
    const isWanted = kindsOf(selection, kinds);
    const reads = new InventoryReads(options);
    const named = selection.named && new NamedObjects(selection.named, reads);
    const lists = await InventoryLists.read(kinds, reads);
    const { things, refused } = lists;
    const missing = (await named?.missing(things)) ?? [];
    const wanted = [...things.values()].filter(selectedObjects(selection, things));
    const asked = wanted.filter(({ kind }) => isWanted(kind));
    const areSets = setsWanted(selection, isWanted);
    const objects = withoutDuplicates(await objectsAmong(asked, options, reads, areSets));
    const declared = new Map(objects.filter(isDeclarable).map((one) => [one.id, one]));
    const faults = new Set(options.hasUndeclarable ? objects.flatMap((one) => (isReadFault(one) ? [one.id] : [])) : []);
    const isLeftOut = ({ kind }: ServiceObject): boolean => !isWanted(kind) || undeclarable(kind) !== undefined;
    const isChosen = (one: ServiceObject): boolean => declared.has(one.id) || faults.has(one.id) || isLeftOut(one);
    const chosen = new Set(wanted.filter(isChosen).map(({ id }) => id));
    const isAskedFor = ({ name }: Kind): boolean => selection.include?.includes(name) ?? false;
    const below = new Below({ kinds, isWanted, isAskedFor, areSets, chosen, declared }, lists, reads);
    const all = [...objects, ...missing, ...(await (named ?? below).read())];
    return {
        things,
        unknownFields: reads.live.unknownFields,
        hasLooked: (kind, id) => !named && below.hasLooked(kind, id),
        declarable: all.filter(isDeclarable),
        undeclared: [...refused, ...all.flatMap((one) => (isDeclarable(one) ? one.left : [one]))],
    };
}

/** Whether an object was read, but cannot be declared although the user might want it. */
function isReadFault(one: FoundObject | Undeclared): boolean {
    return !isDeclarable(one) && one.isFault === true && !one.isUnread;
}

/** Returns the results for objects that have their own ids, including their parts. */
async function objectsAmong(
    things: readonly ServiceObject[],
    { kinds, selection }: InventoryOptions,
    reads: InventoryReads,
    areSets: BelowOptions["areSets"],
): Promise<(FoundObject | Undeclared)[]> {
    const known = new Map((selection?.named ?? []).map((one) => [objectKey(one), one.known]));
    const kindOf = (name: string) => kinds.find((one) => one.name === name);
    const readSets = new InventorySets(reads);
    const found = await reads.each(things, async ({ kind, id, live }): Promise<(FoundObject | Undeclared)[]> => {
        const because = temporaryReason(kind, live);
        if (because !== undefined) return [{ kind, id, because }];
        const first = argumentsOf(kind, live);
        if ("because" in first) return [undeclaredObject(kind, id, first.because)];
        const governed = kind.documents(first.given);
        const parts = Object.entries(kind.parts).flatMap(([name, of]) => {
            const part = kindOf(of);
            return part?.document === undefined || governed.includes(part.document) ? [] : [{ name, part }];
        });
        const names = parts.filter(({ part }) => !part.set).map(({ name }) => name);
        const read = () => kind.observe(reads.live, id, names);
        const answer = names.length === 0 ? { value: live } : await reads.one(`${kind.name} ${id}`, read);
        if ("because" in answer) return [{ kind, id, because: answer.because, isFault: true, isUnread: true }];
        const more = known.get(objectKey({ kind, id }));
        if (!answer.value) return [];
        const object = { kind, id, live: { ...answer.value, ...more } };
        const sets = await Promise.all(
            parts.flatMap(({ name, part }) => {
                const single = part.set?.of;
                const isSet = single && setKind(single, kinds) === part && areSets(single, part, object);
                return isSet ? [setOf(object, name, part, readSets)] : [];
            }),
        );
        const given = Object.fromEntries(sets.flatMap(({ given }) => (given ? [given] : [])));
        return [resultOf(kind, { id, live: { ...object.live, ...given } }), ...sets.flatMap(({ left }) => left)];
    });
    return found.flat();
}

/** Returns a set as a property of its object, unless not all of its memberships can be declared, and the memberships that belong to others. */
async function setOf(
    { id, live }: ServiceObject,
    property: string,
    kind: Kind,
    sets: InventorySets,
): Promise<{ readonly given?: readonly [string, unknown]; readonly left: readonly Undeclared[] }> {
    const { set } = kind;
    if (!set || set.derived(live) !== undefined) return { left: [] };
    const answer = await sets.read(kind, id);
    if ("because" in answer) {
        const left = { kind, id, because: answer.because, isFault: true, isUnread: true } as const;
        return { left: answer.isUnfit ? [] : [left] };
    }
    const { elements, others } = answer.value;
    return { ...(elements ? { given: [property, elements] } : {}), left: others };
}
