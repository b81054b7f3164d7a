import type { AxiosRequestConfig, CreateAxiosDefaults, InternalAxiosRequestConfig, RawAxiosHeaders } from "axios";
import type { VirtualTime } from "./clock.js";
import type { Answer, World } from "./world.js";

// Loaded with `require`, as in the client: an `import` would load another copy.
import axios = require("axios");

const { AxiosError, AxiosHeaders, CanceledError } = axios;

/** Faults of a request. With "before", the request has no effect on the service; with "after", it has. */
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

/** A fault during an operation of the stack. */
export interface Strike {
    readonly what: (typeof STRIKES)[number];
    /** Requests to which `at` and `times` apply. */
    readonly of: "any" | "read" | "list" | "write" | "create";
    /** Index of the first faulty request among these, from 0. */
    readonly at: number;
    /** Number of faulty requests. */
    readonly times: number;
}

/** Kill of a process during a run. */
export interface Kill {
    readonly what: "provider" | "run";
    /** Index of the request whose response is replaced by the kill, from 0. */
    readonly at: number;
    /** Whether the request still takes effect. */
    readonly effect: boolean;
}

/** An outside change just before a request. */
export interface Interruption {
    readonly at: number;
    work(): Promise<void>;
}

export interface Weather {
    readonly strikes?: readonly Strike[];
    readonly kill?: Kill | undefined;
    readonly interruption?: Interruption | undefined;
    /** Milliseconds by which the clock of responses is ahead of that of audit events. */
    readonly aheadMs?: number;
    /** If true, the list of audit events is empty. */
    readonly hidesEvents?: boolean;
    /** Response times in milliseconds, used in rotation, so that responses arrive out of order. */
    readonly jitter?: readonly number[];
}

/** Passes all requests of clients in this process to the organizations. */
export class Network {
    /** Number of requests in the current operation. */
    calls = 0;
    /** Called when a process is to be killed. */
    onKill: ((what: Kill["what"]) => void) | undefined;
    /** Called with a log line for every request. */
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
     * Connects all clients created from now on, and returns a function that ends this. Axios itself would take more time than
     * the service, so it is replaced by the parts that the client uses: `request`, its responses and its errors.
     */
    install(): () => void {
        const { create } = axios;
        const instance = (made: CreateAxiosDefaults = {}) => ({
            request: ({ data, ...config }: AxiosRequestConfig) =>
                this.#request({
                    ...config,
                    // The client passes plain headers.
                    headers: new AxiosHeaders(made.headers as RawAxiosHeaders),
                    ...(data === undefined ? {} : { data: JSON.stringify(data) }),
                }),
        });
        Object.assign(axios, { create: instance });
        return () => Object.assign(axios, { create });
    }

    /** Starts an operation. Pending requests of earlier operations never get a response. */
    begin(weather: Weather): void {
        this.#generation += 1;
        this.#busy = 0;
        this.calls = 0;
        this.#weather = weather;
        this.#counts = (weather.strikes ?? []).map(() => 0);
        this.#past = undefined;
    }

    /** Sets the snapshot for stale responses. */
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
        // The parts of an axios response that the client uses.
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
            return aborted(config);
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
                // Writes take effect, since no client could detect a false success.
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

    /** Applies the clock difference to a response, and hides audit events if configured. */
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

/** Whether a path ends with the name of a collection rather than an id. */
function isList(path: string): boolean {
    return !/[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path.split("?")[0] ?? "");
}

function tokenOf(config: InternalAxiosRequestConfig): string {
    return String(config.headers.get("Authorization") ?? "").replace(/^Bearer /, "");
}

/** Rejects when the client aborts the request. */
function aborted(config: InternalAxiosRequestConfig): Promise<never> {
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
