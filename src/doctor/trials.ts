import type { Client } from "../api/client.js";
import { CallError, ForbiddenError, UnauthorizedError } from "../api/errors.js";
import { type OperationName, operations } from "../api/generated/operations.gen.js";
import type { OperationEntry } from "../api/operation.js";
import { isRead } from "../api/outcome.js";
import { namesIn, type Parts, problemOf } from "../api/parameters.js";
import { propertiesIn, type Source } from "../live/source.js";
import type { Properties } from "../schema/fields.js";
import type { Kind } from "../shapes/kind.js";

/** What came of trying to read one kind. */
export interface Trial {
    readonly kind: string;
    readonly operation?: OperationName;
    readonly result: "may read" | "may not read" | "not known";
    /** Why, for the latter two. */
    readonly because?: string;
}

/** So many objects are read to find one that can have what another kind declares: an IdP mapping is of certain apps alone. */
const SAMPLE = 200;

/** A name that nobody gives: no answer but an empty one is expected. */
const NO_NAME = "access-governance doctor";

/**
 * Reads a little of each kind: an object with an id of its own by its list, everything else below one object that has it. Each call is made
 * once, whoever needs it.
 */
export class Trials {
    private readonly sources: ReadonlyMap<string, Source>;
    private readonly answers = new Map<string, Promise<unknown>>();
    /** Names of the sources below whose objects something is read. */
    private readonly parents: ReadonlySet<string>;

    constructor(
        private readonly client: Client,
        private readonly kinds: readonly Kind[],
    ) {
        this.sources = new Map(kinds.flatMap(sourcesOf).map((source) => [source.name, source]));
        const below = kinds.filter(({ shape }) => shape !== "entity");
        this.parents = new Set(below.flatMap(sourcesOf).map(({ name }) => name));
    }

    /** @throws what is no answer of the service */
    all(progress: (done: number, total: number) => void): Promise<Trial[]> {
        let done = 0;
        return Promise.all(
            this.kinds.map(async (kind) => {
                const trial = await this.of(kind);
                done += 1;
                progress(done, this.kinds.length);
                return trial;
            }),
        );
    }

    private async of(kind: Kind): Promise<Trial> {
        const operation = readOf(kind);
        const told = { kind: kind.name, ...(operation ? { operation } : {}) };
        if (!operation) return { ...told, result: "not known", because: "the API has no read of it" };
        try {
            const parts = await this.partsOf(kind, operation);
            if ("because" in parts) return { ...told, result: "not known", because: parts.because };
            await this.call(operation, parts);
            return { ...told, result: "may read" };
        } catch (error) {
            if (!(error instanceof CallError)) throw error;
            const isRefused = error instanceof ForbiddenError || error instanceof UnauthorizedError;
            const isOwn = error.failure.operation === operation;
            if (isRefused && isOwn) return { ...told, result: "may not read", because: error.outcome };
            const because = isOwn
                ? `${operation} ${error.outcome}`
                : `${error.failure.operation}, which it needs, ${error.outcome}`;
            return { ...told, result: "not known", because };
        }
    }

    /** The parameters of the read; or why there are none. @throws CallError if what it needs cannot be read */
    private async partsOf(kind: Kind, operation: OperationName): Promise<Parts | { readonly because: string }> {
        const source = sourcesOf(kind)[0];
        if (source?.list?.name === operation) return this.firstPage(source);
        const { path } = namesIn(operations[operation]);
        const given: Record<string, unknown> = {};
        for (const [at, name] of path.entries()) {
            const by = at === 0 && kind.shape !== "entity" ? source : this.sourceOf(name);
            if (!by) {
                given[name] = NO_NAME;
                continue;
            }
            const id = await this.idIn(
                by,
                at === 0 && "among" in kind.whereabouts ? kind.whereabouts.among : undefined,
            );
            if (id === undefined) return { because: `no ${by.name} was found that can have one` };
            given[name] = id;
        }
        const parts = { path: given, ...pageOf(operation, 1) };
        return problemOf(operations[operation], parts) ? { because: `${operation} needs more than an id` } : parts;
    }

    private sourceOf(parameter: string): Source | undefined {
        const id = parameter.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
        return [...this.sources.values()].find((source) => source.id === id);
    }

    /** Id of one object that can have what is to be read. */
    private async idIn(
        source: Source,
        among: (object: Properties) => boolean = () => true,
    ): Promise<string | undefined> {
        if (!source.list) return (await this.once(`ids of ${source.name}`, async () => source.ids?.(this.client)))?.[0];
        const entry: OperationEntry = operations[source.list.name];
        const answer = await this.call(source.list.name, this.firstPage(source));
        // The client held the answer against the schema in which the table found the items.
        const items = Reflect.get(Object(answer), entry.paging?.items ?? "") as readonly object[];
        const object = items.map((item) => propertiesIn(source, item)).find(among);
        return object && String(object[source.id]);
    }

    private firstPage(source: Source): Parts {
        return source.list ? pageOf(source.list.name, this.parents.has(source.name) ? SAMPLE : 1) : {};
    }

    private call(operation: OperationName, parts: Parts): Promise<unknown> {
        return this.once(`${operation} ${JSON.stringify(parts)}`, () => this.client.send(operation, parts));
    }

    private once<T>(key: string, read: () => Promise<T>): Promise<T> {
        // The same key is always asked with the same question.
        const known = this.answers.get(key) as Promise<T> | undefined;
        if (known) return known;
        const answer = read();
        this.answers.set(key, answer);
        return answer;
    }
}

/** Where the objects of a kind are read, or those that it belongs to, first; then what else tells of it. */
function sourcesOf({ whereabouts }: Kind): readonly Source[] {
    if ("source" in whereabouts) return [whereabouts.source];
    if ("membersBelow" in whereabouts) return [whereabouts.membersBelow];
    return [whereabouts.of, ...whereabouts.ways.map(({ below }) => below)];
}

/** The read that a preview of the kind cannot do without: the list of its objects, or its own read below another object. */
function readOf(kind: Kind): OperationName | undefined {
    const [source] = sourcesOf(kind);
    const ofSource = [source?.list, source?.find, source?.read].flatMap((one) => one?.name ?? []);
    if (kind.shape === "entity") return ofSource[0];
    const reads = kind.operations.filter((name) => isRead(operations[name]));
    return reads.find((name) => !ofSource.includes(name)) ?? reads[0];
}

/** A page of this size, if the operation has pages. */
function pageOf(operation: OperationName, size: number): Parts {
    const { paging }: OperationEntry = operations[operation];
    const name = paging?.request?.find((one) => one === "page_size" || one === "limit");
    return name ? { query: { [name]: size } } : {};
}
