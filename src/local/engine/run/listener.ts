import type { Diagnostic, Step } from "../contract/stack.js";
import type { ResourceEntry } from "../contract/state.js";
import type { ProviderDiff } from "../processes/plugin.js";

/** Receives the events of an operation as they happen. */
export interface Listener {
    /** Called before a step starts. The states may change later, so copy the data that you need. */
    step(step: Step, states: StepStates): void;
    diagnostic(diagnostic: Diagnostic): void;
    /** Called when the state has changed and must be saved. */
    changed(): void;
    /** Resolves when the current state has been saved. Omitted in previews, which do not save the state. */
    saved?(): Promise<void>;
}

/** The states of a resource before and after a step, and their differences. */
export interface StepStates {
    old?: ResourceEntry | undefined;
    new?: ResourceEntry | undefined;
    /** Properties that require a replacement because they changed. */
    replaces?: string[];
    /** Differences by property path, if the provider reports them. */
    detailed?: ProviderDiff["detailed"] | undefined;
}
