import { rmSync } from "node:fs";
import { coverageOf } from "../../../src/adopt/coverage/coverage.js";
import { withoutRequested } from "../../../src/adopt/coverage/requested.js";
import { takeInventory } from "../../../src/adopt/export/inventory/inventory.js";
import { Client } from "../../../src/api/client.js";
import type { Properties } from "../../../src/common/properties.js";
import { kindNameOf } from "../../../src/common/pulumi-type.js";
import type { Service } from "../../../src/local/service/index.js";
import { startService } from "../../../src/local/service/index.js";
import type { Organization } from "../../../src/local/service/storage/organization.js";
import { dynamicProvider } from "../../../src/provider/dynamic.js";
import { Session } from "../../../src/provider/run/session.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { kinds } from "../../../src/resources/kinds.js";
import type { DeploymentDocument } from "../../../src/stack/deployment.js";
import type { Adapter, DrivenProvider } from "../../../src/verify/write/driven-resource.js";
import { exported, newFolder, stateIn } from "../../adopt/export/organization.js";
import { NOW } from "../../api/world.js";
import { inMemory, type Transport } from "../../support/transport.js";
import { json } from "../conformance/stack.js";

/** A resource in the state of an exported program. */
interface Exported {
    readonly kind: Kind;
    readonly id: string;
    readonly inputs: Properties;
    readonly outputs: Properties;
}

/** Number of rounds of an update, for objects that need each other in a chain. */
const ROUNDS = 4;

/** Result of a plain preview. */
export interface OutsidePreview {
    /** The resources that an `up` would write. */
    readonly changed: readonly Exported[];
    readonly lines: readonly string[];
    readonly failures: readonly string[];
}

/** An exported organization, whose program declares exactly what the export wrote. Each run is a process of its own. */
export class ExportedStack {
    /** Resources whose objects this run created again. */
    readonly #again = new Map<Exported, Exported>();

    private constructor(
        readonly service: Service,
        private readonly start: Organization,
        private readonly resources: readonly Exported[],
        private readonly state: DeploymentDocument,
        private readonly transport: Transport,
    ) {}

    static async of(organization: Organization): Promise<ExportedStack> {
        const service = await startService({ organization, clock: NOW });
        const transport = inMemory(service, service.url);
        const out = newFolder();
        try {
            await exported(service, out);
            const state = stateIn(out);
            const resources = (state.deployment.resources ?? []).flatMap(({ type, id, inputs, outputs }) => {
                const kind = kinds.find(({ name }) => name === kindNameOf(type));
                return kind && id !== undefined ? [{ kind, id, inputs: inputs ?? {}, outputs: outputs ?? {} }] : [];
            });
            return new ExportedStack(service, service.snapshot(), resources, state, transport);
        } finally {
            rmSync(out, { recursive: true });
        }
    }

    /** Ids of the declared objects. */
    get declared(): ReadonlySet<string> {
        return new Set(this.resources.map(({ kind, id }) => kind.rootOf(id)));
    }

    /** What `coverage --fail-on-undeclared` lists, as kinds and ids. */
    async undeclared(): Promise<ReadonlySet<string>> {
        const { url, token } = this.service;
        const client = new Client({ url, token, readsPerSecond: 1e6 });
        const inventory = await takeInventory({ client, kinds, selection: { single: true }, hasUndeclarable: true });
        const { findings } = coverageOf([this.state], inventory, kinds);
        const left = await withoutRequested(findings, kinds, client);
        return new Set(left.map(({ kind, id }) => `${kind} ${id}`));
    }

    /** Restores the organization that was exported. */
    reset(): void {
        this.service.store.restore(this.start);
        this.#again.clear();
    }

    /** Calls the service as an administrator. Returns whether it accepted the call. */
    async call(method: string, path: string, body?: unknown): Promise<boolean> {
        const { ok } = await this.service.fetch(
            new Request(this.service.url + path, {
                method,
                headers: { authorization: `Bearer ${this.service.token}`, "content-type": "application/json" },
                ...(body !== undefined && { body: JSON.stringify(body) }),
            }),
        );
        return ok;
    }

    /** @param among the resources to compare. Default: all */
    async preview(adapter?: Adapter, among = this.resources): Promise<OutsidePreview> {
        const run = this.#run(adapter);
        const changed: Exported[] = [];
        const failures: string[] = [];
        for (const one of among.map((each) => this.#again.get(each) ?? each)) {
            const provider = run.provider(one.kind);
            try {
                const checked = json(await provider.check(one.inputs, one.inputs));
                failures.push(...(checked.failures ?? []).map(({ reason }) => reason));
                const { changes } = json(await provider.diff(one.id, one.outputs, checked.inputs ?? one.inputs));
                if (changes) changed.push(one);
            } catch (error) {
                failures.push(String(error));
            }
        }
        run.session.end();
        return { changed, lines: run.lines, failures };
    }

    /**
     * Runs an update like the engine, which does what others need first: what fails is tried again afterwards. Returns the failures that
     * remain. The state keeps what was created again.
     */
    async up(preview: OutsidePreview, adapter?: Adapter): Promise<readonly string[]> {
        let { changed } = preview;
        let failures: string[] = [];
        for (let round = 0; round < ROUNDS && changed.length > 0; round += 1) {
            const run = this.#run(adapter);
            failures = [];
            const again: Exported[] = [];
            for (const one of changed) {
                try {
                    await this.#write(one, run.provider(one.kind));
                } catch (error) {
                    failures.push(`${one.kind.name} ${one.id}: ${String(error)}`);
                    again.push(one);
                }
            }
            changed = again;
        }
        return failures;
    }

    async #write(one: Exported, provider: DrivenProvider): Promise<void> {
        const { id, inputs, outputs } = one;
        const checked = json(await provider.check(inputs, inputs));
        const news = checked.inputs ?? inputs;
        const diff = json(await provider.diff(id, outputs, news));
        if (!diff.changes) return;
        if (!diff.replaces?.length) return void (await provider.update(id, outputs, news));
        await provider.delete(id, outputs).catch(() => {});
        const made = json(await provider.create(news));
        this.#again.set(one, { ...one, id: made.id, outputs: made.outs ?? {} });
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.service.close();
    }

    #run(adapter: Adapter = (kind, session) => dynamicProvider(kind, session) as DrivenProvider) {
        const lines: string[] = [];
        const session = new Session(
            (line) => lines.push(line),
            { retryDelayMs: 1 },
            () => this.service.clock.now().getTime(),
            { kinds },
        );
        const config: Readonly<Record<string, string>> = {
            "access-governance:url": this.service.url,
            "access-governance:token": this.service.token,
            "access-governance:retries": "1",
        };
        session.configure({ get: (key) => config[key] });
        const providers = new Map<string, DrivenProvider>();
        const provider = (kind: Kind): DrivenProvider => {
            const known = providers.get(kind.name) ?? adapter(kind, session);
            providers.set(kind.name, known);
            return known;
        };
        return { lines, session, provider };
    }
}
