import { InvalidOptionsError } from "./errors.js";
import type { BudgetOptions } from "./transport/budget.js";

/** Where the service is, who asks, and how much of it may be used. */
export interface ClientOptions extends BudgetOptions {
    /** Base URL of the API, ending in `/v1`. */
    readonly url: string;
    /** API token. It is sent in the Authorization header and kept nowhere else. */
    readonly token: string;
    /** Allows plain HTTP to another machine, which exposes the token. Default: false. */
    readonly allowHttp?: boolean;
    /** Milliseconds until a call is given up. Default: 30,000. */
    readonly timeoutMs?: number;
    /** Maximum retries of a call that may be retried. Default: 4. */
    readonly retries?: number;
    /** Milliseconds before the first repetition, doubled for each further one. Default: 500. */
    readonly retryDelayMs?: number;
    /**
     * Maximum milliseconds of all waits of the client together, because the service asked for them, failed or did not answer. Default:
     * 300,000. A wait beyond it ends its call with a WaitLimitError.
     */
    readonly maxWaitMs?: number;
    /** The most bytes that an answer may have, unpacked. Default: 64 MiB. A larger one ends its call in a TooLargeAnswerError. */
    readonly maxAnswerBytes?: number;
    /** Called with a line for people when a wait of over five seconds begins. */
    readonly onWait?: (line: string) => void;
}

/** Numeric options, with their minimums. */
const LEAST = {
    concurrency: 1,
    readsPerSecond: 1,
    writesPerSecond: 1,
    timeoutMs: 1,
    retries: 0,
    retryDelayMs: 0,
    maxWaitMs: 0,
    maxAnswerBytes: 1,
} as const satisfies { [Name in keyof ClientOptions]?: number };

/** Node's timers take no more. */
const MOST = 2 ** 31 - 1;

/** Whether calls of this address can be read on their way: plain http to anything but this machine. */
export function isInClear(url: string): boolean {
    const { protocol, hostname } = new URL(url);
    return protocol === "http:" && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** @throws InvalidOptionsError, which never shows the token. */
export function checkOptions(options: ClientOptions): void {
    const { url, token } = options;
    const address = URL.canParse(url) ? new URL(url) : undefined;
    if (!address || !/^https?:$/.test(address.protocol)) {
        throw new InvalidOptionsError(`url is ${JSON.stringify(url)}`, "an http or https address, ending in /v1");
    }
    if (address.username || address.password) {
        throw new InvalidOptionsError(
            "url holds credentials",
            "an address without any; the token is an option of its own",
        );
    }
    if (isInClear(url) && !options.allowHttp) {
        throw new InvalidOptionsError(
            `url is ${JSON.stringify(url)}, which would carry the token in clear`,
            "an https address, or one of this machine; allowHttp: true permits it",
        );
    }
    if (!token) throw new InvalidOptionsError("token is empty", "an API token");
    // A header holds nothing else, and Node would say so only at the first call.
    if (!/^[\x21-\x7e]+$/.test(token)) {
        throw new InvalidOptionsError("token holds spaces or characters beyond ASCII", "an API token as it was issued");
    }
    for (const [name, least] of Object.entries(LEAST)) {
        const value = options[name as keyof typeof LEAST];
        if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= MOST)) {
            throw new InvalidOptionsError(`${name} is ${value}`, `a whole number from ${least} to ${MOST}`);
        }
    }
}
