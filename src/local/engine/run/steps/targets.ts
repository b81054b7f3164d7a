import { EngineError } from "../../contract/project.js";
import type { RunOptions } from "../../contract/stack.js";
import { isProvider, nameOf, STACK_TYPE, type State } from "../../contract/state.js";
import type { Goal } from "./goal.js";

/** Resources that an operation may change, or must replace. */
export class Targets {
    /** URNs of new resources that are not targeted, and so not created. */
    readonly #skipped = new Set<string>();

    constructor(private readonly asked: Pick<RunOptions, "targets" | "replace">) {}

    /** True for everything if nothing is targeted; providers and the stack are touched in any case. */
    includes({ urn, type }: State): boolean {
        const { targets } = this.asked;
        return !targets || targets.includes(urn) || isProvider(type) || type === STACK_TYPE;
    }

    /** The first one missing from the state. */
    missingIn(states: readonly State[]): string | undefined {
        return this.asked.targets?.find((target) => !states.some(({ urn }) => urn === target));
    }

    replaces(urn: string): boolean {
        return this.asked.replace?.includes(urn) ?? false;
    }

    skip(urn: string): void {
        this.#skipped.add(urn);
    }

    /** @throws EngineError if the resource depends on one that is not created */
    assertComplete({ name, parent, dependencies = [] }: Goal): void {
        const missing = [parent, ...dependencies].find((urn) => urn !== undefined && this.#skipped.has(urn));
        if (missing)
            throw new EngineError(
                `${name} needs ${nameOf(missing)}, which is new and not targeted: target both of them.`,
            );
    }
}
