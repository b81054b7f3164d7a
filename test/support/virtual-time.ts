import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

interface Waiting {
    readonly at: number;
    readonly order: number;
    readonly every: number | undefined;
    readonly ring: () => void;
}

/** Replaces the timer object that Node's `setTimeout` returns. */
class Handle {
    constructor(
        readonly key: number,
        private readonly waiting: Map<number, Waiting>,
    ) {}
    hasRef = (): boolean => true;
    ref = (): this => this;
    unref = (): this => this;
    [Symbol.toPrimitive] = (): number => this.key;
    [Symbol.dispose] = (): void => {
        this.waiting.delete(this.key);
    };
}

/**
 * Makes timers of this process fire without waiting: as soon as nothing else is left to do, the clock jumps to the next timer. Only for
 * code that uses neither sockets nor files. `AbortSignal.timeout` and `new Date()` still use the real time.
 * @returns a function that restores the real timers.
 */
export function virtualTime(): () => void {
    const real = { setTimeout, clearTimeout, setInterval, clearInterval, now: Date.now, sleep: timers.setTimeout };
    const waiting = new Map<number, Waiting>();
    let now = real.now();
    let made = 0;
    let turning = false;

    const add = (ring: () => void, delay: number, every?: number): Handle => {
        made += 1;
        waiting.set(made, { at: now + Math.max(0, delay || 0), order: made, every, ring });
        turn();
        return new Handle(made, waiting);
    };
    const drop = (handle: unknown): void => {
        if (handle !== undefined && handle !== null) waiting.delete(Number(handle));
    };
    const turn = (): void => {
        if (turning) return;
        turning = true;
        // Waits for two turns of the event loop so that pending promises and streams run first.
        setImmediate(() => setImmediate(next));
    };
    const next = (): void => {
        turning = false;
        const [first] = [...waiting].sort(([, a], [, b]) => a.at - b.at || a.order - b.order);
        if (!first) return;
        const [key, { at, every, ring }] = first;
        now = Math.max(now, at);
        if (every === undefined) waiting.delete(key);
        else waiting.set(key, { at: now + Math.max(1, every), order: ++made, every, ring });
        ring();
        if (waiting.size > 0) turn();
    };

    Date.now = () => Math.floor(now);
    // The casts drop overloads of the global functions that are not used here.
    globalThis.setTimeout = ((ring: (...args: unknown[]) => void, delay: number, ...args: unknown[]) =>
        add(() => ring(...args), delay)) as never;
    globalThis.setInterval = ((ring: (...args: unknown[]) => void, delay: number, ...args: unknown[]) =>
        add(() => ring(...args), delay, delay)) as never;
    globalThis.clearTimeout = drop;
    globalThis.clearInterval = drop;
    timers.setTimeout = ((delay: number, value?: unknown, options?: { signal?: AbortSignal }) =>
        new Promise((resolve, reject) => {
            const stopped = (): void => {
                drop(handle);
                reject(options?.signal?.reason);
            };
            const handle = add(() => {
                options?.signal?.removeEventListener("abort", stopped);
                resolve(value);
            }, delay);
            if (options?.signal?.aborted) stopped();
            options?.signal?.addEventListener("abort", stopped, { once: true });
        })) as never;
    syncBuiltinESMExports();

    return () => {
        Object.assign(globalThis, {
            setTimeout: real.setTimeout,
            clearTimeout: real.clearTimeout,
            setInterval: real.setInterval,
            clearInterval: real.clearInterval,
        });
        Date.now = real.now;
        timers.setTimeout = real.sleep;
        syncBuiltinESMExports();
    };
}
