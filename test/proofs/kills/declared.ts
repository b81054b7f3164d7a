import type { Dice } from "../simulator/dice.js";

/** Declarations of a program. An owner counts as two objects (itself and its users), a group as one plus one for each member. */
export interface Declared {
    readonly owners: readonly DeclaredOwner[];
    readonly groups: readonly DeclaredGroup[];
}

export interface DeclaredOwner {
    readonly name: string;
    readonly description: string;
    readonly userIds: readonly string[];
}

export interface DeclaredGroup {
    readonly name: string;
    readonly appId: string;
    readonly description: string;
    /** Name of a declared owner. */
    readonly owner: string;
    readonly memberIds: readonly string[];
}

/** Source of random declarations. */
export interface Supply {
    readonly dice: Dice;
    readonly userIds: readonly string[];
    readonly appIds: readonly string[];
}

export const NOTHING: Declared = { owners: [], groups: [] };

/** Minimum number of objects. */
export const FEWEST = 20;

export const objectsOf = ({ owners, groups }: Declared): number =>
    2 * owners.length + groups.length + groups.reduce((sum, { memberIds }) => sum + memberIds.length, 0);

/** Draws declarations with this number of objects. Some are kept from `before`, with changes; a group that moves to another app is replaced. */
export function drawn({ dice, userIds, appIds }: Supply, objects: number, before: Declared): Declared {
    const ownerCount = Math.round(objects / 10);
    const groupCount = Math.round(objects * 0.3);
    const owners = some(
        ownerCount,
        before.owners.filter(() => dice.chance(0.8)),
        nextNumber(before.owners),
        (number): DeclaredOwner => ({
            name: `Owner ${number}`,
            description: `drawn ${dice.below(1000)}`,
            userIds: dice.some(userIds, 1 + dice.below(3)),
        }),
    ).map((owner) => ({
        ...owner,
        ...(dice.chance(0.2) && { description: `drawn ${dice.below(1000)}` }),
        ...(dice.chance(0.2) && { userIds: dice.some(userIds, 1 + dice.below(3)) }),
    }));
    const names = owners.map(({ name }) => name);
    const groups = some(
        groupCount,
        before.groups.filter(() => dice.chance(0.75)),
        nextNumber(before.groups),
        (number): DeclaredGroup => ({
            name: `Group ${number}`,
            appId: dice.pick(appIds),
            description: `drawn ${dice.below(1000)}`,
            owner: dice.pick(names),
            memberIds: [],
        }),
    ).map((group) => ({
        ...group,
        ...(dice.chance(0.2) && { description: `drawn ${dice.below(1000)}` }),
        ...(dice.chance(0.05) && { appId: dice.pick(appIds) }),
        ...((dice.chance(0.2) || !names.includes(group.owner)) && { owner: dice.pick(names) }),
        memberIds: group.memberIds.filter(() => dice.chance(0.7)),
    }));
    return { owners, groups: withMembers(groups, objects - 2 * ownerCount - groupCount, { dice, userIds }) };
}

/** Returns `count` items: the kept ones, then new ones with consecutive numbers. */
function some<T>(count: number, kept: readonly T[], next: number, made: (number: number) => T): T[] {
    const few = kept.slice(0, count);
    return [...few, ...Array.from({ length: count - few.length }, (_, index) => made(next + index))];
}

/** Names are never reused, so that leftover objects are not mistaken for declared ones. */
function nextNumber(before: readonly { readonly name: string }[]): number {
    return 1 + Math.max(0, ...before.map(({ name }) => Number(name.split(" ").at(-1))));
}

function withMembers(
    groups: readonly DeclaredGroup[],
    count: number,
    { dice, userIds }: Pick<Supply, "dice" | "userIds">,
): DeclaredGroup[] {
    const members = groups.map(({ memberIds }) => new Set(memberIds));
    let left = count - members.reduce((sum, { size }) => sum + size, 0);
    while (left > 0) {
        const set = dice.pick(members);
        const size = set.size;
        set.add(dice.pick(userIds));
        left -= set.size - size;
    }
    return groups.map((group, index) => ({ ...group, memberIds: [...(members[index] ?? [])] }));
}

/** Approximate number of writes from one program to the other. */
export function writesOf(before: Declared, after: Declared): number {
    const owners = new Map(before.owners.map((owner) => [owner.name, owner]));
    const groups = new Map(before.groups.map((group) => [group.name, group]));
    let writes = 0;
    for (const owner of after.owners) {
        const old = owners.get(owner.name);
        owners.delete(owner.name);
        writes += Number(old?.description !== owner.description) + Number(`${old?.userIds}` !== `${owner.userIds}`);
    }
    for (const group of after.groups) {
        const old = groups.get(group.name);
        groups.delete(group.name);
        const isMade = old?.appId !== group.appId;
        const isChanged = isMade || old.description !== group.description || old.owner !== group.owner;
        const kept = isMade ? [] : group.memberIds.filter((id) => old.memberIds.includes(id));
        // A new group takes three writes: create, owner and visibility.
        writes += (isMade ? 3 : Number(isChanged)) + group.memberIds.length - kept.length;
        if (old) writes += Number(isMade) + old.memberIds.length - kept.length;
    }
    for (const { memberIds } of groups.values()) writes += 1 + memberIds.length;
    return writes + owners.size;
}
