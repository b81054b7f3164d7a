import type { Event } from "../../../../src/api/generated/types.gen.js";
import type { Service } from "../../../../src/local/service/index.js";
import { chance } from "../../../local/service/model/values.js";
import type { Between } from "../../../support/transport.js";

/** How the list of audit events behaves during a round. */
type Listing = "whole" | "empty" | "frozen" | "first page" | "newest" | "own" | "late" | "lossy";

/** Faults of the list. Each entry has a chance of 1 in 400 per round; losses are rare, because the cache is never used again after one. */
const FAULTS: readonly Listing[] = [
    ...Array<Listing[]>(20).fill(["empty", "frozen", "late"]).flat(),
    ...(["first page", "newest", "own", "lossy"] as const),
];

/** How far a clock may be ahead of the clock of the service, in milliseconds. */
const CLOCKS = [0, 0, 90_000, -90_000, 600_000, -600_000];

/**
 * A transport that makes the audit events unreliable. The clock of the responses differs from the clock of the events; the events of other users have
 * a third clock. The list of events is sometimes empty, outdated, cut off or incomplete.
 */
export class UnreliableEvents {
    private listing: Listing = "whole";
    private dateAhead = 0;
    private readonly othersAhead: number;
    /** Ids of events that are not listed in this round. */
    private readonly hidden = new Set<string>();
    private listed = new Set<string>();

    constructor(
        private readonly service: Service,
        private readonly seed: number,
    ) {
        this.othersAhead = CLOCKS[Math.floor(chance(seed, "stamps") * CLOCKS.length)] ?? 0;
    }

    /** Whether a change may be hidden until its event is listed. */
    get isLate(): boolean {
        return this.listing === "late";
    }

    /** Starts the next round, and remembers the events that were listed before it. */
    next(round: number): void {
        const { seed } = this;
        this.listing = FAULTS[Math.floor(chance(seed, `listing ${round}`) * 400)] ?? "whole";
        this.dateAhead = CLOCKS[Math.floor(chance(seed, `date ${round}`) * CLOCKS.length * 5)] ?? 0;
        const events = this.service.store.events.all();
        this.listed = new Set(events.map(({ event_id }) => event_id));
        this.hidden.clear();
        const victim = events.at(-1 - Math.floor(chance(seed, `victim ${round}`) * 20));
        if (this.listing === "lossy" && victim) this.hidden.add(victim.event_id);
    }

    readonly between: Between = async (request, pass) => {
        const url = new URL(request.url);
        const isList = request.method === "GET" && url.pathname.endsWith("/events");
        const response = isList ? await this.list(url) : await pass();
        response.headers.set("date", new Date(this.service.clock.now().getTime() + this.dateAhead).toUTCString());
        return response;
    };

    private async list(url: URL): Promise<Response> {
        const { store } = this.service;
        const [start, end] = ["start_date_filter", "end_date_filter"].map((name) => url.searchParams.get(name));
        const object = url.searchParams.get("object_filter");
        const events = this.answered(store.events.all())
            .map((event) => this.stamped(event))
            .filter(({ created_at }) => !start || Date.parse(created_at) >= Date.parse(start))
            .filter(({ created_at }) => !end || Date.parse(created_at) <= Date.parse(end))
            .filter(({ event_id }) => !object || store.eventObjects.has(event_id, object));
        const after = Number(url.searchParams.get("cursor") ?? 0);
        const next = after + PAGE < events.length && this.listing !== "first page" ? String(after + PAGE) : null;
        return Response.json({ results: events.slice(after, after + PAGE), next, previous: null });
    }

    private answered(events: readonly Event[]): readonly Event[] {
        const isOwn = ({ actor_user_id }: Event) => actor_user_id === this.service.store.currentUserId;
        if (this.listing === "empty") return [];
        if (this.listing === "frozen") return events.filter(({ event_id }) => this.listed.has(event_id));
        if (this.listing === "newest") return events.slice(-3);
        if (this.listing === "own") return events.filter(isOwn);
        if (this.listing === "late") return events.filter((event) => this.listed.has(event.event_id) || isOwn(event));
        return events.filter(({ event_id }) => !this.hidden.has(event_id));
    }

    private stamped(event: Event): Event {
        if (event.actor_user_id === this.service.store.currentUserId) return event;
        return { ...event, created_at: new Date(Date.parse(event.created_at) + this.othersAhead).toISOString() };
    }
}

const PAGE = 200;
