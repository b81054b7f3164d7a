import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import timers from "node:timers/promises";
import { randomNumbers } from "../../../src/local/service/control/random.js";

/** The work waits for an event that will never happen. */
export class Stalled extends Error {
    override readonly name = "Stalled";
}

interface Timer {
    readonly at: number;
    readonly order: number;
    readonly every: number | undefined;
    readonly ring: () => void;
}

/** Turns of the real event loop without a timer after which the work is considered stalled. */
const PATIENCE = 200;

/**
 * Virtual time for this process: timers fire in order, without waiting, as soon as nothing else is
 * left to do. Random values (Math.random, UUIDs) and the number of processors are fixed as well, so that runs are reproducible.
 */
export class VirtualTime {
    #now: number;
    #order = 0;
    #timers: Timer[] = [];
    #ids = 0;
    #random = randomNumbers(0);
    readonly #tick = setImmediate;

    constructor(start: string) {
        this.#now = Date.parse(start);
    }

    /** Milliseconds since 1970. */
    get now(): number {
        return this.#now;
    }

    advance(milliseconds: number): void {
        this.#now += milliseconds;
    }

    set(now: number): void {
        this.#now = now;
    }

    /** Resets random values and ids, and removes all timers. */
    reset(seed: number): void {
        this.#timers = [];
        this.#ids = 0;
        this.#random = randomNumbers(seed);
    }

    /** Removes all timers. */
    clear(): void {
        this.#timers = [];
    }

    sleep(milliseconds: number): Promise<void> {
        return new Promise((resolve) => this.#add(milliseconds, undefined, resolve));
    }

    /**
     * Runs work until it ends. The clock advances only while nothing is `busy`.
     * @throws Stalled if no timer is left, or after `limitMs` of virtual time.
     */
    async run<T>(work: Promise<T>, busy: () => boolean, limitMs: number): Promise<T> {
        let ended = false;
        const end = () => {
            ended = true;
        };
        work.then(end, end);
        const until = this.#now + limitMs;
        for (let idle = 0; !ended; ) {
            await new Promise((resolve) => this.#tick(resolve));
            if (ended || busy()) continue;
            const timer = this.#next();
            if (timer) {
                idle = 0;
                if (timer.at > until) throw new Stalled(`it had not ended after ${limitMs / 60_000} minutes`);
                this.#now = Math.max(this.#now, timer.at);
                timer.ring();
            } else if (++idle > PATIENCE) throw new Stalled("it waits for something that never comes");
        }
        return work;
    }

    /** Replaces the real time and random values. Returns a function that restores them. */
    install(): () => void {
        const { setTimeout, clearTimeout, setInterval, clearInterval, Date: RealDate } = globalThis;
        const kept = {
            timeout: AbortSignal.timeout,
            performance: performance.now,
            random: Math.random,
            uuid: crypto.randomUUID,
            sleep: timers.setTimeout,
            processors: os.availableParallelism,
        };
        const time = this;
        class VirtualDate extends RealDate {
            constructor(...given: [] | [number | string | Date]) {
                if (given.length === 0) super(time.#now);
                else super(given[0]);
            }

            static override now(): number {
                return time.#now;
            }
        }
        const add =
            (again: boolean) =>
            (ring: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
                this.#add(milliseconds, again ? Math.max(1, milliseconds) : undefined, () => ring(...given));
        const remove = (timer: unknown) => this.#remove(timer);
        // The cast drops overloads and promisified forms, which are not used here.
        Object.assign(globalThis, {
            setTimeout: add(false),
            setInterval: add(true),
            clearTimeout: remove,
            clearInterval: remove,
            Date: VirtualDate,
        });
        AbortSignal.timeout = (milliseconds) => {
            const controller = new AbortController();
            this.#add(milliseconds, undefined, () =>
                controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
            );
            return controller.signal;
        };
        const start = this.#now;
        performance.now = () => this.#now - start;
        Math.random = () => this.#random();
        crypto.randomUUID = () => `00000000-0000-4000-8000-${(++this.#ids).toString(16).padStart(12, "0")}`;
        timers.setTimeout = (async (milliseconds: number) => this.sleep(milliseconds)) as typeof timers.setTimeout;
        os.availableParallelism = () => 4;
        syncBuiltinESMExports();
        return () => {
            Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval, Date: RealDate });
            AbortSignal.timeout = kept.timeout;
            performance.now = kept.performance;
            Math.random = kept.random;
            crypto.randomUUID = kept.uuid;
            timers.setTimeout = kept.sleep;
            os.availableParallelism = kept.processors;
            syncBuiltinESMExports();
        };
    }

    #add(milliseconds: number, every: number | undefined, ring: () => void): Timer & { unref(): void; ref(): void } {
        const timer = {
            at: this.#now + Math.max(0, milliseconds),
            order: ++this.#order,
            every,
            ring,
            unref: () => {},
            ref: () => {},
        };
        this.#timers.push(timer);
        return timer;
    }

    #remove(timer: unknown): void {
        // Timers from elsewhere are not found and therefore ignored.
        const index = this.#timers.indexOf(timer as Timer);
        if (index >= 0) this.#timers.splice(index, 1);
    }

    /** Removes and returns the next timer. A repeating one is scheduled again. */
    #next(): Timer | undefined {
        let first: Timer | undefined;
        for (const timer of this.#timers)
            if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
        if (!first) return undefined;
        if (first.every === undefined) this.#timers.splice(this.#timers.indexOf(first), 1);
        // The object is kept, so that its owner can still clear it.
        else Object.assign(first, { at: first.at + first.every, order: ++this.#order });
        return first;
    }
}
