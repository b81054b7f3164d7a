import type { Client } from "../../api/client.js";
import { CallError, ForbiddenError, UnauthorizedError } from "../../api/errors.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import { namesIn, type Parts, problemOf } from "../../api/parameters.js";
import { isRead } from "../../api/transport/outcome.js";
import { type Kind, kindSources } from "../../kernel.js";
import { pageParameters, Samples } from "../../verify/samples.js";

/** Result of trying to read one kind. */
export interface ReadTrial {
    readonly kind: string;
    readonly operation?: OperationName;
    readonly result: "may read" | "may not read" | "not known";
    /** The reason for any result other than `may read`. */
    readonly because?: string;
}

/** A name that no object has, so that the expected response is empty. */
const NO_NAME = "access-governance doctor";

/**
 * Tries to read objects of each kind: one page of the list of kinds with ids, and the objects below one sample object for other kinds.
 * Sends each call only once.
 */
export class Trials {
    private readonly samples: Samples;
    private readonly answers = new Map<string, Promise<unknown>>();

    constructor(
        private readonly client: Client,
        private readonly kinds: readonly Kind[],
    ) {
        const below = kinds.filter(({ shape }) => shape !== "entity");
        const parents = new Set(below.flatMap(kindSources).map(({ name }) => name));
        this.samples = new Samples(
            client,
            kinds.flatMap(kindSources),
            (operation, parts) => this.call(operation, parts),
            ({ name }) => !parents.has(name),
        );
    }

    /** @throws errors that do not come from the service */
    all(progress: (done: number, total: number) => void): Promise<ReadTrial[]> {
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

    private async of(kind: Kind): Promise<ReadTrial> {
        const operation = readOf(kind);
        const tried = { kind: kind.name, ...(operation ? { operation } : {}) };
        if (!operation)
            return { ...tried, result: "not known", because: "the API does not have an operation that reads it" };
        try {
            const parts = await this.partsOf(kind, operation);
            if ("because" in parts) return { ...tried, result: "not known", because: parts.because };
            await this.call(operation, parts);
            return { ...tried, result: "may read" };
        } catch (error) {
            if (!(error instanceof CallError)) throw error;
            const isRefused = error instanceof ForbiddenError || error instanceof UnauthorizedError;
            const isOwn = error.failure.operation === operation;
            if (isRefused && isOwn) return { ...tried, result: "may not read", because: error.outcome };
            const because = isOwn
                ? `${operation} ${error.outcome}`
                : `${error.failure.operation}, which it requires, ${error.outcome}`;
            return { ...tried, result: "not known", because };
        }
    }

    /**
     * Returns the parameters for the read operation, or the reason why it cannot be called.
     * @throws CallError if a sample object that it needs cannot be read
     */
    private async partsOf(kind: Kind, operation: OperationName): Promise<Parts | { readonly because: string }> {
        const source = kindSources(kind)[0];
        if (source?.list?.name === operation) return this.samples.firstPage(source);
        const { path } = namesIn(operations[operation]);
        const given: Record<string, unknown> = {};
        for (const [at, name] of path.entries()) {
            const by = at === 0 && kind.shape !== "entity" ? source : this.samples.sourceOf(name);
            if (!by) {
                given[name] = NO_NAME;
                continue;
            }
            const among = at === 0 && "among" in kind.discovery ? kind.discovery.among : undefined;
            const [id] = await this.samples.ids(by, among);
            if (id === undefined) return { because: `no ${by.name} was found that can have one` };
            given[name] = id;
        }
        const parts = { path: given, ...pageParameters(operation, 1) };
        return problemOf(operations[operation], parts) ? { because: `${operation} needs more than an id` } : parts;
    }

    private call(operation: OperationName, parts: Parts): Promise<unknown> {
        const key = `${operation} ${JSON.stringify(parts)}`;
        const known = this.answers.get(key);
        if (known) return known;
        const answer = this.client.send(operation, parts);
        this.answers.set(key, answer);
        return answer;
    }
}

/** Returns the operation that a preview of the kind uses: the list of its objects, or the read below another object. */
function readOf(kind: Kind): OperationName | undefined {
    const [source] = kindSources(kind);
    const ofSource = [source?.list, source?.find, source?.read].flatMap((one) => one?.name ?? []);
    if (kind.shape === "entity") return ofSource[0];
    const reads = kind.operations.filter((name) => isRead(operations[name]));
    return reads.find((name) => !ofSource.includes(name)) ?? reads[0];
}
