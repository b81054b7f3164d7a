import type { Client } from "../api/client.js";
import type { RunQueryRequest } from "../api/generated/types.gen.js";

/** Ids of the users, groups and resources that a question finds. */
export async function idsFound(client: Client, query: RunQueryRequest["query"]): Promise<string[]> {
    const found: string[] = [];
    for (let after: string | undefined; ; ) {
        const body = { type: "NODE" as const, query, first: 100, ...(after && { after }) };
        const { edges, pageInfo } = await client.call("runQuery", { body });
        found.push(...edges.map(({ node }) => node.id));
        if (!pageInfo.hasNextPage) return found;
        after = pageInfo.endCursor ?? undefined;
    }
}

/** Ids of the users who have access to one of these resources, directly or not. */
export function usersReaching(client: Client, resourceIds: readonly string[]): Promise<string[]> {
    return idsFound(client, {
        nodeFilters: { entityTypes: ["USER"] },
        accessFilters: { hasAccessTo: { entityIDs: [...resourceIds] } },
    });
}
