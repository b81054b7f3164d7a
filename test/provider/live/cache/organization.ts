import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../../../../src/api/client.js";
import type { OperationName } from "../../../../src/api/generated/operations.gen.js";
import type { Event } from "../../../../src/api/generated/types.gen.js";
import type { Write } from "../../../../src/api/write.js";
import { type Service, startService } from "../../../../src/local/service/index.js";
import { Cache } from "../../../../src/provider/live/cache/cache.js";
import { Patience } from "../../../../src/provider/live/patience.js";
import { type Between, inMemory, type Transport } from "../../../support/transport.js";

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Returns the events that a different service would list for one event: several, one or none. */
export type Auditing = (event: Event) => readonly Event[];

/** A part of an object, as `Live` requests it. */
export interface Part {
    readonly key: string;
    readonly writtenBy: readonly OperationName[];
}

/** A local service whose audit events can be changed, and a program with a cache. The clock moves only when a test advances it. */
export class Organization {
    readonly lines: string[] = [];
    /** Called once, while a run waits for the audit events. */
    meanwhile: (() => Promise<unknown>) | undefined;
    /** Selects the audit events of a page that are listed. */
    lists: (events: readonly Event[]) => readonly Event[] = (events) => events;
    /** How far the clock of the responses is ahead of the clock of the events, in milliseconds. */
    dateAhead = 0;
    mayProbe = true;
    private auditing: Auditing = (event) => [event];
    private readonly folder = mkdtempSync(join(tmpdir(), "cache-"));
    readonly path = join(this.folder, "cache.jsonl");

    private constructor(
        readonly service: Service,
        private readonly transport: Transport,
    ) {
        transport.between = this.between;
    }

    static async start(): Promise<Organization> {
        const clock = "2026-11-24T00:00:00Z";
        const tokens = [{ token: "other", email: "bruno@tidewater.example", role: "ADMIN" as const }];
        const service = await startService({ seed: "small", tokens, clock });
        return new Organization(service, inMemory(service, service.url));
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.service.close();
        rmSync(this.folder, { recursive: true });
    }

    /** The ids of all groups. */
    get groupIds(): string[] {
        return this.service.snapshot().groups.map(({ group_id }) => group_id);
    }

    audits(auditing: Auditing): void {
        this.auditing = auditing;
    }

    private readonly between: Between = async (request, pass) => {
        const isList = request.method === "GET" && new URL(request.url).pathname.endsWith("/events");
        const response = await (isList ? this.events(pass) : pass());
        response.headers.set("date", new Date(this.service.clock.now().getTime() + this.dateAhead).toUTCString());
        return response;
    };

    private async events(pass: () => Promise<Response>): Promise<Response> {
        const { meanwhile } = this;
        this.meanwhile = undefined;
        await meanwhile?.();
        // The responses of the local service conform to the API.
        const page = (await (await pass()).json()) as { results: Event[] };
        return Response.json({ ...page, results: this.lists(page.results.flatMap(this.auditing)) });
    }

    /** Starts a run of the program. Returns its client, its cache, and a function that simulates a write. */
    run() {
        const { service, lines } = this;
        const client = new Client(
            { url: service.url, token: service.token, retries: 0, writesPerSecond: 1e6, readsPerSecond: 1e6 },
            () => service.clock.now().getTime(),
        );
        const listeners: ((write: Write) => void)[] = [];
        const { onWrite } = client;
        client.onWrite = (listener) => {
            listeners.push(listener);
            onWrite.call(client, listener);
        };
        const cache = new Cache({
            client,
            path: this.path,
            mayProbe: this.mayProbe,
            patience: new Patience(0),
            userId: async () => (await client.call("getCurrentUser")).user_id,
            say: (line) => lines.push(line),
        });
        const pretend = (write: Write) => {
            for (const listener of listeners) listener(write);
        };
        return { client, cache, pretend };
    }

    /** Runs a program that makes writes, and then advances the clock by `later`. */
    async up(work: (client: Client) => Promise<unknown>, later = 20 * MINUTE): Promise<void> {
        const { client, cache } = this.run();
        await cache.recall("");
        await work(client);
        await this.flushed();
        this.pass(later);
    }

    /** Runs a preview, and then advances the clock. Returns the cached response; if there was none, caches a new one. */
    async preview({ key, writtenBy }: Part, later = 2 * MINUTE): Promise<unknown> {
        const { cache } = this.run();
        const recalled = await cache.recall(key);
        if (recalled === undefined) cache.keep({ key, answer: "read", object: {}, writtenBy, look: cache.look });
        await this.flushed();
        this.pass(later);
        return recalled;
    }

    /** Calls the API outside the program, and then advances the clock. */
    async outside(method: string, path: string, body: unknown, token = "other", later = 2 * MINUTE): Promise<void> {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const request = new Request(this.service.url + path, { method, headers, body: JSON.stringify(body) });
        const { status } = await this.service.fetch(request);
        if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
        this.pass(later);
    }

    pass(milliseconds: number): void {
        this.service.clock.advance(milliseconds);
    }

    /** Waits until lines are appended to the file, which happens after the current task. */
    async flushed(): Promise<void> {
        await new Promise(setImmediate);
        await new Promise(setImmediate);
    }
}
