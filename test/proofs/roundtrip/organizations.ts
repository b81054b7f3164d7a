import type { Organization } from "../../../src/local/service/index.js";
import { startService } from "../../../src/local/service/index.js";
import { NOW } from "../../api/world.js";
import { callOf, send } from "../../local/service/model/calls.js";
import { operations } from "../../local/service/model/operations.js";
import { chance } from "../../local/service/model/values.js";
import { weightOf } from "../../local/service/model/walk-weights.js";
import { TOKENS, tangled } from "../../local/service/model/world.js";

/** Number of random writes, of which about two thirds succeed. */
const WRITES = 250;

/** An organization with random objects of every kind. Depends only on the seed. */
export async function randomOrganization(seed: number): Promise<Organization> {
    const service = await startService({ organization: await tangled(), token: TOKENS.admin, clock: NOW });
    try {
        for (let number = 0; number < WRITES; number += 1) {
            const one = weighted[Math.floor(chance(seed, `operation ${number}`) * weighted.length)];
            if (!one) continue;
            const step = {
                call: one.operation,
                caller: "admin",
                wild: false,
                seed: seed * 1_000_003 + number,
            } as const;
            const call = callOf(step, service, []);
            // The token's own user must keep its access.
            if (call.path.user_id === service.store.currentUserId) continue;
            await send(service, "admin", one.method, call.url, call.body);
        }
        return service.snapshot();
    } finally {
        await service.close();
    }
}

/** Write operations, with creating ones more frequent. */
const weighted = operations
    .filter(({ reads, operation }) => !reads && operation !== "deleteToken")
    .flatMap((one) => Array.from({ length: one.method === "DELETE" ? 1 : 2 * weightOf(one) }, () => one));
