import { InvalidOptionsError } from "./errors.js";
import type { BudgetOptions } from "./transport/budget.js";

/** Options of a client: the service's address, the token, and limits. */
export interface ClientOptions extends BudgetOptions {
    /** Base URL of the API, ending in `/v1`. */
    readonly url: string;
    /** API token. Sent only in the Authorization header. */
    readonly token: string;
    /** Allows unencrypted HTTP to another machine, which exposes the token to the network. Default: false. */
    readonly allowHttp?: boolean;
    /** Timeout of each attempt of a call, in milliseconds. Default: 30,000. */
    readonly timeoutMs?: number;
    /** Maximum number of retries of a call that is safe to retry. Default: 4. */
    readonly retries?: number;
    /** Milliseconds before the first retry, doubled for each further retry. Default: 500. */
    readonly retryDelayMs?: number;
    /**
     * Maximum total of all waits of the client, in milliseconds. The client waits before a retry if the service requested it, failed, or
     * did not respond. A call whose wait would exceed the limit fails with a WaitLimitError. Default: 300,000.
     */
    readonly maxWaitMs?: number;
    /**
     * Maximum size of a response in bytes, after decompression. A call with a larger response fails with a TooLargeAnswerError. Default: 64
     * MiB.
     */
    readonly maxAnswerBytes?: number;
    /** Called with a message when a wait of more than five seconds begins. */
    readonly onWait?: (line: string) => void;
}

/** The minimum value of each numeric option. */
const MINIMUM = {
    concurrency: 1,
    readsPerSecond: 1,
    writesPerSecond: 1,
    timeoutMs: 1,
    retries: 0,
    retryDelayMs: 0,
    maxWaitMs: 0,
    maxAnswerBytes: 1,
} as const satisfies { [Name in keyof ClientOptions]?: number };

/** The maximum of all numeric options, which is the maximum delay of Node's timers. */
const MAXIMUM = 2 ** 31 - 1;

/** Whether calls to this address are sent unencrypted over the network: HTTP to another machine. */
export function isUnencrypted(url: string): boolean {
    return new URL(url).protocol === "http:" && !isLoopback(url);
}

/** Whether an address is one of this machine. */
export function isLoopback(url: string): boolean {
    return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

/** Validates options. @throws InvalidOptionsError, which never contains the token */
export function checkOptions(options: ClientOptions): void {
    const { url, token } = options;
    const address = URL.canParse(url) ? new URL(url) : undefined;
    if (!address || !/^https?:$/.test(address.protocol)) {
        throw new InvalidOptionsError(`url is ${JSON.stringify(url)}`, "an http or https address, ending in /v1");
    }
    if (address.username || address.password) {
        throw new InvalidOptionsError(
            "url contains credentials",
            "an address without credentials, with the token in the option token",
        );
    }
    if (isUnencrypted(url) && !options.allowHttp) {
        throw new InvalidOptionsError(
            `url is ${JSON.stringify(url)}, which would send the token unencrypted`,
            "an https address or an address of this machine, unless allowHttp is true",
        );
    }
    if (!token) throw new InvalidOptionsError("token is empty", "an API token");
    // HTTP headers cannot contain other characters. Node would report that only at the first call.
    if (!/^[\x21-\x7e]+$/.test(token)) {
        throw new InvalidOptionsError("token contains spaces or non-ASCII characters", "an API token as it was issued");
    }
    for (const [name, minimum] of Object.entries(MINIMUM)) {
        const value = options[name as keyof typeof MINIMUM];
        if (value !== undefined && !(Number.isInteger(value) && value >= minimum && value <= MAXIMUM)) {
            throw new InvalidOptionsError(`${name} is ${value}`, `a whole number from ${minimum} to ${MAXIMUM}`);
        }
    }
}
