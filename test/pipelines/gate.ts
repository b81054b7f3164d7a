/** A proxy in front of a service that can hold requests to one operation until it is opened. */
import type { Service } from "../../src/local/service/index.js";
import { type Loopback, listen } from "./loopback.js";

export interface Gate extends Loopback {
    /** URL of the service through the gate. */
    readonly url: string;
    /** Holds the next requests to this operation. Resolves when the first one arrives. */
    hold(method: string, path: string): Promise<void>;
    /** Forwards all held and later requests. */
    open(): void;
}

export async function startGate(service: Service): Promise<Gate> {
    let held = "";
    let arrive = (): void => {};
    let open = (): void => {};
    let opened = Promise.resolve();
    const { pathname } = new URL(service.url);
    const proxy = await listen({
        fetch: async (request: Request) => {
            if (`${request.method} ${new URL(request.url).pathname}` === held) {
                arrive();
                await opened;
            }
            return service.fetch(request);
        },
    });
    return {
        url: proxy.url + pathname,
        hold: (method, path) => {
            held = `${method} ${pathname}${path}`;
            opened = new Promise((resolve) => {
                open = resolve;
            });
            return new Promise((resolve) => {
                arrive = resolve;
            });
        },
        open: () => {
            held = "";
            open();
        },
        close: () => {
            open();
            proxy.close();
        },
    };
}
