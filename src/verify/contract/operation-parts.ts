import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../api/operation.js";
import { namesIn, type Parts } from "../../api/parameters.js";
import { isRead } from "../../api/transport/outcome.js";
import { fieldName } from "../../common/wire-names.js";
import { type Kind, kindSources } from "../../kernel.js";
import { pageParameters, Samples } from "../samples.js";
import { type ContractCaller, listedItems } from "./caller.js";

/** Maximum number of objects per operation. */
const MOST_OBJECTS = 10;

/** Query parameters that are optional in the API description but required in practice. */
const NEEDED: Partial<Record<OperationName, readonly string[]>> = {
    getUser: ["user_id"],
    getSessions: ["resource_id"],
};

/** All operations that only read. */
export const READS = operationsIn(operations).filter((name) => isRead(operations[name]));

/** Finds parameters for operations. They are ids and names of existing objects. */
export class OperationParts {
    readonly #samples: Samples;

    constructor(
        client: Client,
        private readonly caller: ContractCaller,
        private readonly kinds: readonly Kind[],
    ) {
        const read = async (operation: OperationName, parts: Parts) => (await caller.look(operation, parts)).value;
        this.#samples = new Samples(client, kinds.flatMap(kindSources), read);
    }

    /** Returns parameters for up to ten calls, or the reason why the operation cannot be called. */
    async of(operation: OperationName): Promise<readonly Parts[] | { readonly because: string }> {
        if (operation === "runQuery")
            return (["USER", "GROUP", "RESOURCE"] as const).map((type) => ({
                body: { type: "NODE", query: { nodeFilters: { entityTypes: [type] } }, first: 100 },
            }));
        if (operation === "findTag") return this.#tags();
        const { path } = namesIn(operations[operation]);
        const query = NEEDED[operation] ?? [];
        const page = pageParameters(operation);
        let all: readonly GivenParts[] = [{}];
        for (const [at, name] of [...path, ...query].entries()) {
            const more = await Promise.all(all.map((given) => this.#with(operation, given, at, name)));
            all = more.flat().slice(0, MOST_OBJECTS);
            if (all.length === 0) return { because: `no ${name} found` };
        }
        return all.map((given) => ({
            ...(path.length > 0 && { path: only(given, path) }),
            ...(query.length > 0 ? { query: { ...only(given, query), ...page.query } } : page),
        }));
    }

    /** Returns the keys and values of existing tags, for the operation that finds a tag. */
    async #tags(): Promise<readonly Parts[] | { readonly because: string }> {
        const source = this.#samples.sourceOf("tag_id");
        const tags = source ? await this.#samples.objects(source) : [];
        if (tags.length === 0) return { because: "no tag found" };
        return tags.slice(0, MOST_OBJECTS).map(({ key, value }) => ({
            query: { tag_key: key, ...(typeof value === "string" && value !== "" && { tag_value: value }) },
        }));
    }

    async #with(operation: OperationName, given: GivenParts, at: number, name: string): Promise<GivenParts[]> {
        const values = await this.#valuesOf(operation, given, at, name);
        return [...new Set(values)].slice(0, MOST_OBJECTS).map((value) => ({ ...given, [name]: value }));
    }

    async #valuesOf(operation: OperationName, given: GivenParts, at: number, name: string): Promise<readonly string[]> {
        const below = at > 0 ? await this.#below(operation, given, name) : undefined;
        if (below) return below;
        const kind = this.kinds.find(({ operations: own, discovery }) => own.includes(operation) && "of" in discovery);
        if (at === 0 && kind && "of" in kind.discovery) {
            const { of, among } = kind.discovery;
            return this.#ids(() => this.#samples.ids(of, among));
        }
        const [, noun] = /^(\w+)_name$/.exec(name) ?? [];
        const source = this.#samples.sourceOf(noun === undefined ? name : `${noun}_id`);
        if (noun !== undefined && source) {
            return this.#ids(async () => textsIn(await this.#samples.objects(source), source.called ?? "name"));
        }
        if (source && name !== "id") return this.#ids(() => this.#samples.ids(source));
        return (await this.#inList(operation, name)) ?? [];
    }

    /**
     * Returns values from the list at a prefix of the path: `/resources/{resource_id}/users` for
     * `/resources/{resource_id}/users/{user_id}`.
     */
    async #below(operation: OperationName, given: GivenParts, name: string): Promise<readonly string[] | undefined> {
        const { path } = operations[operation];
        for (let prefix = path.slice(0, path.indexOf(`/{${name}}`)); prefix.includes("{"); prefix = parentOf(prefix)) {
            const list = READS.find((one) => operations[one].path === prefix && operations[one].method === "GET");
            if (!list) continue;
            const parts = { path: only(given, namesIn(operations[list]).path), ...pageParameters(list) };
            return textsIn(listedItems(list, (await this.caller.look(list, parts)).value), name);
        }
        return undefined;
    }

    /** Returns values from the list of all objects: `/requests` for `/requests/{id}`, `/uars` for `/uar/{uar_id}`. */
    async #inList(operation: OperationName, name: string): Promise<readonly string[] | undefined> {
        const { path } = operations[operation];
        const prefix = path.slice(0, path.indexOf(`/{${name}}`));
        const list = READS.find((one) => [prefix, `${prefix}s`].includes(operations[one].path));
        if (!list) return undefined;
        const items = listedItems(list, (await this.caller.look(list, pageParameters(list))).value);
        return textsIn(items, name, "id");
    }

    /** Returns the ids from `find`. Empty if a call fails. */
    async #ids(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
        try {
            return await find();
        } catch (error) {
            if (error instanceof CallError) return [];
            throw error;
        }
    }
}

type GivenParts = Readonly<Record<string, string>>;

function textsIn(items: readonly object[], ...names: readonly string[]): string[] {
    return items.flatMap((item) => {
        const found = names.flatMap((name) => [Reflect.get(item, name), Reflect.get(item, fieldName(name))]);
        const text: unknown = found.find((value) => typeof value === "string" && value !== "");
        return typeof text === "string" ? [text] : [];
    });
}

function only(given: GivenParts, names: readonly string[]): GivenParts {
    return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

function parentOf(path: string): string {
    return path.slice(0, path.lastIndexOf("/"));
}

function operationsIn(table: Readonly<Record<OperationName, OperationEntry>>): OperationName[] {
    // The cast is safe: the type of the table does not allow other keys.
    return Object.keys(table) as OperationName[];
}
