/**
 * `npm run coverage:operations`
 *
 * How many of the interface's operations the client calls, the local service answers, and a kind or a function of the package uses.
 * Each number is counted by asking: the client's methods, a running service, and the operations that kinds, lookups and actions name as theirs,
 * which are all that they can call. It fails when the client misses one.
 */
import { operations } from "../src/api/generated/operations.gen.js";
import type { OperationEntry } from "../src/api/operation.js";
import * as surface from "../src/index.js";
import { kinds } from "../src/kinds.js";
import { startService } from "../src/service/index.js";
import { type Row, rows } from "../test/api/interface.js";
import { uuidOf } from "../test/api/samples.js";

/** What a service answers for an operation that it does not have. */
const NOT_IMPLEMENTED = 501;

async function main(): Promise<void> {
    const called = rows.filter(isCalled);
    const answered = await answeredByService();
    const used = usedByPackage();
    const columns = { client: called, service: answered, "declared by a kind or a function": used };
    for (const [what, have] of Object.entries(columns)) {
        const missing = rows.filter((row) => !have.includes(row)).map(({ operation }) => operation);
        if (missing.length > 0) console.log(`${what} misses ${missing.length}: ${missing.join(", ")}\n`);
    }
    const counts = Object.entries(columns).map(([what, have]) => `${what} ${have.length}/${rows.length}`);
    console.log(counts.join(", "));
    if (called.length < rows.length) process.exitCode = 1;
}

main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});

/** The client has a method, which the table leads to the method and path of the interface. */
function isCalled({ operation, method, path }: Row): boolean {
    const entry: OperationEntry | undefined = operations[operation];
    if (entry?.method !== method || entry.path !== path) return false;
    const [area = "", name = ""] = entry.call.split(".");
    // Never called: only its methods are looked for.
    const client = new surface.AccessGovernanceClient({ url: "http://127.0.0.1:1/v1", token: "none" });
    return typeof Reflect.get(Object(Reflect.get(client, area)), name) === "function";
}

async function answeredByService(): Promise<Row[]> {
    const service = await startService();
    const headers = { authorization: `Bearer ${service.token}` };
    try {
        const statuses = await Promise.all(
            rows.map(async ({ method, path }) => {
                const url = service.url + path.replace(/\{(\w+)\}/g, (_, name: string) => uuidOf(name));
                return (await service.fetch(new Request(url, { method, headers }))).status;
            }),
        );
        return rows.filter((_, at) => statuses[at] !== NOT_IMPLEMENTED);
    } finally {
        await service.close();
    }
}

function usedByPackage(): Row[] {
    const used = new Set<string>(kinds.flatMap((kind) => kind.operations));
    for (const one of Object.values<unknown>(surface)) {
        // Lookups and actions name the operations they use; nothing else that is exported has such a property.
        const { operations = [] } = Object(one) as { readonly operations?: readonly string[] };
        for (const operation of operations) used.add(operation);
    }
    return rows.filter(({ operation }) => used.has(operation));
}
