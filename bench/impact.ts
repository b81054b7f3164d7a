import type { Facts } from "../src/access/index.js";
import { AccessModel } from "../src/access/model/model.js";
import { readFactsAround } from "../src/access/reader/read-facts.js";
import type { Around } from "../src/access/reader/scope.js";
import { Client } from "../src/api/client.js";
import { startService } from "../src/local/service/index.js";
import type { SeedName } from "../src/local/service/seeds/seed.js";

/** Options of the benchmark that evaluates one new member of a group. */
export interface ImpactOptions {
    readonly seed: SeedName;
    readonly groups: number;
    /** Reads everything that the new member can then see. */
    readonly whole?: boolean;
}

/** Measures the calls and the time to evaluate that a user joins a group. Tries groups spread over the list. */
export async function measureImpact({ seed, groups: count, whole = false }: ImpactOptions): Promise<void> {
    const service = await startService({ seed });
    try {
        const { groups, users } = service.snapshot();
        console.log(`impact of one new member: ${users.length} people, ${groups.length} groups`);
        for (let place = 0; place < count; place += 1) {
            const { group_id: groupId, name } = groups[Math.floor(((place + 0.5) * groups.length) / count)] ?? {};
            if (groupId === undefined) continue;
            const userId = users[(place * 31 + 17) % users.length]?.user_id ?? "";
            const client = new Client({ url: service.url, token: service.token });
            service.calls.clear();
            const start = performance.now();
            const { facts, notRead } = await readFactsAround(client, {
                around: () => aroundGroup(groupId),
                changes: () => [{ put: "membership", value: { groupId, userId, level: "", until: null } }],
                isWhole: whole,
            });
            const seconds = (performance.now() - start) / 1000;
            const calls = service.calls.all().map(({ operation }) => String(operation));
            const most = [...new Set(calls)]
                .map((operation) => [operation, calls.filter((one) => one === operation).length] as const)
                .sort(([, a], [, b]) => b - a)
                .slice(0, 5)
                .map(([operation, times]) => `${operation} ${times}`);
            const members = AccessModel.of(facts).holders({ type: "group", id: groupId }).size;
            console.log(
                `${name} (${members} members): ${calls.length} calls, ${seconds.toFixed(1)} s; ${most.join(", ")}${notRead.length > 0 ? "; not all read" : ""}`,
            );
        }
    } finally {
        await service.close();
    }
}

function aroundGroup(id: Facts["groups"][number]["id"]): Around {
    return {
        targets: [{ type: "group", id }],
        ownerIds: [],
        tags: [],
        reviewerIds: [],
        templateIds: [],
        permissions: [],
        hasOtherTags: false,
        named: { groupIds: [id], resourceIds: [], ownerIds: [] },
    };
}
