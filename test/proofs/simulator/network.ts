import type { AxiosRequestConfig, CreateAxiosDefaults, InternalAxiosRequestConfig, RawAxiosHeaders } from "axios";
import type { VirtualTime } from "./clock.js";
import type { Answer, World } from "./world.js";

// As the client loads it: what Node imports is another copy.
import axios = require("axios");

const { AxiosError, AxiosHeaders, CanceledError } = axios;

/** What can go wrong with one call. "before" has no effect on the service, "after" has. */
export const STRIKES = [
    "reset before",
    "reset after",
    "timeout before",
    "timeout after",
    "timeout, then effect",
    "429",
    "500 before",
    "502 after",
    "html before",
    "html after",
    "empty",
    "404",
    "403",
    "stale",
] as const;

/** A fault of one operation of the stack. */
export interface Strike {
    readonly what: (typeof STRIKES)[number];
    /** Which calls it counts. */
    readonly of: "any" | "read" | "list" | "write" | "create";
    /** The first of these calls that it strikes, from 0. */
    readonly at: number;
    /** How many of them. */
    readonly times: number;
}

/** The end of a process in the middle of a run. */
export interface Kill {
    readonly what: "provider" | "run";
    /** Instead of the answer to this call, from 0. */
    readonly at: number;
    /** Whether the call still does its work. */
    readonly effect: boolean;
}

/** Somebody else's change, just before a call. */
export interface Interruption {
    readonly at: number;
    work(): Promise<void>;
}

export interface Weather {
    readonly strikes?: readonly Strike[];
    readonly kill?: Kill | undefined;
    readonly interruption?: Interruption | undefined;
    /** How far the clock of the answers is ahead of the one that stamps the audit events, in milliseconds. */
    readonly aheadMs?: number;
    /** The list of audit events is empty. */
    readonly hidesEvents?: boolean;
    /** Milliseconds that an answer takes, by turns: so that answers overtake one another. */
    readonly jitter?: readonly number[];
}

/** Between the clients of this process and the organizations: every call goes through here, and nothing goes anywhere else. */
export class Network {
    /** Calls so far in this operation. */
    calls = 0;
    /** Called when a process is to die. */
    onKill: ((what: Kill["what"]) => void) | undefined;
    /** Told of every call. */
    onCall: ((line: string) => void) | undefined;
    #busy = 0;
    #generation = 0;
    #counts: number[] = [];
    #weather: Weather = {};
    #past: ReturnType<World["past"]> | undefined;

    constructor(
        private readonly worlds: readonly World[],
        private readonly time: VirtualTime,
    ) {}

    get busy(): boolean {
        return this.#busy > 0;
    }

    /**
     * Makes every client that is made from now on go through here; what comes back ends that. Of axios, which has tests of its own and would cost
     * more than the service, the client sees what it asks for: `request`, its answers and its errors.
     */
    install(): () => void {
        const { create } = axios;
        const instance = (made: CreateAxiosDefaults = {}) => ({
            request: ({ data, ...config }: AxiosRequestConfig) =>
                this.#request({
                    ...config,
                    // The client gives plain headers.
                    headers: new AxiosHeaders(made.headers as RawAxiosHeaders),
                    ...(data === undefined ? {} : { data: JSON.stringify(data) }),
                }),
        });
        Object.assign(axios, { create: instance });
        return () => Object.assign(axios, { create });
    }

    /** Starts an operation. Who is still waiting for an answer of an earlier one waits for ever. */
    begin(weather: Weather): void {
        this.#generation += 1;
        this.#busy = 0;
        this.calls = 0;
        this.#weather = weather;
        this.#counts = (weather.strikes ?? []).map(() => 0);
        this.#past = undefined;
    }

    /** What stale answers tell from now on, until the next one. */
    remember(past: ReturnType<World["past"]>): void {
        this.#past = past;
    }

    async #request(config: InternalAxiosRequestConfig): Promise<never> {
        const generation = this.#generation;
        const number = this.calls++;
        const { kill, interruption, jitter } = this.#weather;
        const method = (config.method ?? "get").toUpperCase();
        const path = config.url ?? "";
        const strike = this.#struck(method, path);
        if (interruption?.at === number) {
            this.#weather = { ...this.#weather, interruption: undefined };
            await this.#working(interruption.work());
        }
        if (kill && number >= kill.at) {
            if (number === kill.at) {
                if (kill.effect) await this.#working(this.#send(config, method, path));
                this.onCall?.(`${method} ${path} ${kill.what} killed${kill.effect ? " after the effect" : ""}`);
                this.onKill?.(kill.what);
            }
            return forever();
        }
        const answer = await this.#answer(config, method, path, strike);
        if (jitter?.length) await this.time.sleep(jitter[number % jitter.length] ?? 0);
        if (generation !== this.#generation) return forever();
        this.onCall?.(`${method} ${path} ${answer.status}${strike ? ` (${strike})` : ""}`);
        // What axios hands to the caller of an adapter; the client looks at no more of it.
        return { data: answer.text, status: answer.status, statusText: "", headers: answer.headers, config } as never;
    }

    #struck(method: string, path: string): Strike["what"] | undefined {
        let struck: Strike["what"] | undefined;
        for (const [index, strike] of (this.#weather.strikes ?? []).entries()) {
            if (!counts(strike, method, path)) continue;
            const count = this.#counts[index] ?? 0;
            this.#counts[index] = count + 1;
            if (count >= strike.at && count < strike.at + strike.times) struck ??= strike.what;
        }
        return struck;
    }

    async #answer(
        config: InternalAxiosRequestConfig,
        method: string,
        path: string,
        strike: Strike["what"] | undefined,
    ): Promise<Answer> {
        const send = () => this.#working(this.#send(config, method, path));
        const said = (status: number, text: string, headers = {}) => ({ status, text, headers });
        const json = (status: number, message: string) => said(status, JSON.stringify({ message }));
        const html = "<html><body>Please sign in</body></html>";
        const lost = async (what: "reset" | "timeout"): Promise<never> => {
            this.onCall?.(`${method} ${path} ${strike}`);
            if (what === "reset") throw new AxiosError("socket hang up", "ECONNRESET", config);
            return cancelled(config);
        };
        switch (strike) {
            case undefined:
                return send();
            case "reset before":
                return lost("reset");
            case "reset after":
                await send();
                return lost("reset");
            case "timeout before":
                return lost("timeout");
            case "timeout after":
                await send();
                return lost("timeout");
            case "timeout, then effect": {
                const generation = this.#generation;
                void this.time.sleep(31_000).then(() => (generation === this.#generation ? send() : undefined));
                return lost("timeout");
            }
            case "429":
                return said(429, JSON.stringify({ message: "Too many requests" }), { "retry-after": "2" });
            case "500 before":
                return json(500, "Internal error");
            case "502 after":
                await send();
                return said(502, html);
            case "html before":
                return said(200, html, { "content-type": "text/html" });
            case "html after":
                await send();
                return said(200, html, { "content-type": "text/html" });
            case "empty":
                // Nobody can tell a success that was none: what is lost is the answer, not the work.
                if (method !== "GET") await send();
                return said(200, "{}");
            case "404":
                return json(404, "Not found");
            case "403":
                return json(403, "Forbidden");
            case "stale":
                if (method !== "GET" || !this.#past) return send();
                return this.#told(path, await this.#working(this.#past(method, path, undefined, tokenOf(config))));
        }
    }

    async #send(config: InternalAxiosRequestConfig, method: string, path: string): Promise<Answer> {
        const token = tokenOf(config);
        const world = this.worlds.find((one) => one.token === token || one.guests.has(token));
        if (!world) return { status: 401, text: '{"message":"Unauthorized"}', headers: {} };
        if (world.clock.now().getTime() < this.time.now) world.clock.set(new Date(this.time.now));
        return this.#told(
            path,
            await world.answer(method, path, typeof config.data === "string" ? config.data : undefined, token),
        );
    }

    /** An answer by another clock than that of the audit events, or without those. */
    #told(path: string, answer: Answer): Answer {
        const { aheadMs = 0, hidesEvents } = this.#weather;
        const date = new Date(this.time.now + aheadMs).toUTCString();
        const isHidden = hidesEvents && path.startsWith("/events");
        return { ...answer, ...(isHidden ? { text: '{"results":[]}' } : {}), headers: { ...answer.headers, date } };
    }

    async #working<T>(work: Promise<T>): Promise<T> {
        const generation = this.#generation;
        this.#busy += 1;
        try {
            return await work;
        } finally {
            if (generation === this.#generation) this.#busy -= 1;
        }
    }
}

function counts({ of }: Strike, method: string, path: string): boolean {
    if (of === "any") return true;
    if (of === "create") return method === "POST";
    if (of === "write") return method !== "GET";
    if (method !== "GET") return false;
    return of === "read" || isList(path);
}

/** Whether a path ends in the name of a collection rather than in an id. */
function isList(path: string): boolean {
    return !/[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path.split("?")[0] ?? "");
}

function tokenOf(config: InternalAxiosRequestConfig): string {
    return String(config.headers.get("Authorization") ?? "").replace(/^Bearer /, "");
}

/** Until the client gives up. */
function cancelled(config: InternalAxiosRequestConfig): Promise<never> {
    return new Promise((_, reject) => {
        const { signal } = config;
        const cancel = () => reject(new CanceledError(undefined, undefined, config));
        if (signal?.aborted) cancel();
        else signal?.addEventListener?.("abort", cancel);
    });
}

function forever(): Promise<never> {
    return new Promise(() => {});
}
