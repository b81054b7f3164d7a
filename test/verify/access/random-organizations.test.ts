/** In random organizations, the queries of the local service agree with the model on every user, level, end and direct grant. */
import { expect, test } from "vitest";
import { AccessModel, targetsOf } from "../../../src/access/model/model.js";
import { Client } from "../../../src/api/client.js";
import { startService } from "../../../src/local/service/index.js";
import { compareTarget } from "../../../src/verify/access/comparison.js";
import type { Disagreement } from "../../../src/verify/access/disagreement.js";
import { HolderReader } from "../../../src/verify/access/evidence.js";
import { factsOf } from "../../access/facts-of.js";
import { NOW, randomStore } from "../../access/oracle/organizations.js";

const SEEDS = Array.from({ length: 80 }, (_, seed) => seed);

test("only the ends of memberships in linked groups differ", async () => {
    const found: Disagreement[] = [];
    const compared = { holders: 0, ending: 0 };
    for (const seed of SEEDS) {
        const store = randomStore(seed);
        const service = await startService({ organization: store.snapshot(), clock: NOW });
        const client = new Client({ url: service.url, token: service.token, retries: 0, readsPerSecond: 100_000 });
        const model = AccessModel.of(factsOf(store));
        const reader = new HolderReader(client);
        for (const target of targetsOf(model)) {
            if (target.type === "bundle") continue;
            const holders = model.holders(target);
            compared.holders += holders.size;
            compared.ending += (holders.ends ?? []).filter(Number.isFinite).length;
            found.push(...(await compareTarget(model, target, reader, NOW.getTime())).disagreements);
        }
        expect(reader.unverified).toEqual([]);
        await service.close();
    }
    expect(compared.holders).toBeGreaterThan(200);
    expect(compared.ending).toBeGreaterThan(30);
    // The model expects these memberships to end together. A query returns the end of each one.
    expect(new Set(found.map(({ side, rule }) => `${side} ${rule}`))).toEqual(new Set(["end 7"]));
});
