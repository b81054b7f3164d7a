import { needs, type ResourceEntry } from "../../contract/state.js";
import type { Stored } from "../../state/deployment.js";

/** The resources of a stack during an operation: the old states, which of them have been processed, and the new states. */
export class Snapshot {
    #olds: ResourceEntry[];
    #news: ResourceEntry[] = [];
    readonly #done = new Set<ResourceEntry>();
    readonly #pending: Set<ResourceEntry>;

    constructor(olds: ResourceEntry[], pending: readonly ResourceEntry[] = []) {
        this.#olds = olds;
        this.#pending = new Set(pending);
    }

    /** The states before the operation. Each resource comes after its dependencies. */
    get olds(): readonly ResourceEntry[] {
        return this.#olds;
    }

    /** Old states that have not been processed yet. */
    get left(): ResourceEntry[] {
        return this.#olds.filter((old) => !this.#done.has(old));
    }

    get states(): ResourceEntry[] {
        return [...this.#news, ...this.left];
    }

    /** The current state of the stack in the form in which it is saved. */
    get stored(): Stored {
        return { states: this.states, pending: [...this.#pending] };
    }

    /** Records that the creation of a resource has started. */
    begin(state: ResourceEntry): void {
        this.#pending.add(state);
    }

    /** Records that the creation of a resource has ended. */
    end(state: ResourceEntry): void {
        this.#pending.delete(state);
    }

    /** Returns the old state with this URN. Ignores replaced resources that still have to be deleted. */
    old(urn: string): ResourceEntry | undefined {
        return this.#olds.find((state) => state.urn === urn && !state.delete);
    }

    /** Adds the state of an imported object. */
    adopt(state: ResourceEntry): void {
        this.#olds.push(state);
    }

    /** Returns the new state with this URN, or undefined if the resource has not been processed yet. */
    created(urn: string): ResourceEntry | undefined {
        return this.#news.find((state) => state.urn === urn);
    }

    /** Adds a new state. Marks the old state, if any, as processed. */
    replace(old: ResourceEntry | undefined, state: ResourceEntry): void {
        if (old) this.#done.add(old);
        this.#news.push(state);
        this.#pending.delete(state);
    }

    remove(old: ResourceEntry): void {
        this.#done.add(old);
    }

    /**
     * Replaces the old states with the result of a refresh.
     * @param found for each old state, the new state, or undefined if the object was deleted
     */
    rebase(found: Map<ResourceEntry, ResourceEntry | undefined>): void {
        const states: ResourceEntry[] = [];
        const existing = new Set<string>();
        for (const old of this.#olds) {
            const state = found.has(old) ? found.get(old) : old;
            if (!state) continue;
            states.push(withoutDangling(state, existing));
            existing.add(state.urn);
        }
        this.#olds = states;
    }

    /** Returns the direct and indirect dependents of a resource. Each resource comes after its dependencies. */
    dependents(root: ResourceEntry): ResourceEntry[] {
        const reached = new Set([root.urn]);
        const result: ResourceEntry[] = [];
        for (const state of this.#olds) {
            if (state === root || !needs(state).some((urn) => reached.has(urn))) continue;
            reached.add(state.urn);
            result.push(state);
        }
        return result;
    }

    /** Splits resources into groups that are deleted one after another. Each resource is in an earlier group than its dependencies. */
    rounds(resources: ResourceEntry[]): ResourceEntry[][] {
        const left = new Set(resources);
        const rounds: ResourceEntry[][] = [];
        while (left.size > 0) {
            const urns = new Set([...left].map((state) => state.urn));
            const round = [...left].filter((state) => !needs(state).some((urn) => urn !== state.urn && urns.has(urn)));
            for (const state of round) left.delete(state);
            rounds.unshift(round);
        }
        return rounds;
    }

    /** Returns the direct and indirect dependencies of the resources. */
    needed(by: ResourceEntry[]): Set<ResourceEntry> {
        const urns = new Set(by.flatMap(needs));
        const result = new Set<ResourceEntry>();
        for (const state of [...this.#olds].reverse()) {
            if (!urns.has(state.urn)) continue;
            result.add(state);
            for (const urn of needs(state)) urns.add(urn);
        }
        return result;
    }
}

/** Returns the state without references to resources that do not exist. */
function withoutDangling(state: ResourceEntry, existing: Set<string>): ResourceEntry {
    const { dependencies, propertyDependencies, ...rest } = state;
    const kept = (urns: string[]) => urns.filter((urn) => existing.has(urn));
    const byProperty = Object.entries(propertyDependencies ?? {}).map(([key, urns]) => [key, kept(urns)] as const);
    if (rest.deletedWith && !existing.has(rest.deletedWith)) delete rest.deletedWith;
    return {
        ...rest,
        dependencies: kept(dependencies ?? []),
        propertyDependencies: Object.fromEntries(byProperty.filter(([, urns]) => urns.length > 0)),
    };
}
