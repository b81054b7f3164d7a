import type { AxiosResponse, InternalAxiosRequestConfig } from "axios";

// Loaded with `require`, as in the client: an `import` would load another copy.
import axios = require("axios");

const { AxiosError, AxiosHeaders, CanceledError } = axios;

/** Handles requests: a hono app or a local service. */
interface App {
    fetch(request: Request): Response | Promise<Response>;
}

/** Intercepts requests: returns a response itself, or calls `pass` to forward the request, optionally with another body. It may reject like `fetch`. */
export type Between = (request: Request, pass: (body?: string) => Promise<Response>) => Promise<Response>;

export interface Transport {
    /** Called for each request. If undefined, all requests are forwarded. */
    between: Between | undefined;
    /** Sends requests through sockets again. */
    close(): void;
}

/** Origins whose requests are handled in this process. */
const apps = new Map<string, { readonly app: App; readonly transport: Transport }>();

/** Requests to `url` from clients that are created from now on are handled by `app` in this process, without the network. */
export function inMemory(app: App, url: string): Transport {
    install();
    const { origin } = new URL(url);
    const transport: Transport = { between: undefined, close: () => apps.delete(origin) };
    apps.set(origin, { app, transport });
    return transport;
}

let sockets: ReturnType<typeof axios.getAdapter> | undefined;

/** Replaces axios's adapter once per process. Requests to other origins still use the network. */
function install(): void {
    if (sockets) return;
    const network = axios.getAdapter(axios.defaults.adapter);
    sockets = network;
    axios.defaults.adapter = (config) => {
        const url = new URL(axios.getUri(config));
        const found = apps.get(url.origin);
        return found ? handledBy(found.app, found.transport, url, config) : network(config);
    };
}

async function handledBy(
    app: App,
    { between }: Transport,
    url: URL,
    config: InternalAxiosRequestConfig,
): Promise<AxiosResponse> {
    const request = new Request(url, {
        method: (config.method ?? "get").toUpperCase(),
        headers: Object.entries(config.headers.toJSON()).map(([name, value]): [string, string] => [name, `${value}`]),
        ...(config.data === undefined ? {} : { body: config.data }),
    });
    const pass = async (body?: string): Promise<Response> =>
        app.fetch(body === undefined ? request : new Request(request, { body }));
    const whole = async (): Promise<AxiosResponse> => {
        const response = await (between ? between(request, pass) : pass());
        return {
            data: await response.text(),
            status: response.status,
            statusText: response.statusText,
            headers: new AxiosHeaders(Object.fromEntries(response.headers)),
            config,
        };
    };
    try {
        return await Promise.race([whole(), aborted(config)]);
    } catch (error) {
        throw asAxios(error, config);
    }
}

/** Rejects when the caller aborts the request. The app still completes it, as it would behind a socket. */
function aborted(config: InternalAxiosRequestConfig): Promise<never> {
    const { signal } = config;
    return new Promise((_, reject) => {
        const giveUp = () => reject(new CanceledError(undefined, config));
        if (signal?.aborted) giveUp();
        signal?.addEventListener?.("abort", giveUp);
    });
}

/** Converts an error to the one that axios's network adapter would throw. */
function asAxios(error: unknown, config: InternalAxiosRequestConfig): unknown {
    if (error instanceof DOMException && error.name === "TimeoutError") return new CanceledError(undefined, config);
    const code = error instanceof TypeError && (error.cause as { code?: string } | undefined)?.code;
    return code ? new AxiosError(code, code, config) : error;
}
