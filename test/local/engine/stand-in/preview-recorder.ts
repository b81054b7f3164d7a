import type { Diagnostic, Step } from "../../../../src/local/engine/contract/stack.js";
import { isDefaultProvider, type ResourceEntry, STACK_TYPE } from "../../../../src/local/engine/contract/state.js";
import { type EngineProperties, shownProperties } from "../../../../src/local/engine/contract/values.js";
import { Display } from "../../../../src/local/engine/run/display.js";
import type { StepStates } from "../../../../src/local/engine/run/listener.js";
import { isEmptyValue } from "../../../../src/local/engine/state/deployment.js";

/** Steps that are not recorded because they are part of a replacement, which is recorded as a `replace` step. */
const REPLACEMENT_PARTS = ["create-replacement", "delete-replaced", "remove-pending-replace"];

/** Records an operation in the format of `pulumi preview --json`. */
export class PreviewRecorder extends Display {
    readonly #steps: EngineProperties[] = [];
    readonly #messages: EngineProperties[] = [];
    readonly #counts = new Map<string, number>();
    readonly #started = process.hrtime.bigint();

    constructor(
        private readonly showsSames: boolean,
        ...of: ConstructorParameters<typeof Display>
    ) {
        super(...of);
    }

    override step(step: Step, states: StepStates): void {
        super.step(step, states);
        const { op, type, urn } = step;
        if (isDefaultProvider(step) || REPLACEMENT_PARTS.includes(op)) return;
        if (op !== "refresh") this.#counts.set(op, (this.#counts.get(op) ?? 0) + 1);
        if (op === "same" && type !== STACK_TYPE && !this.showsSames) return;
        const provider = (states.new ?? states.old)?.provider;
        this.#steps.push({
            op,
            urn,
            ...(provider && { provider }),
            ...(states.old && { oldState: shownState(states.old) }),
            ...(states.new && { newState: shownState(states.new) }),
            ...(states.replaces?.length && { replaceReasons: states.replaces }),
            // Dynamic providers do not report detailed differences, so the value is null.
            detailedDiff: states.detailed ?? null,
        });
    }

    override diagnostic(diagnostic: Diagnostic): void {
        super.diagnostic(diagnostic);
        const { severity, message, urn } = diagnostic;
        const prefix = severity === "info" ? "" : `${severity}: `;
        this.#messages.push({ ...(urn && { urn }), message: this.config.masked(`${prefix}${message}\n`), severity });
    }

    override line(message: string, from: "stdout" | "stderr"): void {
        const severity = from === "stdout" ? "info" : "info#err";
        this.#messages.push({ message: this.config.masked(`${message}\n\n`), severity });
    }

    document(): EngineProperties {
        const config = sorted(Object.entries(shownProperties(this.config.properties())));
        const counts = sorted([...this.#counts]);
        return {
            ...(config.length > 0 && { config: Object.fromEntries(config) }),
            ...(this.#steps.length > 0 && { steps: this.#steps }),
            ...(this.#messages.length > 0 && { diagnostics: this.#messages }),
            duration: Number(process.hrtime.bigint() - this.#started),
            ...(counts.length > 0 && { changeSummary: Object.fromEntries(counts) }),
        };
    }
}

/** Returns a copy of the state without empty properties, and with secrets masked. A copy is needed because the state may change later. */
function shownState(state: ResourceEntry): EngineProperties {
    const filled = Object.entries(shownProperties(structuredClone({ ...state })));
    return Object.fromEntries(filled.filter(([key, value]) => key === "custom" || !isEmptyValue(value)));
}

/** Sorts entries by name. */
export function sorted<T>(entries: [string, T][]): [string, T][] {
    return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
