import { listing } from "./calls.js";
import type { Client } from "./client.js";
import type { AccessPathQueryBody, AccessResultNode, NodeQuery, RunQueryRequest } from "./generated/types.gen.js";

/** Returns the ids of the groups that grant access to any object of this type, directly or indirectly. */
export function groupsThatReach(entityType: "GROUP" | "RESOURCE") {
    return (client: Client) =>
        queried(client, {
            nodeFilters: { entityTypes: ["GROUP"] },
            accessFilters: { hasAccessTo: { entityTypes: [entityType] } },
        });
}

/** Returns the ids of the groups that contain other groups. */
export function groupsReached(client: Client) {
    return queried(client, {
        nodeFilters: { entityTypes: ["GROUP"] },
        accessFilters: { isAccessibleBy: { entityTypes: ["GROUP"] } },
    });
}

/** Returns the ids of the resources that other resources have access to, directly or indirectly. Non-human identities are resources too. */
export function resourcesReached(client: Client) {
    return queried(client, {
        nodeFilters: { entityTypes: ["RESOURCE"] },
        accessFilters: { isAccessibleBy: { entityTypes: ["RESOURCE"] } },
    });
}

/** Returns the ids of all Paladins. */
export function paladinIds(client: Client) {
    return queried(client, { nodeFilters: { entityItemTypes: ["SERVICE_USER"] } });
}

/** Maximum number of ids per query. */
const MAX_IDS = 200;

/**
 * Returns the ids of the users with access to one of these resources, directly or indirectly; undefined if there are too many resources to
 * query.
 */
export async function usersReaching(client: Client, resourceIds: readonly string[]): Promise<string[] | undefined> {
    if (resourceIds.length > MAX_IDS) return undefined;
    return queried(client, {
        nodeFilters: { entityTypes: ["USER"] },
        accessFilters: { hasAccessTo: { entityIDs: [...resourceIds] } },
    });
}

/** Returns the ids of the groups that are nested in one of these groups, at any depth. */
export async function groupsInside(client: Client, groupIds: readonly string[]): Promise<string[]> {
    const found = new Set<string>();
    for (let place = 0; place < groupIds.length; place += MAX_IDS) {
        const ids = groupIds.slice(place, place + MAX_IDS);
        const inside = await queried(client, {
            nodeFilters: { entityTypes: ["GROUP"] },
            accessFilters: { hasAccessTo: { entityIDs: ids } },
        });
        for (const id of inside) found.add(id);
    }
    return [...found];
}

type Query = NonNullable<NodeQuery["query"]>;

const results = listing("runQuery", (body: RunQueryRequest) => ({ body }));

/** Returns the ids of all objects that match a query, from all pages. */
export async function queried(client: Client, query: Query): Promise<string[]> {
    const found = await results.all(client, { type: "NODE", query, first: 100 });
    // A query for nodes is answered with nodes.
    return found.flatMap(({ node }) => ("id" in node ? node.id : []));
}

/** Returns all access that matches a query, from all pages. By default, the API returns only direct access. */
export async function queriedAccess(client: Client, query: AccessPathQueryBody): Promise<AccessResultNode[]> {
    return (await accessEdges(client, query)).map(({ node }) => node);
}

/** Like `queriedAccess`, with the entries as received. */
export async function accessEdges(client: Client, query: AccessPathQueryBody) {
    const found = await results.all(client, { type: "ACCESS", query, first: 200 });
    // A query for access is answered with access.
    return found.flatMap(({ node, ...edge }) => ("principalId" in node ? { ...edge, node } : []));
}
