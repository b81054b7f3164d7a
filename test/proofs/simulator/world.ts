import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { CallLog } from "../../../src/local/service/control/calls.js";
import { Clock } from "../../../src/local/service/control/clock.js";
import { Faults } from "../../../src/local/service/control/faults.js";
import { createApp } from "../../../src/local/service/http/app.js";
import { passTime } from "../../../src/local/service/passage.js";
import { type SeedName, seedOrganization } from "../../../src/local/service/seeds/seed.js";
import type { Organization } from "../../../src/local/service/storage/organization.js";
import { createStore, type Store } from "../../../src/local/service/storage/store.js";
import { giveTokens } from "../../../src/local/service/tokens/credentials.js";
import { type Facts, factsOf } from "./facts.js";

export const URL_OF_SERVICE = "https://service.test/v1";
/** Start time of every run. */
/** Token of an administrator who makes changes outside the program. */
export const OUTSIDER = "outsider-token";

export const START = "2026-01-05T08:00:00.000Z";

/** A response. */
export interface Answer {
    readonly status: number;
    readonly text: string;
    readonly headers: Readonly<Record<string, string>>;
}

/** An organization of the local service that is called without a socket. */
export class World {
    readonly store: Store;
    readonly clock: Clock;
    /** Further tokens that the organization accepts. */
    readonly guests = new Set<string>();
    readonly #seed: Organization;
    #facts: Facts | undefined;
    readonly #app: Listener;

    constructor(
        seed: SeedName | Organization,
        readonly token: string,
        private readonly start = START,
    ) {
        this.clock = new Clock(start);
        this.#seed = typeof seed === "string" ? seedOrganization(seed) : seed;
        this.store = createStore(this.#seed);
        this.store.watch(() => {
            this.#facts = undefined;
        });
        this.#app = appOf(this.store, this.clock);
        this.reset();
    }

    /** Current facts of the organization. */
    get facts(): Facts {
        this.#facts ??= factsOf(this.store);
        return this.#facts;
    }

    /** Restores the initial organization and time. */
    reset(): void {
        this.clock.set(new Date(this.start));
        this.store.restore(this.#seed);
        const outsider = this.store.users.all().find(({ user_id }) => user_id !== this.store.currentUserId);
        const others = outsider ? [{ token: OUTSIDER, email: outsider.email, role: "ADMIN" as const }] : [];
        giveTokens(this.store, this.token, others, this.clock.now());
    }

    answer(method: string, path: string, body: string | undefined, token = this.token): Promise<Answer> {
        return ask(this.#app, method, path, body, token);
    }

    /** Applies effects of the elapsed time, such as expirations, as the next request would. */
    passTime(): void {
        this.store.transaction(() => passTime(this.store, this.clock.now()));
    }

    /** Returns a snapshot of the organization that can be called. Writes to it are lost. */
    past(): (method: string, path: string, body: string | undefined, token: string) => Promise<Answer> {
        const app = appOf(this.store.copy(), this.clock);
        return (method, path, body, token) => ask(app, method, path, body, token);
    }

    /** Id of an object that existed from the start, such as `user` 3. */
    id(kind: string, number: number): string {
        const ids: Record<string, readonly string[]> = {
            app: this.#seed.apps.map((one) => one.app_id),
            user: this.#seed.users.map((one) => one.user_id),
            owner: this.#seed.owners.map((one) => one.owner_id),
            group: this.#seed.groups.map((one) => one.group_id),
            resource: this.#seed.resources.map((one) => one.resource_id),
            tag: this.#seed.tags.map((one) => one.tag_id),
            channel: this.#seed.messageChannels.map((one) => one.message_channel_id),
        };
        const id = ids[kind]?.[number];
        if (!id) throw new RangeError(`The organization has no ${kind} ${number}.`);
        return id;
    }
}

/** Request listener of the service's server. */
type Listener = ReturnType<typeof getRequestListener>;

function appOf(store: Store, clock: Clock): Listener {
    const app = createApp({
        store,
        clock,
        calls: new CallLog(1),
        faults: new Faults(store, clock),
        rateLimits: undefined,
        latencyMs: 0,
        save: async () => {},
    });
    return getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
        autoCleanupIncoming: false,
    });
}

/** Passes a request to the listener without a socket. It does not use `Request` and `Response`, since they would take most of the time. */
function ask(
    listener: Listener,
    method: string,
    path: string,
    body: string | undefined,
    token: string,
): Promise<Answer> {
    const { host, pathname } = new URL(URL_OF_SERVICE);
    const rawBody = body === undefined ? undefined : Buffer.from(body);
    const headers = {
        host,
        authorization: `Bearer ${token}`,
        ...(rawBody && { "content-type": "application/json", "content-length": `${rawBody.length}` }),
    };
    return new Promise((resolve, reject) => {
        let answer: Answer | undefined;
        const outgoing = {
            writeHead: (status: number, all: Readonly<Record<string, string>> = {}) => {
                const named = Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]);
                answer = { status, text: "", headers: Object.fromEntries(named) };
            },
            end: (bytes?: string | Uint8Array) => {
                if (answer) resolve({ ...answer, text: bytes === undefined ? "" : Buffer.from(bytes).toString() });
                else reject(new Error(`${method} ${path} was answered without a status.`));
            },
            on: () => {},
        };
        const incoming = {
            method,
            url: `${pathname}${path}`,
            headers,
            rawHeaders: Object.entries(headers).flat(),
            rawBody,
        };
        // Casts: the two objects have only the properties that the listener uses.
        listener(incoming as never, outgoing as never).catch(reject);
    });
}
