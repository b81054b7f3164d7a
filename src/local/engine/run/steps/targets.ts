import { EngineError } from "../../contract/project.js";
import type { RunOptions } from "../../contract/stack.js";
import { isProvider, nameOf, STACK_TYPE, type State } from "../../contract/state.js";
import type { Goal } from "./goal.js";

/** The resources that an operation may change, and those that it must replace. */
export class Targets {
    /** URNs of new resources that are not created because they are not targeted. */
    readonly #skipped = new Set<string>();

    constructor(private readonly options: Pick<RunOptions, "targets" | "replace">) {}

    /** Whether a resource may change. Without targets, all may; providers and the stack always may. */
    includes({ urn, type }: State): boolean {
        const { targets } = this.options;
        return !targets || targets.includes(urn) || isProvider(type) || type === STACK_TYPE;
    }

    /** The URN of the first target that is not in the state. */
    missingIn(states: readonly State[]): string | undefined {
        return this.options.targets?.find((target) => !states.some(({ urn }) => urn === target));
    }

    replaces(urn: string): boolean {
        return this.options.replace?.includes(urn) ?? false;
    }

    skip(urn: string): void {
        this.#skipped.add(urn);
    }

    /** @throws EngineError if the resource depends on one that is not created */
    assertComplete({ name, parent, dependencies = [] }: Goal): void {
        const missing = [parent, ...dependencies].find((urn) => urn !== undefined && this.#skipped.has(urn));
        if (missing)
            throw new EngineError(`${name} depends on ${nameOf(missing)}, which is new and not targeted: target both.`);
    }
}
