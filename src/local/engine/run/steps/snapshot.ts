import { needs, type State } from "../../contract/state.js";
import type { Stored } from "../../state/deployment.js";

/** The resources of a stack during an operation: the old ones, which of them are processed, and the new ones. */
export class Snapshot {
    #olds: State[];
    #news: State[] = [];
    readonly #done = new Set<State>();
    readonly #pending: Set<State>;

    constructor(olds: State[], pending: readonly State[] = []) {
        this.#olds = olds;
        this.#pending = new Set(pending);
    }

    /** The old resources, each after its dependencies. */
    get olds(): readonly State[] {
        return this.#olds;
    }

    /** Old resources that are not processed yet. */
    get left(): State[] {
        return this.#olds.filter((old) => !this.#done.has(old));
    }

    get states(): State[] {
        return [...this.#news, ...this.left];
    }

    /** The current state of the stack, for saving. */
    get stored(): Stored {
        return { states: this.states, pending: [...this.#pending] };
    }

    /** Records that the creation of a resource starts. */
    begin(state: State): void {
        this.#pending.add(state);
    }

    /** Records that the creation of a resource has ended. */
    end(state: State): void {
        this.#pending.delete(state);
    }

    /** The old resource with a URN, excluding replaced ones that are still to be deleted. */
    old(urn: string): State | undefined {
        return this.#olds.find((state) => state.urn === urn && !state.delete);
    }

    /** Adds an imported object, as it is on the service. */
    adopt(state: State): void {
        this.#olds.push(state);
    }

    /** The resource with a URN, if this operation has processed it. */
    created(urn: string): State | undefined {
        return this.#news.find((state) => state.urn === urn);
    }

    /** Replaces one state with another. */
    replace(old: State | undefined, state: State): void {
        if (old) this.#done.add(old);
        this.#news.push(state);
        this.#pending.delete(state);
    }

    remove(old: State): void {
        this.#done.add(old);
    }

    /**
     * Restarts from the result of a refresh: a map from each old state to the new one, or to
     * undefined if the object was deleted.
     */
    rebase(found: Map<State, State | undefined>): void {
        const states: State[] = [];
        const existing = new Set<string>();
        for (const old of this.#olds) {
            const state = found.has(old) ? found.get(old) : old;
            if (!state) continue;
            states.push(withoutDangling(state, existing));
            existing.add(state.urn);
        }
        this.#olds = states;
    }

    /** The direct and indirect dependents of a resource, each after the resources that it depends on. */
    dependents(root: State): State[] {
        const reached = new Set([root.urn]);
        const result: State[] = [];
        for (const state of this.#olds) {
            if (state === root || !needs(state).some((urn) => reached.has(urn))) continue;
            reached.add(state.urn);
            result.push(state);
        }
        return result;
    }

    /** Groups resources into rounds of deletions: each resource is in an earlier round than its dependencies. */
    rounds(resources: State[]): State[][] {
        const left = new Set(resources);
        const rounds: State[][] = [];
        while (left.size > 0) {
            const urns = new Set([...left].map((state) => state.urn));
            const round = [...left].filter((state) => !needs(state).some((urn) => urn !== state.urn && urns.has(urn)));
            for (const state of round) left.delete(state);
            rounds.unshift(round);
        }
        return rounds;
    }

    /** The direct and indirect dependencies of resources. */
    needed(by: State[]): Set<State> {
        const urns = new Set(by.flatMap(needs));
        const result = new Set<State>();
        for (const state of [...this.#olds].reverse()) {
            if (!urns.has(state.urn)) continue;
            result.add(state);
            for (const urn of needs(state)) urns.add(urn);
        }
        return result;
    }
}

/** A state without references to resources that do not exist. */
function withoutDangling(state: State, existing: Set<string>): State {
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
