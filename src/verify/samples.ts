import type { Client } from "../api/client.js";
import { type OperationName, operations } from "../api/generated/operations.gen.js";
import type { OperationEntry } from "../api/operation.js";
import type { Parts } from "../api/parameters.js";
import type { Properties } from "../common/properties.js";
import { fieldName } from "../common/wire-names.js";
import { propertiesIn, type Source } from "../kernel.js";

/** Page size for samples. */
const SAMPLE = 200;

/**
 * Finds ids of existing objects that a path parameter accepts, by the name of the parameter. Reads each list once, usually only its first
 * page.
 */
export class Samples {
    readonly #sources: ReadonlyMap<string, Source>;
    readonly #idsWithoutList = new Map<string, Promise<readonly string[]>>();

    constructor(
        private readonly client: Client,
        sources: readonly Source[],
        /** Reads one page. The same page may be requested several times. */
        private readonly read: (operation: OperationName, parts: Parts) => Promise<unknown>,
        /** Whether a single object of the source is enough. */
        private readonly isOneEnough: (source: Source) => boolean = () => false,
    ) {
        this.#sources = new Map(sources.map((source) => [source.name, source]));
    }

    /** Returns the source of the objects whose ids a parameter such as `group_id` accepts. */
    sourceOf(parameter: string): Source | undefined {
        const id = fieldName(parameter);
        return [...this.#sources.values()].find((source) => source.id === id);
    }

    /** Returns the objects on the first page of a source, or only their ids if the API has no list of them. */
    async objects(source: Source): Promise<readonly Properties[]> {
        if (!source.list) return (await this.#idsOf(source)).map((id) => ({ [source.id]: id }));
        const entry: OperationEntry = operations[source.list.name];
        const answer = await this.read(source.list.name, this.firstPage(source));
        const items: unknown = Reflect.get(Object(answer), entry.paging?.items ?? "");
        return Array.isArray(items) ? items.map((item: object) => propertiesIn(source, item)) : [];
    }

    /**
     * Returns the ids of the objects that `among` accepts: those on the first page, or those in the whole list if the first page has none.
     */
    async ids(source: Source, among?: (object: Properties) => boolean): Promise<string[]> {
        const objects = await this.objects(source);
        const fitting = source.list && among ? objects.filter(among) : objects;
        const hasMore = objects.length >= SAMPLE;
        const rest = fitting.length === 0 && hasMore && among ? await source.list?.all(this.client) : undefined;
        const found = rest?.map((item) => propertiesIn(source, item)).filter(among ?? (() => true)) ?? fitting;
        return found.map((object) => String(object[source.id]));
    }

    firstPage(source: Source): Parts {
        return source.list ? pageParameters(source.list.name, this.isOneEnough(source) ? 1 : SAMPLE) : {};
    }

    #idsOf(source: Source): Promise<readonly string[]> {
        const known = this.#idsWithoutList.get(source.name);
        if (known) return known;
        const ids = source.ids?.(this.client) ?? Promise.resolve([]);
        this.#idsWithoutList.set(source.name, ids);
        return ids;
    }
}

/** Parameters that request a page of this size, if the operation has pages. */
export function pageParameters(operation: OperationName, size: number = SAMPLE): Parts {
    const { paging }: OperationEntry = operations[operation];
    const name = paging?.request?.find((one) => one === "page_size" || one === "limit");
    return name ? { query: { [name]: size } } : {};
}
