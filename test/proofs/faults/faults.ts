import type { Between } from "../../support/transport.js";

/** A failure of a single request. */
export interface Fault {
    readonly name: string;
    /** If true, applied only to writes. For a read, the fault is the same as its variant before the effect. */
    readonly hasEffect: boolean;
    strike(pass: () => Promise<Response>): Promise<Response>;
}

/** Faults that can happen to a request between a program and the service. */
export const faults: readonly Fault[] = [
    { name: "500 before the effect", hasEffect: false, strike: async () => refusal(500) },
    { name: "500 after the effect", hasEffect: true, strike: (pass) => pass().then(() => refusal(500)) },
    { name: "reset before the effect", hasEffect: false, strike: () => Promise.reject(reset()) },
    { name: "reset after the effect", hasEffect: true, strike: (pass) => pass().then(() => Promise.reject(reset())) },
    {
        name: "timeout after the effect",
        hasEffect: false,
        strike: (pass) => pass().then(() => Promise.reject(new DOMException("no answer", "TimeoutError"))),
    },
    {
        name: "429 with Retry-After",
        hasEffect: false,
        strike: async () => refusal(429, { "retry-after": "2" }),
    },
    {
        name: "503 with HTML",
        hasEffect: false,
        strike: async () => new Response(PAGE, { status: 503, headers: { "content-type": "text/html" } }),
    },
    { name: "200 without a body after the effect", hasEffect: false, strike: (pass) => pass().then(() => empty("")) },
    { name: "200 {} after the effect", hasEffect: false, strike: (pass) => pass().then(() => empty("{}")) },
    { name: "403", hasEffect: false, strike: async () => refusal(403) },
    { name: "false 404", hasEffect: false, strike: async () => refusal(404) },
];

const PAGE = "<!doctype html><title>Service unavailable</title>";

/** Applies a fault to the request with the index `call`, counted from 0. `made` is the number of requests so far. */
export class Striker {
    made = 0;
    /** The faulty request, such as `PUT /groups`. */
    struck: string | undefined;
    readonly calls: string[] = [];

    constructor(
        private readonly call: number,
        private readonly fault: Fault | undefined,
    ) {}

    readonly between: Between = (request, pass) => {
        const line = `${request.method} ${new URL(request.url).pathname.replace(/^\/v1/, "")}`;
        this.calls.push(line);
        this.made += 1;
        if (!this.fault || this.made - 1 !== this.call) return pass();
        this.struck = line;
        return this.fault.strike(pass);
    };
}

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Response {
    const body = { code: "fault", message: `Injected fault: status ${status}.`, request_id: "fault" };
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

function empty(text: string): Response {
    return new Response(text, { status: 200, headers: { "content-type": "application/json" } });
}

/** The error that `fetch` throws if the connection is reset. */
function reset(): TypeError {
    return new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
}
