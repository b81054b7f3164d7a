import type { AxiosResponse, InternalAxiosRequestConfig } from "axios";

// As the client loads it: what Node imports is another copy.
import axios = require("axios");

const { AxiosError, AxiosHeaders, CanceledError } = axios;

/** What answers requests: a hono app, or a local service. */
interface App {
    fetch(request: Request): Response | Promise<Response>;
}

/** Stands between client and app: it answers in place of the app, or lets the call pass, with another body if it gives one. Rejections are what `fetch` rejects with. */
export type Between = (request: Request, pass: (body?: string) => Promise<Response>) => Promise<Response>;

export interface Transport {
    /** Asked for each call; without it all calls pass. */
    between: Between | undefined;
    /** Leads calls to sockets again. */
    close(): void;
}

/** Origins that are answered in this process. */
const apps = new Map<string, { readonly app: App; readonly transport: Transport }>();

/** Leads every client made from now on past the network if it calls `url`: `app` answers in process. */
export function inMemory(app: App, url: string): Transport {
    install();
    const { origin } = new URL(url);
    const transport: Transport = { between: undefined, close: () => apps.delete(origin) };
    apps.set(origin, { app, transport });
    return transport;
}

let sockets: ReturnType<typeof axios.getAdapter> | undefined;

/** Once for a process: all other origins are reached as before. */
function install(): void {
    if (sockets) return;
    const network = axios.getAdapter(axios.defaults.adapter);
    sockets = network;
    axios.defaults.adapter = (config) => {
        const url = new URL(axios.getUri(config));
        const found = apps.get(url.origin);
        return found ? answered(found.app, found.transport, url, config) : network(config);
    };
}

async function answered(
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
        return await Promise.race([whole(), givenUp(config)]);
    } catch (error) {
        throw asAxios(error, config);
    }
}

/** Rejects once the caller waits no longer. The app goes on with the call, as it does behind a socket. */
function givenUp(config: InternalAxiosRequestConfig): Promise<never> {
    const { signal } = config;
    return new Promise((_, reject) => {
        const giveUp = () => reject(new CanceledError(undefined, config));
        if (signal?.aborted) giveUp();
        signal?.addEventListener?.("abort", giveUp);
    });
}

/** As the adapter for sockets says it. */
function asAxios(error: unknown, config: InternalAxiosRequestConfig): unknown {
    if (error instanceof DOMException && error.name === "TimeoutError") return new CanceledError(undefined, config);
    const code = error instanceof TypeError && (error.cause as { code?: string } | undefined)?.code;
    return code ? new AxiosError(code, code, config) : error;
}
