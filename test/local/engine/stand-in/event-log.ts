import { appendFileSync, writeFileSync } from "node:fs";
import type { Diagnostic, Run, Step } from "../../../../src/local/engine/contract/stack.js";
import type { ResourceEntry } from "../../../../src/local/engine/contract/state.js";
import { type EngineProperties, shownProperties } from "../../../../src/local/engine/contract/values.js";
import { Display } from "../../../../src/local/engine/run/display.js";
import type { StepStates } from "../../../../src/local/engine/run/listener.js";

/** Writes the parts of `pulumi up --event-log` that are read: one line for each step that begins, ends or fails, and for each message. */
export class EventLog extends Display {
    readonly #begun: { readonly step: Step; readonly states: StepStates }[] = [];

    constructor(
        private readonly file: string,
        ...of: ConstructorParameters<typeof Display>
    ) {
        super(...of);
        writeFileSync(file, "");
    }

    override step(step: Step, states: StepStates): void {
        super.step(step, states);
        this.#begun.push({ step, states });
        this.#write({ resourcePreEvent: { metadata: metadataOf(step, states) } });
    }

    override diagnostic(diagnostic: Diagnostic): void {
        super.diagnostic(diagnostic);
        this.#write({ diagnosticEvent: { ...diagnostic, message: this.config.masked(`${diagnostic.message}\n`) } });
    }

    /** Writes the results of the steps, which are known only at the end. */
    override finish(exitCode: number, outputs: Record<string, unknown>): Run {
        for (const { step, states } of this.#begun) {
            const metadata = metadataOf(step, states);
            this.#write(step.failed ? { resOpFailedEvent: { metadata } } : { resOutputsEvent: { metadata } });
        }
        this.#write({ summaryEvent: { result: exitCode === 1 ? "failed" : "succeeded" } });
        return super.finish(exitCode, outputs);
    }

    #write(event: EngineProperties): void {
        appendFileSync(this.file, `${JSON.stringify(event)}\n`);
    }
}

function metadataOf({ op, urn, type }: Step, states: StepStates): EngineProperties {
    const state = (one: ResourceEntry | undefined) => (one ? shownProperties(structuredClone({ ...one })) : null);
    return { op, urn, type, old: state(states.old), new: state(states.new) };
}
