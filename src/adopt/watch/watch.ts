import { setTimeout as sleep } from "node:timers/promises";
import type { AccessGovernanceClient } from "../../api/access-governance-client.js";
import { CallError, ForbiddenError } from "../../api/errors.js";
import type { Event } from "../../api/generated/types.gen.js";
import { counted, minuteText } from "../../common/counts.js";
import type { Memory } from "./memory.js";
import { relevanceOf, type WatchedObject } from "./relevance.js";

export interface WatchOptions {
    /** Creates a client for one step. Each step needs a new client, because a client limits its total waiting time. */
    readonly connect: () => AccessGovernanceClient;
    /** Reads the objects that the stack currently declares. */
    readonly declared: () => Promise<readonly WatchedObject[]>;
    /** Runs the drift check and returns its exit code. */
    readonly look: () => Promise<number>;
    /** Reports one line. */
    readonly say: (line: string) => void;
    /** Memory of an earlier process. If undefined, the watch starts without memory. */
    readonly memory: Memory | undefined;
    readonly remember: (memory: Memory) => void;
    /** Milliseconds between two polls of the events. */
    readonly pollMs: number;
    /** Milliseconds without a relevant event before the check runs, so that a series of changes causes one check. */
    readonly quietMs: number;
    /** Milliseconds after which the check runs even without a relevant event. */
    readonly fullMs: number;
}

/** Maximum expected delay of an event, in milliseconds. Changes with later events are found by the next regular check. */
const LATEST_MS = 5 * 60_000;

/** Maximum wait for a quiet period, in quiet periods. */
const LONGEST_QUIET = 10;

/** Minimum time between two checks, in quiet periods: a check reads everything that the stack declares. */
const SHORTEST_PAUSE = 5;

/** Tolerance for clock differences, in milliseconds. */
const CLOCK_MS = 60_000;

/** Milliseconds before a failed check is repeated. */
const RETRY_MS = 5 * 60_000;

/** Maximum number of pages of events per poll. If there are more, the check runs without reading them. */
const MOST_PAGES = 10;

/** Exit codes of a successful check: no drift, drift. */
const GOOD_CODES = [0, 7];

/**
 * Polls the audit events of an organization and runs a drift check when an event concerns an object that a stack declares. The check also
 * runs at an interval, so a lost, late or unreadable event delays the detection of drift but cannot prevent it. Uses `getEvents`; never
 * writes.
 */
export class Watch {
    readonly #options: WatchOptions;
    #memory: Memory;
    #client: AccessGovernanceClient;
    /** Time when this process last saw a relevant event. */
    #touchedAt = Number.NEGATIVE_INFINITY;
    #failedAt = Number.NEGATIVE_INFINITY;
    /** Name of the last reported error; undefined while events can be read. */
    #problem: string | undefined;

    constructor(options: WatchOptions) {
        this.#options = options;
        this.#client = options.connect();
        this.#memory = options.memory ?? { since: this.#client.now(), seen: {} };
    }

    /** Repeats `step` until `signal` aborts. */
    async follow(signal: AbortSignal): Promise<void> {
        while (!signal.aborted) {
            await this.step({ signal });
            await sleep(this.#options.pollMs, undefined, { signal }).catch(() => undefined);
        }
    }

    /**
     * Polls the events once and runs the check if it is due. Returns the exit code of the check, or undefined if it did not run.
     * @param isQuiet whether to wait for a quiet period
     * @param signal if aborted, the check is not started
     */
    async step({
        isQuiet = true,
        signal,
    }: {
        isQuiet?: boolean;
        signal?: AbortSignal;
    } = {}): Promise<number | undefined> {
        this.#client = this.#options.connect();
        await this.#readEvents();
        const begun = this.#client.now();
        const reason = this.#reason(begun, isQuiet);
        this.#remember({});
        if (reason === undefined || signal?.aborted) return undefined;
        this.#say(`running the check: ${reason}`);
        const code = await this.#options.look();
        if (GOOD_CODES.includes(code)) {
            this.#failedAt = Number.NEGATIVE_INFINITY;
            this.#remember({ lookedAt: begun, touchedAt: undefined });
            this.#say(`${code === 0 ? "no drift" : "drift found"} (exit code ${code})`);
        } else {
            this.#failedAt = this.#client.now();
            const next = isQuiet ? `; next try in ${RETRY_MS / 60_000} minutes` : "";
            this.#say(`check failed (exit code ${code})${next}`);
        }
        return code;
    }

    #reason(now: number, isQuiet: boolean): string | undefined {
        const { quietMs, fullMs } = this.#options;
        const { lookedAt, touchedAt } = this.#memory;
        if (isQuiet && Math.abs(now - this.#failedAt) < RETRY_MS) return undefined;
        if (lookedAt === undefined) return "no earlier check";
        const sinceLook = now - lookedAt;
        if (sinceLook < -CLOCK_MS) return "the time of the last check is in the future";
        if (sinceLook >= fullMs) return `last check ${counted(Math.round(sinceLook / 60_000), "minute")} ago`;
        if (touchedAt === undefined) return undefined;
        const isOver = now - this.#touchedAt >= quietMs || now - touchedAt >= quietMs * LONGEST_QUIET;
        const isDue = isOver && sinceLook >= quietMs * SHORTEST_PAUSE;
        return isDue || !isQuiet ? "a declared object was changed" : undefined;
    }

    async #readEvents(): Promise<void> {
        try {
            const { events, memory } = await this.#newEvents();
            if (this.#problem !== undefined) this.#say("audit events are readable again");
            this.#problem = undefined;
            await this.#notice(events);
            this.#memory = { ...this.#memory, ...memory };
        } catch (error) {
            if (!(error instanceof CallError)) throw error;
            const then =
                error instanceof ForbiddenError
                    ? "Until events are readable, the check runs at the interval only."
                    : "Polling continues.";
            if (this.#problem !== error.name) this.#say(`${error.message} ${then}`);
            this.#problem = error.name;
        }
    }

    /** Returns the events that earlier steps have not seen, or "many" if they exceed the limit, and the memory that includes them. */
    async #newEvents(): Promise<{ events: readonly Event[] | "many"; memory: Pick<Memory, "since" | "seen"> }> {
        const { since, seen } = this.#memory;
        const start_date_filter = new Date(since - LATEST_MS).toISOString();
        const events: Event[] = [];
        let pages = 0;
        for await (const { items } of this.#client.events.list({ start_date_filter }).pages()) {
            events.push(...items);
            pages += 1;
            if (pages === MOST_PAGES) break;
        }
        // The client knows the clock of the service from its responses.
        const now = this.#client.now();
        const again = events.filter(({ created_at }) => Date.parse(created_at) >= now - 2 * LATEST_MS);
        return {
            events: pages === MOST_PAGES ? "many" : events.filter(({ event_id }) => seen[event_id] === undefined),
            memory: {
                since: now,
                seen: Object.fromEntries(again.map(({ event_id, created_at }) => [event_id, created_at])),
            },
        };
    }

    async #notice(events: readonly Event[] | "many"): Promise<void> {
        if (events.length === 0) return;
        const now = this.#client.now();
        const touch = (line: string, at?: number): void => {
            this.#say(line, at);
            this.#touchedAt = now;
            this.#memory = { ...this.#memory, touchedAt: this.#memory.touchedAt ?? now };
        };
        if (events === "many") return touch("too many events to read");
        let declared: readonly WatchedObject[];
        try {
            declared = await this.#options.declared();
        } catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            return touch(`cannot determine which events are relevant: ${reason}`);
        }
        for (const event of events) {
            const { event_type: type, actor_email: email, actor_name: name, created_at: at } = event;
            const concerned = relevanceOf(event, declared);
            if (concerned !== undefined) touch(`${type} by ${email || name}: ${concerned}`, Date.parse(at));
        }
    }

    /** @param at time of the line, in milliseconds since 1970. Default: now */
    #say(line: string, at = this.#client.now()): void {
        this.#options.say(`${minuteText(at)} ${line}`);
    }

    #remember(more: Partial<Memory>): void {
        this.#memory = { ...this.#memory, ...more };
        this.#options.remember(this.#memory);
    }
}
