import { setTimeout as sleep } from "node:timers/promises";
import type { AccessGovernanceClient } from "../api/access-governance-client.js";
import { CallError, ForbiddenError } from "../api/errors.js";
import type { Event } from "../api/generated/types.gen.js";
import { minuteText } from "../live/last-change.js";
import { counted } from "../schema/counts.js";
import type { Memory } from "./memory.js";
import { type Declared, touchedBy } from "./touched.js";

export interface WatchOptions {
    /** A client for one step: what it may wait for the service in all is limited. */
    readonly connect: () => AccessGovernanceClient;
    /** What the stack declares now. */
    readonly declared: () => Promise<readonly Declared[]>;
    /** Runs the drift check. @returns its exit code */
    readonly look: () => Promise<number>;
    /** Tells what was seen, a line each. */
    readonly say: (line: string) => void;
    /** What an earlier process remembered; undefined for the first one. */
    readonly memory: Memory | undefined;
    readonly remember: (memory: Memory) => void;
    /** Milliseconds between two looks at the events. */
    readonly pollMs: number;
    /** Milliseconds without a touch before the check runs: somebody who makes several changes is not looked at between them. */
    readonly quietMs: number;
    /** Milliseconds after which the check runs even if no event tells of anything. */
    readonly fullMs: number;
}

/** Events may become visible so much later than they happened, in milliseconds. What is later still is found by the next full look. */
const LATEST_MS = 5 * 60_000;

/** Somebody who never rests is looked at in between, too: after so many times the quiet period. */
const LONGEST_QUIET = 10;

/** A touch starts no check sooner after the last one than so many times the quiet period: a check reads everything that the stack declares. */
const SHORTEST_PAUSE = 5;

/** Milliseconds before a check that failed is run again. */
const RETRY_MS = 5 * 60_000;

/** So many pages of events are read; if there are more, everything counts as touched. */
const MOST_PAGES = 10;

/** Exit codes of a check that did its work: nothing differs, and access differs. */
const GOOD_CODES = [0, 7];

/**
 * Follows the audit events of an organization and runs a drift check as soon as something was touched that a stack declares. It only reads, and an
 * event that is lost, late or of a form that nobody knows costs time, not drift: the check runs at an interval in any case.
 */
export class Watch {
    readonly #options: WatchOptions;
    #memory: Memory;
    #client: AccessGovernanceClient;
    /** When a touch was seen last; a touch that an earlier process saw waits no more. */
    #touchedAt = Number.NEGATIVE_INFINITY;
    #failedAt = Number.NEGATIVE_INFINITY;
    /** Why the events are not read: the name of the error that was told. */
    #problem: string | undefined;

    constructor(options: WatchOptions) {
        this.#options = options;
        this.#client = options.connect();
        this.#memory = options.memory ?? { since: this.#client.now(), seen: {} };
    }

    /** Looks at the events, and runs the check if it is due, until `signal` stops it. */
    async follow(signal: AbortSignal): Promise<void> {
        while (!signal.aborted) {
            await this.step();
            await sleep(this.#options.pollMs, undefined, { signal }).catch(() => undefined);
        }
    }

    /** Looks at the events once. @param isQuiet whether a touch is waited out first @returns the exit code of the check; undefined if it was not due */
    async step({ isQuiet = true } = {}): Promise<number | undefined> {
        this.#client = this.#options.connect();
        await this.#readEvents();
        const begun = this.#client.now();
        const reason = this.#reason(begun, isQuiet);
        this.#remember({});
        if (reason === undefined) return undefined;
        this.#say(`running the check: ${reason}`);
        const code = await this.#options.look();
        if (GOOD_CODES.includes(code)) {
            this.#failedAt = Number.NEGATIVE_INFINITY;
            this.#remember({ lookedAt: begun, touchedAt: undefined });
            this.#say(`${code === 0 ? "nothing differs" : "access differs"} (exit code ${code})`);
        } else {
            this.#failedAt = this.#client.now();
            const next = isQuiet ? `; next try in ${RETRY_MS / 60_000} minutes` : "";
            this.#say(`the check failed (exit code ${code})${next}`);
        }
        return code;
    }

    #reason(now: number, isQuiet: boolean): string | undefined {
        const { quietMs, fullMs } = this.#options;
        const { lookedAt, touchedAt } = this.#memory;
        if (isQuiet && now - this.#failedAt < RETRY_MS) return undefined;
        if (lookedAt === undefined) return "it has not run yet";
        const sinceLook = now - lookedAt;
        if (sinceLook >= fullMs) return `the last one was ${counted(Math.round(sinceLook / 60_000), "minute")} ago`;
        if (touchedAt === undefined) return undefined;
        const isOver = now - this.#touchedAt >= quietMs || now - touchedAt >= quietMs * LONGEST_QUIET;
        const isDue = isOver && sinceLook >= quietMs * SHORTEST_PAUSE;
        return isDue || !isQuiet ? "something that the stack declares was touched" : undefined;
    }

    async #readEvents(): Promise<void> {
        try {
            const { events, memory } = await this.#newEvents();
            if (this.#problem !== undefined) this.#say("the audit events can be read again");
            this.#problem = undefined;
            await this.#notice(events);
            this.#memory = { ...this.#memory, ...memory };
        } catch (error) {
            if (!(error instanceof CallError)) throw error;
            const then =
                error instanceof ForbiddenError ? "The check runs at an interval only." : "They are asked for again.";
            if (this.#problem !== error.name) this.#say(`${error.message} ${then}`);
            this.#problem = error.name;
        }
    }

    /** Those that no step has seen, or "many" if they are more than anybody wants to read, and what is to be remembered of them. */
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
        // By now the client knows the clock of the service.
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
        if (events === "many") return touch("more events than are read: everything counts as touched");
        let declared: readonly Declared[];
        try {
            declared = await this.#options.declared();
        } catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            return touch(`what the stack declares cannot be read, so everything counts as touched: ${reason}`);
        }
        for (const event of events) {
            const { event_type: type, actor_email: email, actor_name: name, created_at: at } = event;
            const touched = touchedBy(event, declared);
            if (touched !== undefined) touch(`${type} by ${email || name}: ${touched}`, Date.parse(at));
        }
    }

    /** @param at when it happened, in milliseconds since 1970. Default: now */
    #say(line: string, at = this.#client.now()): void {
        this.#options.say(`${minuteText(at)} ${line}`);
    }

    #remember(more: Partial<Memory>): void {
        this.#memory = { ...this.#memory, ...more };
        this.#options.remember(this.#memory);
    }
}
