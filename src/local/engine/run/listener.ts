import type { Diagnostic, Step } from "../contract/stack.js";
import type { State } from "../contract/state.js";
import type { Diff } from "../processes/plugin.js";

/** Receives the events of an operation as they happen. */
export interface Listener {
    /** A step is about to start. The states are mutable: copy what you need. */
    step(step: Step, states: StepStates): void;
    diagnostic(diagnostic: Diagnostic): void;
    /** The state has changed and is to be saved. */
    changed(): void;
    /** Resolves once the current state is saved. Omit in a preview, which saves nothing. */
    saved?(): Promise<void>;
}

/** The states before and after a step, and the differences. */
export interface StepStates {
    old?: State | undefined;
    new?: State | undefined;
    /** Properties whose change requires a replacement. */
    replaces?: string[];
    /** Differences by property path, if the provider reports them. */
    detailed?: Diff["detailed"] | undefined;
}
