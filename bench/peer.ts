/** Compares this package with the vendor's Terraform provider, with the same objects and the same service. */
import { join } from "node:path";
import { onPath } from "../src/local/engine/pulumi.js";
import type { Fault, Service } from "../src/local/service/index.js";
import { startService } from "../src/local/service/index.js";
import { type Declared, declared, groupOf } from "./declared.js";
import { PulumiSide } from "./pulumi-side.js";
import { TerraformSide } from "./terraform-side.js";
import { aligned } from "./text-table.js";
import { Watcher } from "./watcher.js";
import { YamlSide } from "./yaml-side.js";

/** Result of one run. */
export interface Deployed {
    readonly exitCode: number;
    readonly output: string;
}

/** A tool that deploys declarations to the service. */
export interface Side {
    up(declared: Declared): Promise<Deployed>;
    preview(): Promise<Deployed & { readonly hasChanges: boolean }>;
    /** Returns how often the tool writes its state during some work. Undefined if this is not measured. */
    stateWrites?(work: () => Promise<unknown>): Promise<number>;
    close(): Promise<void>;
}

export interface PeerOptions {
    readonly owners: number;
    readonly groups: number;
    /** Milliseconds that the service takes for a call. */
    readonly latency: number;
    readonly runs: number;
    /** Measures only creates, without saving the state after each step, and previews. With thousands of objects, saving takes minutes. */
    readonly speed?: true;
    readonly engine: "auto" | "pulumi" | "local";
    readonly cli: string;
    readonly provider?: string;
    readonly onProgress: (words: string) => void;
}

/** Prints a table. @throws if a run fails without an injected fault */
export async function comparePeer(options: PeerOptions): Promise<void> {
    const columns: [string, Map<string, string>][] = [];
    for (const [name, { open, nothing, needs = [] }] of Object.entries(SIDES)) {
        const missing = needs.filter((one) => !onPath(one));
        options.onProgress(missing.length > 0 ? `${name}: skipped, ${missing.join(" and ")} not on PATH` : name);
        if (missing.length > 0) continue;
        const cells = await measured(options, open);
        columns.push([name, cells]);
        if (!nothing || !onPath("pulumi")) continue;
        options.onProgress(`${name}, doing nothing`);
        const share = await measured({ ...options, speed: true }, nothing);
        for (const row of TIMES) cells.set(row, `${cells.get(row)} (${share.get(row)})`);
    }
    const rows = [...(columns[0]?.[1].keys() ?? [])].map((row) => [
        row,
        ...columns.map(([, cells]) => cells.get(row) ?? "–"),
    ]);
    options.onProgress("");
    console.log(`${options.owners} owners and ${options.groups} groups, ${options.latency} ms a call`);
    console.log(aligned([["", ...columns.map(([name]) => name)], ...rows]));
    console.log("In parentheses: the same program with a provider that does nothing, which is the share of Pulumi.");
}

/** Rows that show the share of Pulumi. */
const TIMES = ["preview: seconds", "preview: processor seconds"];

type OpenSide = (options: PeerOptions, service: Service) => Promise<Side>;

interface SideEntry {
    readonly open: OpenSide;
    /** The same program with a provider that makes no calls. */
    readonly nothing?: OpenSide;
    /** Commands that it needs on PATH. */
    readonly needs?: readonly string[];
}

const SIDES: Readonly<Record<string, SideEntry>> = {
    "dynamic, TypeScript": { open: pulumiSide("peer-program"), nothing: pulumiSide("nothing") },
    "plugin, TypeScript": { open: pulumiSide("plugin-program"), nothing: pulumiSide("nothing/plugin") },
    "plugin, YAML": {
        open: yamlSide("../node_modules/.bin"),
        nothing: yamlSide("nothing/plugin"),
        needs: ["pulumi", "pulumi-language-yaml"],
    },
    "Terraform provider": {
        open: ({ cli, provider }, { url, token }) =>
            TerraformSide.open({ cli, url, token, ...(provider && { provider }) }),
    },
};

/** Opens a program of this folder. */
function pulumiSide(program: string): OpenSide {
    return ({ engine, speed }, { url, token }) =>
        PulumiSide.open({ program: join(__dirname, program), engine, url, token, speed });
}

/** Opens a program in YAML with the plugin in a folder. */
function yamlSide(plugin: string): OpenSide {
    return ({ engine, speed }, { url, token }) =>
        YamlSide.open({ engine, url, token, speed, plugin: join(__dirname, plugin) });
}

/** Measures one side. Returns its cells by row. */
async function measured(options: PeerOptions, open: OpenSide): Promise<Map<string, string>> {
    const service = await startService({ latencyMs: options.latency, publicSpelling: true });
    const side = await open(options, service);
    const cells = new Map<string, string>();
    const watcher = new Watcher([]);
    try {
        const trial = new Trial(service, watcher, options.onProgress);
        const ids = await trial.ids();
        const all = declared(options.owners, options.groups, ids);
        const first = await trial.timed(() => side.up(all));
        succeeded("create all", first);
        cells.set("create: calls", `${first.calls}`);
        cells.set("create: seconds", first.seconds.toFixed(1));
        cells.set("create: processor seconds", secondsText(first.processor));

        const previews = [];
        for (let run = 0; run < options.runs; run += 1) previews.push(await trial.timed(() => side.preview()));
        for (const preview of previews) succeeded("preview", preview);
        cells.set("preview: calls", `${previews[0]?.calls}`);
        cells.set("preview: seconds", median(previews.map(({ seconds }) => seconds)).toFixed(1));
        cells.set("preview: processor seconds", secondsText(median(previews.map(({ processor }) => processor))));
        cells.set("preview after create: changes", previews.some(({ hasChanges }) => hasChanges) ? "yes" : "none");

        const writes = await side.stateWrites?.(async () => succeeded("up without changes", await side.up(all)));
        if (writes !== undefined) cells.set("up without changes: writes of the state", `${writes}`);

        if (options.speed) return cells;
        const [group, ...others] = all.groups;
        if (!group) throw new Error("--groups must be at least 1.");
        const edited = { ...all, groups: [{ ...group, description: "Edited" }, ...others] };
        const edit = await trial.timed(() => side.up(edited));
        succeeded("edit a description", edit);
        cells.set("edit one description: calls more than a preview", `${edit.calls - (previews[0]?.calls ?? 0)}`);

        for (const [words, change] of Object.entries(trial.outside(group.name, all.owners[0]?.name ?? ""))) {
            await change();
            cells.set(`outside: ${words}`, (await side.preview()).hasChanges ? "shown" : "not shown");
            await side.up(edited);
        }
        await trial.struck({ operation: "*", times: 1, skip: 3, answer: { status: 503 } }, async () => {
            cells.set("preview with one answer 503", (await side.preview()).exitCode === 0 ? "succeeds" : "fails");
        });
        const more = { ...edited, groups: [...edited.groups, groupOf("Extra", group.owner, ids.appId, ids.channelId)] };
        await trial.struck({ operation: "setGroupVisibility", times: 50, answer: { status: 500 } }, async () => {
            await side.up(more);
        });
        const again = await side.up(more);
        const made = trial.groupsNamed("Extra");
        cells.set(
            "create fails halfway, run again",
            `${made} ${made === 1 ? "group" : "groups"}, the run ${again.exitCode === 0 ? "succeeds" : "fails"}`,
        );
        return cells;
    } finally {
        await side.close();
        await watcher.close();
        await service.close();
    }
}

/** A service, the operations on it, and their measurement. */
class Trial {
    constructor(
        private readonly service: Service,
        private readonly watcher: Watcher,
        private readonly onProgress: (words: string) => void,
    ) {}

    async ids() {
        const { apps, users, messageChannels } = this.service.snapshot();
        const app = apps.find(({ name }) => name === "Tidewater");
        const [user] = users;
        const [channel] = messageChannels;
        if (!app || !user || !channel) throw new Error("The seed lacks the expected app, user or channel.");
        return { appId: app.app_id, userId: user.user_id, channelId: channel.message_channel_id };
    }

    async timed<T extends Deployed>(
        work: () => Promise<T>,
    ): Promise<T & { readonly calls: number; readonly seconds: number; readonly processor: number }> {
        this.service.calls.clear();
        await this.watcher.begin();
        const start = performance.now();
        const result = await work();
        const seconds = (performance.now() - start) / 1000;
        const { processor = Number.NaN } = await this.watcher.end();
        this.onProgress(`${seconds.toFixed(1)} s`);
        return { ...result, calls: this.service.calls.all().length, seconds, processor };
    }

    /** Changes outside, as someone would make them in the console, by their descriptions. */
    outside(groupName: string, ownerName: string): Record<string, () => Promise<void>> {
        const group = () => this.service.snapshot().groups.find(({ name }) => name === groupName)?.group_id;
        const owner = () => this.service.snapshot().owners.find(({ name }) => name === ownerName)?.owner_id;
        return {
            "an owner loses its user": () => this.#write("PUT", `/owners/${owner()}/users`, { user_ids: [] }),
            "a group loses its channel": () =>
                this.#write("PUT", `/groups/${group()}/message-channels`, { message_channel_ids: [] }),
            "a group becomes visible to everybody": () =>
                this.#write("PUT", `/groups/${group()}/visibility`, { visibility: "GLOBAL" }),
            "a group is deleted": () => this.#write("DELETE", `/groups/${group()}`),
        };
    }

    async struck(fault: Fault, work: () => Promise<void>): Promise<void> {
        this.service.faults.replace({ faults: [fault], seed: 1 });
        await work();
        this.service.faults.clear();
    }

    groupsNamed(wanted: string): number {
        return this.service.snapshot().groups.filter(({ name }) => name === wanted).length;
    }

    async #write(method: string, path: string, body?: object): Promise<void> {
        const answer = await this.service.fetch(
            new Request(this.service.url + path, {
                method,
                headers: { authorization: `Bearer ${this.service.token}`, "content-type": "application/json" },
                ...(body && { body: JSON.stringify(body) }),
            }),
        );
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    }
}

function succeeded(words: string, { exitCode, output }: Deployed): void {
    if (exitCode !== 0) throw new Error(`"${words}" failed:\n${output}`);
}

/** A dash if the processor time is unknown, as on systems other than Linux. */
function secondsText(seconds: number): string {
    return Number.isNaN(seconds) ? "–" : seconds.toFixed(1);
}

function median(values: readonly number[]): number {
    return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
