import type { Hono } from "hono";
import { createApp } from "../../src/service/app.js";
import { CallLog } from "../../src/service/calls.js";
import { Clock } from "../../src/service/clock.js";
import { giveTokens } from "../../src/service/credentials.js";
import { Faults } from "../../src/service/faults.js";
import type { Organization } from "../../src/service/organization.js";
import { passTime } from "../../src/service/passage.js";
import { type SeedName, seedOrganization } from "../../src/service/seed.js";
import { createStore, type Store } from "../../src/service/store.js";

export const URL_OF_SERVICE = "http://service.test/v1";
/** When every run begins. */
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
    readonly clock = new Clock(START);
    readonly #seed: Organization;
    readonly #app: Hono<never>;

    constructor(
        seed: SeedName,
        readonly token: string,
    ) {
        this.#seed = seedOrganization(seed);
        this.store = createStore(this.#seed);
        this.#app = appOf(this.store, this.clock);
        this.reset();
    }

    /** Everything as it was at the beginning. */
    reset(): void {
        this.clock.set(new Date(START));
        this.store.restore(this.#seed);
        giveTokens(this.store, this.token, [], this.clock.now());
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

function appOf(store: Store, clock: Clock): Hono<never> {
    const app = createApp({
        store,
        clock,
        calls: new CallLog(1),
        faults: new Faults(store, clock),
        rateLimits: undefined,
        latencyMs: 0,
        save: async () => {},
    });
    // In process there are no bindings.
    return app as unknown as Hono<never>;
}

async function ask(
    app: Hono<never>,
    method: string,
    path: string,
    body: string | undefined,
    token: string,
): Promise<Answer> {
    const response = await app.request(`${URL_OF_SERVICE}${path}`, {
        method,
        headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body }),
    });
    const headers: Record<string, string> = {};
    response.headers.forEach((value, name) => {
        headers[name] = value;
    });
    return { status: response.status, text: await response.text(), headers };
}
