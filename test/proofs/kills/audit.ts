import type { Organization } from "../../../src/local/service/index.js";
import type { Declared } from "./declared.js";

/** Numbers of objects that are missing or differ (lost), exist more than once (doubled), or are undeclared (left). */
export interface Damage {
    readonly lost: number;
    readonly doubled: number;
    readonly left: number;
    /** A line for each of them. */
    readonly lines: readonly string[];
}

/** Compares the data of the service with its data before the first run and with the declarations. */
export function damageOf(now: Organization, before: Organization, declared: Declared): Damage {
    const expected = new Map([...factsOf(before), ...factsOfDeclared(declared)]);
    const seen = new Set<string>();
    const lines: string[] = [];
    const counts = { lost: 0, doubled: 0, left: 0 };
    const count = (damage: keyof typeof counts, line: string): void => {
        counts[damage] += 1;
        lines.push(`${damage}: ${line}`);
    };
    for (const [object, value] of factsOf(now)) {
        if (!expected.has(object)) count("left", object);
        else if (seen.has(object)) count("doubled", object);
        else if (value !== expected.get(object)) count("lost", `${object} is ${value}, not ${expected.get(object)}`);
        seen.add(object);
    }
    for (const object of expected.keys()) if (!seen.has(object)) count("lost", object);
    return { ...counts, lines };
}

type Fact = readonly [object: string, value: string];

/** Every owner, group and membership by name, including duplicates, with its declarable properties. */
function factsOf({ owners, ownerUsers, groups, groupVisibility, groupUsers }: Organization): Fact[] {
    const nameOf = (id: string): string => groups.find(({ group_id }) => group_id === id)?.name ?? id;
    return [
        ...owners.map(({ owner_id, name, description }): Fact => {
            const users = ownerUsers.find((one) => one.owner_id === owner_id)?.user_ids ?? [];
            return owner(name ?? "", description ?? "", users);
        }),
        ...groups.map(({ group_id, name, description, app_id, admin_owner_id }): Fact => {
            const seen = groupVisibility.find((one) => one.group_id === group_id);
            const administrator = owners.find(({ owner_id }) => owner_id === admin_owner_id)?.name;
            return group(name ?? "", [
                description,
                app_id,
                administrator,
                seen?.visibility,
                seen?.visibility_group_ids,
            ]);
        }),
        ...groupUsers.map(({ group_id, user_id }) => member(nameOf(group_id), user_id)),
    ];
}

function factsOfDeclared({ owners, groups }: Declared): Fact[] {
    return [
        ...owners.map(({ name, description, userIds }) => owner(name, description, userIds)),
        ...groups.flatMap(({ name, description, appId, owner, memberIds }) => [
            group(name, [description, appId, owner, "LIMITED", []]),
            ...memberIds.map((id) => member(name, id)),
        ]),
    ];
}

const owner = (name: string, description: string, userIds: readonly string[]): Fact => [
    `owner ${name}`,
    JSON.stringify([description, [...userIds].sort()]),
];
const group = (name: string, value: readonly unknown[]): Fact => [`group ${name}`, JSON.stringify(value)];
const member = (group: string, userId: string): Fact => [`member ${userId} of ${group}`, "there"];
