import type { Facts } from "../../access/model/facts/facts.js";
import { operation } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { queried } from "../../api/holders.js";
import type { ContractFinding } from "../finding.js";

/** Maximum number of missing objects of each type to read by id. */
const READ_AT_MOST = 3;

const SORTS = [
    { type: "USER", list: "getUsers", read: operation("getUser", (id: string) => ({ query: { user_id: id } })) },
    { type: "GROUP", list: "getGroups", read: operation("getGroup") },
    { type: "RESOURCE", list: "getResources", read: operation("getResource") },
] as const;

/**
 * Finds users, groups and resources that are missing from their list although other responses contain their ids and they can be read by id.
 */
export async function omissionsIn(client: Client, facts: Facts): Promise<ContractFinding[]> {
    const found = await Promise.all(
        SORTS.map(async ({ type, list, read }) => {
            const listed = listedIn(facts, type);
            const named = [...mentionedIn(facts, type), ...(await queriedIds(client, type))];
            const omitted = [...new Set(named)].filter((id) => id !== "" && !listed.has(id));
            const tried = await Promise.all(omitted.slice(0, READ_AT_MOST).map((id) => canBeRead(client, read, id)));
            const count = tried.filter(Boolean).length;
            return count > 0 ? [omission(list, read.name, count)] : [];
        }),
    );
    return found.flat();
}

function omission(list: OperationName, read: OperationName, count: number): ContractFinding {
    return { heading: "lists", operation: list, detail: `omits objects that ${read} returns`, count };
}

type OmissionType = (typeof SORTS)[number]["type"];

function listedIn({ users, groups, resources, identities }: Facts, type: OmissionType): ReadonlySet<string> {
    const listed = type === "USER" ? users : type === "GROUP" ? groups : [...resources, ...identities];
    return new Set(listed.map(({ id }) => id));
}

/** Returns ids of this type that occur in other responses. */
function mentionedIn({ memberships, links, nestings, bindings, owners }: Facts, type: OmissionType): string[] {
    if (type === "USER")
        return [...[...memberships].map(({ userId }) => userId), ...owners.flatMap(({ userIds }) => userIds)];
    if (type === "RESOURCE") return [...links].map(({ resourceId }) => resourceId);
    return [
        ...[...nestings].flatMap(({ groupId, containingGroupId }) => [groupId, containingGroupId]),
        ...bindings.flatMap(({ sourceGroupId, groupIds }) => [sourceGroupId, ...groupIds]),
    ];
}

/** Returns the ids that a query finds. Empty if the query fails. */
async function queriedIds(client: Client, type: OmissionType): Promise<readonly string[]> {
    try {
        return await queried(client, { nodeFilters: { entityTypes: [type] } });
    } catch (error) {
        if (error instanceof CallError) return [];
        throw error;
    }
}

async function canBeRead(
    client: Client,
    read: { send(client: Client, id: string): Promise<unknown> },
    id: string,
): Promise<boolean> {
    try {
        await read.send(client, id);
        return true;
    } catch (error) {
        if (error instanceof CallError) return false;
        throw error;
    }
}
