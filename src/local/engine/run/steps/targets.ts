import { EngineError } from "../../contract/project.js";
import type { RunOptions } from "../../contract/stack.js";
import { isProvider, type ResourceEntry, STACK_TYPE, urnName } from "../../contract/state.js";
import type { Goal } from "./goal.js";

/** The `targets` and `replace` options of an operation. */
export class Targets {
    /** URNs of new resources that are not created because they are not targeted. */
    readonly #skipped = new Set<string>();

    constructor(private readonly options: Pick<RunOptions, "targets" | "replace">) {}

    /** Whether a resource may be changed. Providers and the stack always may, and all resources may if there are no targets. */
    includes({ urn, type }: ResourceEntry): boolean {
        const { targets } = this.options;
        return !targets || targets.includes(urn) || isProvider(type) || type === STACK_TYPE;
    }

    /** Returns the first target URN that is not in the state. */
    missingIn(states: readonly ResourceEntry[]): string | undefined {
        return this.options.targets?.find((target) => !states.some(({ urn }) => urn === target));
    }

    replaces(urn: string): boolean {
        return this.options.replace?.includes(urn) ?? false;
    }

    skip(urn: string): void {
        this.#skipped.add(urn);
    }

    /** @throws EngineError if the resource depends on a resource that was skipped */
    assertComplete({ name, parent, dependencies = [] }: Goal): void {
        const missing = [parent, ...dependencies].find((urn) => urn !== undefined && this.#skipped.has(urn));
        if (missing)
            throw new EngineError(
                `${name} depends on ${urnName(missing)}, which is new and not targeted. Target both resources.`,
            );
    }
}
