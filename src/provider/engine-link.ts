import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Address on which an engine listens. */
export interface EngineAddress {
    readonly host: string;
    readonly port: number;
}

/** Milliseconds between checks of an engine that closed the link but still runs. */
const PAUSE_MS = 1_000;

/** Maximum response time of a process on the same machine, in milliseconds. */
const ENGINE_TIMEOUT_MS = 10_000;

/** Address of the engine that started this dynamic provider; undefined in other processes. */
export function engineOf([, script = "", engine]: readonly string[]): string | undefined {
    return /[\\/]dynamic-provider\b/.test(script) ? engine : undefined;
}

/** Parses the address of an engine. Returns undefined if the engine is not on this machine. */
export function engineAddress(engine: string): EngineAddress | undefined {
    const [, host, port] = /^(127\.0\.0\.1|localhost|\[::1\]):([1-9]\d*)$/.exec(engine) ?? [];
    if (!host) return undefined;
    return { host: host.replace(/[[\]]/g, ""), port: Number(port) };
}

/** Whether a process is listening at the address. */
export function engineIsAlive({ host, port }: EngineAddress): Promise<boolean> {
    return new Promise((resolve) => {
        const socket = connect({ host, port, timeout: ENGINE_TIMEOUT_MS });
        const end = (isAlive: boolean): void => {
            socket.destroy();
            resolve(isAlive);
        };
        socket.once("connect", () => end(true));
        // Only a refused connection proves that the engine is dead. Otherwise the engine may just be slow.
        socket.once("error", (error: NodeJS.ErrnoException) => end(error.code !== "ECONNREFUSED"));
        socket.once("timeout", () => end(true));
    });
}

/**
 * Calls `onDeath` as soon as the engine is dead. Normally an engine stops its providers, but a killed engine cannot, and its provider would
 * continue to write during the next run. The link is an idle connection, which the operating system closes with the engine's process. The
 * link does not keep this process running.
 */
export async function followEngine(address: EngineAddress, onDeath: () => void): Promise<void> {
    do await linkEnd(address);
    while (await isStillAlive(address));
    onDeath();
}

async function isStillAlive(address: EngineAddress): Promise<boolean> {
    if (!(await engineIsAlive(address))) return false;
    await sleep(PAUSE_MS, undefined, { ref: false });
    return true;
}

/**
 * Connects like a gRPC client, because the server would close a connection on which it does not receive anything. Returns when the link is
 * closed.
 */
function linkEnd({ host, port }: EngineAddress): Promise<void> {
    return new Promise((resolve) => {
        const authority = host.includes(":") ? `[${host}]` : host;
        const link = connectHttp2(`http://${authority}:${port}`);
        link.unref();
        // A "close" event follows.
        link.on("error", () => {});
        link.once("close", resolve);
    });
}
