import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../../src/local/service/index.js";
import { kinds } from "../../../src/resources/kinds.js";
import { fixtures } from "../../../src/verify/write/fixtures/all.js";
import type { KindName } from "../../../src/verify/write/naming.js";
import type { StepName } from "../../../src/verify/write/trial.js";
import { runWrites, type WriteReport, type WriteRunOptions } from "../../../src/verify/write/write-run.js";
import { type Between, inMemory, type Transport } from "../../support/transport.js";

/** Kinds that are tried only if they are included. */
export const skippedByDefault = (Object.keys(fixtures) as KindName[]).filter(
    (name) => fixtures[name].skipped !== undefined,
);

/** Tables that keep traces of undone calls: audit events, and the number of ids created. */
const TRACES = ["events", "eventObjects", "ids_made"];

/** A local service with the objects that every kind needs, and a separate journal. */
export class TriedOrganization {
    readonly journal: string;
    private readonly before: string;

    private constructor(
        readonly service: Awaited<ReturnType<typeof startService>>,
        private readonly transport: Transport,
        private readonly folder: string,
    ) {
        this.journal = join(folder, "state", "journal.jsonl");
        this.before = this.records();
        service.calls.clear();
    }

    static async start(): Promise<TriedOrganization> {
        const service = await startService({ seed: "small" });
        const folder = mkdtempSync(join(tmpdir(), "verify-write-"));
        const transport = inMemory(service, service.url);
        const app = service.store.apps.all().find(({ app_type }) => app_type === "SVC");
        await service.fetch(
            new Request(`${service.url}/resources`, {
                method: "POST",
                headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
                body: JSON.stringify({ name: "Deployer", resource_type: "AWS_IAM_ROLE", app_id: app?.app_id }),
            }),
        );
        return new TriedOrganization(service, transport, folder);
    }

    /** Responds in place of the service, or changes its responses. */
    intercept(between: Between): void {
        this.transport.between = between;
    }

    run(options: Partial<WriteRunOptions> = {}): Promise<WriteReport> {
        const { url, token } = this.service;
        return runWrites({
            settings: {
                url,
                token,
                readsPerSecond: 100_000,
                writesPerSecond: 100_000,
                retries: 1,
                allowMissing: false,
                allowTakeover: false,
            },
            kinds,
            prefix: "zz-verify",
            journal: this.journal,
            retryDelayMs: 1,
            ...options,
        });
    }

    /** The organization as JSON, without the traces of calls and without the objects in `except`. */
    records(except: readonly { readonly name: string }[] = []): string {
        const tables = Object.entries(this.service.snapshot()).filter(([name]) => !TRACES.includes(name));
        const isLeft = (record: unknown): boolean => except.some(({ name }) => JSON.stringify(record).includes(name));
        return JSON.stringify(
            tables.map(([name, records]) => [
                name,
                Array.isArray(records) ? records.filter((record) => !isLeft(record)) : records,
            ]),
        );
    }

    /** Records that changed, for a readable failure. */
    changes(except: readonly { readonly name: string }[] = []): string[] {
        const known = new Map<string, unknown>(JSON.parse(this.before));
        const now = new Map<string, unknown>(JSON.parse(this.records(except)));
        return [...now].flatMap(([name, records]) => {
            const [left, right] = [JSON.stringify(known.get(name)), JSON.stringify(records)];
            return left === right ? [] : [`${name}: ${right}, before: ${left}`];
        });
    }

    get hasJournal(): boolean {
        return existsSync(this.journal);
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.service.close();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** Failed steps as `Kind step`, in the order of the report. */
export function failures({ kinds }: WriteReport): string[] {
    return kinds.flatMap(({ kind, steps }) =>
        steps.flatMap(({ step, result }) => (result === "failed" ? [`${kind} ${step satisfies StepName}`] : [])),
    );
}

/** The reason why a step of a kind did not pass. */
export function reason({ kinds }: WriteReport, name: KindName, step: StepName): string {
    const found = kinds.find(({ kind }) => kind === name)?.steps.find((one) => one.step === step);
    return found && "because" in found ? found.because : "";
}
