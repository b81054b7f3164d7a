import type { Properties } from "../../common/properties.js";

/** A page of a list. */
interface Page {
    readonly objects: readonly Properties[];
    readonly isLast: boolean;
}

/** The list of all objects of a kind. Pages are read as they are needed. */
export class ObjectList {
    /** Number of pages read so far. */
    private read = 0;
    private isWhole = false;
    private turn: Promise<void> | undefined;
    private readonly pages: AsyncIterator<Page>;
    private readonly byId = new Map<string, Properties>();
    private readonly byValue = new Map<string, Index>();

    /** Ids of objects written after the list was started. */
    readonly outdated = new Set<string>();

    /** @param id name of the property that contains the id */
    constructor(
        pages: AsyncIterable<Page>,
        private readonly id: string,
    ) {
        this.pages = pages[Symbol.asyncIterator]();
    }

    /**
     * Returns the object if it is on the first `most` pages.
     * @throws the error of a failed call, after which the list can no longer be used
     */
    async get(id: string, most = Number.POSITIVE_INFINITY): Promise<Properties | undefined> {
        while (!this.byId.has(id) && this.canRead(most)) await this.more();
        return this.byId.get(id);
    }

    /**
     * Reads up to `most` pages. Returns whether the list is then complete.
     * @throws like `get`
     */
    async hasAll(most = Number.POSITIVE_INFINITY): Promise<boolean> {
        while (this.canRead(most)) await this.more();
        return this.isWhole;
    }

    /** Returns all objects, in the order of the list. @throws like `get` */
    async everything(): Promise<readonly Properties[]> {
        await this.hasAll();
        return [...this.byId.values()];
    }

    /** The objects read so far. */
    known(): Iterable<Properties> {
        return this.byId.values();
    }

    /**
     * Returns the objects read so far that have this value in a property. `form` converts equivalent spellings to the same value. Uses an
     * index, because a run may look up thousands of objects in a list of thousands.
     */
    having(property: string, value: unknown, form: (value: unknown) => unknown): readonly Properties[] {
        const known = this.byValue.get(property);
        const index = known ?? new Index(property, form);
        if (!known) {
            this.byValue.set(property, index);
            for (const object of this.byId.values()) index.add(object);
        }
        return index.get(value);
    }

    private canRead(most: number): boolean {
        return !this.isWhole && this.read < most;
    }

    /** Reads the next page, once for all callers that wait for it. */
    private more(): Promise<void> {
        // After a failure, `turn` stays set. Otherwise a later call would find the iterator finished and treat the list as complete.
        this.turn ??= this.next().then(() => {
            this.turn = undefined;
        });
        return this.turn;
    }

    private async next(): Promise<void> {
        const { value, done } = await this.pages.next();
        this.read += 1;
        this.isWhole = done === true || value.isLast;
        if (done) return;
        for (const object of value.objects) {
            const id = String(object[this.id]);
            if (!this.byId.has(id)) for (const index of this.byValue.values()) index.add(object);
            this.byId.set(id, object);
        }
    }
}

/** Objects indexed by the value of a property. */
class Index {
    private readonly objects = new Map<string, Properties[]>();

    constructor(
        private readonly property: string,
        private readonly form: (value: unknown) => unknown,
    ) {}

    add(object: Properties): void {
        const text = this.textOf(object[this.property]);
        const alike = this.objects.get(text);
        if (alike) alike.push(object);
        else this.objects.set(text, [object]);
    }

    get(value: unknown): readonly Properties[] {
        return this.objects.get(this.textOf(value)) ?? [];
    }

    private textOf(value: unknown): string {
        return JSON.stringify(this.form(value)) ?? "";
    }
}
