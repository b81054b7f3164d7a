/** A door in front of a service: calls of one kind stand before it until it opens. */
import type { Service } from "../../src/local/service/index.js";
import { type Loopback, listen } from "./loopback.js";

export interface Gate extends Loopback {
    /** Address of the service behind it. */
    readonly url: string;
    /** Holds the next calls back; resolves once the first is there. */
    hold(method: string, path: string): Promise<void>;
    /** Lets all through. */
    open(): void;
}

export async function startGate(service: Service): Promise<Gate> {
    let held = "";
    let arrive = (): void => {};
    let open = (): void => {};
    let opened = Promise.resolve();
    const { pathname } = new URL(service.url);
    const door = await listen({
        fetch: async (request: Request) => {
            if (`${request.method} ${new URL(request.url).pathname}` === held) {
                arrive();
                await opened;
            }
            return service.fetch(request);
        },
    });
    return {
        url: door.url + pathname,
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
            door.close();
        },
    };
}
