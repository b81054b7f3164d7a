/**
 * `npm run prove operations`
 *
 * Counts how many operations of the API the client has methods for, the local service answers, and a kind or a function of the package uses.
 * For the service, it calls each operation. Kinds, lookups and actions list their operations, and can call no others. Fails if the client
 * lacks one.
 */
import { operations } from "../src/api/generated/operations.gen.js";
import { invoke } from "../src/api/invoke.js";
import { List } from "../src/api/list.js";
import type { OperationEntry } from "../src/api/operation.js";
import * as surface from "../src/index.js";
import { startService } from "../src/local/service/index.js";
import { kinds } from "../src/resources/kinds.js";
import { partsFor } from "../test/api/calls.js";
import { type Row, rows } from "../test/api/interface.js";
import { NOW, world } from "../test/api/world.js";

async function main(): Promise<void> {
    const called = rows.filter(isCalled);
    const answered = await answeredByService();
    const used = usedByPackage();
    const columns = { client: called, service: answered, "declared by a kind or a function": used };
    for (const [what, have] of Object.entries(columns)) {
        const missing = rows.filter((row) => !have.includes(row)).map(({ operation }) => operation);
        if (missing.length > 0) console.log(`${what} lacks ${missing.length}: ${missing.join(", ")}\n`);
    }
    const counts = Object.entries(columns).map(([what, have]) => `${what} ${have.length}/${rows.length}`);
    console.log(counts.join(", "));
    if (called.length < rows.length) process.exitCode = 1;
}

main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});

/** Whether the client has a method for an operation, with the method and path of the API. */
function isCalled({ operation, method, path }: Row): boolean {
    const entry: OperationEntry | undefined = operations[operation];
    if (entry?.method !== method || entry.path !== path) return false;
    const [area = "", name = ""] = entry.call.split(".");
    // Sends nothing: only its methods are looked up.
    const client = new surface.AccessGovernanceClient({ url: "http://127.0.0.1:1/v1", token: "none" });
    return typeof Reflect.get(Object(Reflect.get(client, area)), name) === "function";
}

/** Returns the operations that succeed with valid parameters, each on a new organization. */
async function answeredByService(): Promise<Row[]> {
    const answered: Row[] = [];
    for (const row of rows) {
        const service = await startService({ clock: NOW });
        try {
            const client = new surface.AccessGovernanceClient({ url: service.url, token: service.token, retries: 0 });
            const result = invoke(client, row.operation, await partsFor(row.operation, world(client, service)));
            await (result instanceof List ? result.page() : result);
            answered.push(row);
        } catch (error) {
            console.error(`${row.operation}: ${error instanceof Error ? error.message : error}`);
        } finally {
            await service.close();
        }
    }
    return answered;
}

function usedByPackage(): Row[] {
    const used = new Set<string>(kinds.flatMap((kind) => kind.operations));
    for (const one of Object.values<unknown>(surface)) {
        // Only lookups and actions have this property. It lists the operations that they use.
        const { operations = [] } = Object(one) as { readonly operations?: readonly string[] };
        for (const operation of operations) used.add(operation);
    }
    return rows.filter(({ operation }) => used.has(operation));
}
