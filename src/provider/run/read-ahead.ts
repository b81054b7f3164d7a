import type { Declarer } from "../../common/names.js";
import { type Forecast, ForecastReader, forecastFile } from "../forecast.js";
import type { Kind, Scope } from "../shapes/kind.js";

/** Maximum time between the start of a program and the start of its provider, in milliseconds. */
const HEADSTART_MS = 60_000;

/** Creates the read-ahead for the provider of an engine. Undefined if no forecast file is available. */
export function readAheadOf(engine: string, kinds: readonly Kind[]): ReadAhead | undefined {
    const file = forecastFile(engine);
    return file ? new ReadAhead(new ForecastReader(file, performance.timeOrigin - HEADSTART_MS), kinds) : undefined;
}

/** Maximum number of resources to read at the same time. Each may need several calls, which share the request budget. */
const WIDTH = 10;

/**
 * Number of resources to read ahead: initially, and for each resource that the engine requests. Limited because with `--target`, the engine
 * never requests the rest.
 */
const AHEAD = { first: 8, each: 4 };

/**
 * Maximum number of earlier forecasts to read in addition. The engine registers resources in parallel, so its first request may not be for
 * the first resource.
 */
const BEHIND = 16;

/** How many times further ahead resources are counted than read, to decide which lists are worth reading. */
const HORIZON = 4;

/** A resource that the engine will request. */
interface Expected extends Forecast {
    /** The id of its object, once it was looked up; undefined if the object does not exist or its key is unknown. */
    id?: Promise<string | undefined>;
}

/**
 * Reads the objects of resources before the engine requests them. The engine requests one resource after another and waits for each. If a
 * run covers the whole program, reading ahead does not cause additional calls. Failures are ignored, because the later read repeats the
 * call.
 */
export class ReadAhead {
    private readonly expected: Expected[] = [];
    private readonly positions = new Map<string, number>();
    private readonly passed = new Set<string>();
    private provider: number | undefined;
    private count = 0;
    private start: number | undefined;
    /** Index of the next of the `expected` resources to count, and of the next to read. */
    private counted = 0;
    private begun = 0;
    private readers = 0;

    constructor(
        private readonly forecasts: Pick<ForecastReader, "poll"> &
            Partial<Pick<ForecastReader, "names" | "mentions" | "isPreview">>,
        private readonly kinds: readonly Kind[],
    ) {}

    /** Names of the objects that the program looked up, by id. */
    get names(): ReadonlyMap<string, string> | undefined {
        return this.forecasts.names;
    }

    /** Whether the program announced this run as a preview. */
    get isPreview(): boolean | undefined {
        return this.forecasts.isPreview;
    }

    /**
     * Called when the engine requests a resource. Starts to read further resources that were forecast.
     * @param reads false if only resources whose declaration changed are to be read, which is not known in advance
     */
    asked({ kind, name }: Declarer, scope: Scope, reads = true): void {
        this.poll();
        const position = this.positions.get(`${kind} ${name}`);
        if (position === undefined || !reads) return;
        this.provider ??= this.expected[position]?.provider;
        this.count += 1;
        if (this.start === undefined) {
            this.start = Math.max(0, position - BEHIND);
            this.counted = this.start;
            this.begun = this.start;
        }
        for (const end = this.end(HORIZON); this.counted < end; this.counted += 1) {
            const next = this.expected[this.counted];
            if (next && next.provider === this.provider) scope.live.expect(next.kind);
        }
        for (; this.readers < WIDTH && this.begun < this.end(); this.readers += 1) void this.readAll(scope);
    }

    /** Returns the resources of the program that contain an id, as far as it has announced them. */
    mentioning(id: string): readonly Pick<Declarer, "kind" | "name">[] {
        this.poll();
        const isIn = (ids: readonly string[]): boolean => ids.includes(id);
        return [
            ...this.expected.filter(({ key }) => isIn(Object.values(key))),
            ...(this.forecasts.mentions ?? []).filter(({ mentions }) => isIn(mentions)),
        ];
    }

    private poll(): void {
        for (const forecast of this.forecasts.poll()) {
            this.positions.set(`${forecast.kind} ${forecast.name}`, this.expected.length);
            this.expected.push(forecast);
        }
    }

    /** Records that the object is being read, so that it is not read ahead. */
    pass(kind: string, id: string): void {
        this.passed.add(`${kind} ${id}`);
    }

    /** Returns the index of the first of `expected` that should not be read yet. With `times`, looks that many times as far ahead. */
    private end(times = 1): number {
        const ahead = Math.max(AHEAD.first, AHEAD.each * this.count);
        return Math.min(this.expected.length, (this.start ?? 0) + times * ahead);
    }

    private async readAll(scope: Scope): Promise<void> {
        while (this.begun < this.end()) {
            const one = this.expected[this.begun];
            this.begun += 1;
            if (one && one.provider === this.provider) await this.read(one, scope).catch(() => {});
        }
        this.readers -= 1;
    }

    private async read(one: Expected, scope: Scope): Promise<void> {
        const id = await this.idOf(one, scope);
        if (id === undefined || this.passed.has(`${one.kind} ${id}`)) return;
        await this.kindOf(one)?.observe(scope.live, id, one.given);
    }

    private idOf(one: Expected, scope: Scope): Promise<string | undefined> {
        one.id ??= this.lookFor(one, scope).catch(() => undefined);
        return one.id;
    }

    private async lookFor(one: Expected, scope: Scope): Promise<string | undefined> {
        const kind = this.kindOf(one);
        const key: Record<string, unknown> = { ...one.key };
        for (const [name, number] of Object.entries(one.ids)) {
            const other = this.expected[number];
            key[name] = other && (await this.idOf(other, scope));
            if (key[name] === undefined) return undefined;
        }
        const id = kind?.idOf(key);
        if (id !== undefined || kind?.shape !== "entity") return id;
        const found = await kind.find(scope.live, key, "listed");
        return found.length === 1 ? found[0] : undefined;
    }

    private kindOf({ kind }: Forecast): Kind | undefined {
        return this.kinds.find(({ name }) => name === kind);
    }
}
