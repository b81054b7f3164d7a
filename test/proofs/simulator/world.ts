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
/** When every run begins. */
/** The token of an administrator who changes what the program declares, in other ways than by it. */
export const OUTSIDER = "outsider-token";

export const START = "2026-01-05T08:00:00.000Z";

/** What a call is answered with. */
export interface Answer {
    readonly status: number;
    readonly text: string;
    readonly headers: Readonly<Record<string, string>>;
}

/** One organization of the local service, without a socket. */
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

    /** What there is to watch, as it is now. */
    get facts(): Facts {
        this.#facts ??= factsOf(this.store);
        return this.#facts;
    }

    /** Everything as it was at the beginning. */
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

    /** Makes up for the time that passed, as the next call would. */
    passTime(): void {
        this.store.transaction(() => passTime(this.store, this.clock.now()));
    }

    /** The organization as it is now, which stays so; a write to it goes nowhere. */
    past(): (method: string, path: string, body: string | undefined, token: string) => Promise<Answer> {
        const app = appOf(this.store.copy(), this.clock);
        return (method, path, body, token) => ask(app, method, path, body, token);
    }

    /** Ids of the objects that were there at the beginning, such as `user` 3. */
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

/** Answers one call: the listener of a server of the service. */
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

/** What a server does with a call, without the socket: a Request and a Response of the platform would cost more than all the rest. */
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
        // As much of the two as the listener looks at.
        listener(incoming as never, outgoing as never).catch(reject);
    });
}
