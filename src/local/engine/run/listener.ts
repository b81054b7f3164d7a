import type { Diagnostic, Step } from "../contract/stack.js";
import type { State } from "../contract/state.js";
import type { Diff } from "../processes/plugin.js";

/** Receives the events of an operation as they happen. */
export interface Listener {
    /** A step is about to start. The states are mutable: copy what you need. */
    step(step: Step, states: Concerned): void;
    diagnostic(diagnostic: Diagnostic): void;
    /** Something new is stored. */
    changed(): void;
    /** Resolves once the stored state is on disk. Omit if nothing is stored. */
    kept?(): Promise<void>;
}

/** The states a step is about. */
export interface Concerned {
    old?: State | undefined;
    new?: State | undefined;
    /** Properties for which the object has to be replaced. */
    replaces?: string[];
    /** What differs, by property path, if the provider says so. */
    detailed?: Diff["detailed"] | undefined;
}
