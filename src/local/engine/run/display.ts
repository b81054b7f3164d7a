import type { Diagnostic, Run, Step } from "../contract/stack.js";
import { isDefaultProvider, STACK_TYPE, urnName, urnType } from "../contract/state.js";
import { UNKNOWN } from "../contract/values.js";
import type { StackConfig } from "./config.js";
import type { StepStates } from "./listener.js";
import { topLevelProperty } from "./steps/goal.js";

/** For each step type, the symbol that is printed and the words in the summary line. */
const SIGNS: Record<string, { sign: string; done: string; planned: string } | undefined> = {
    create: { sign: "+ ", done: "created", planned: "to create" },
    import: { sign: "= ", done: "imported", planned: "to import" },
    "import-replacement": { sign: "=>", done: "imported", planned: "to import" },
    update: { sign: "~ ", done: "updated", planned: "to update" },
    replace: { sign: "+-", done: "replaced", planned: "to replace" },
    delete: { sign: "- ", done: "deleted", planned: "to delete" },
    "remove-pending-replace": { sign: "- ", done: "deleted", planned: "to delete" },
    read: { sign: "> ", done: "read", planned: "to read" },
    discard: { sign: "< ", done: "discarded", planned: "to discard" },
};

const TITLES: Record<Run["operation"], string> = {
    preview: "Preview",
    up: "Update",
    refresh: "Refresh",
    destroy: "Destroy",
};

/** Exit code of an operation with --expect-no-changes if there were changes. */
export const UNEXPECTED_CHANGES = 7;

/** Collects the events of an operation and prints a line for each changed resource, followed by the diagnostics. */
export class Display {
    readonly #steps: Step[] = [];
    readonly #diagnostics: Diagnostic[] = [];
    readonly #lines: string[] = [];
    readonly #started = Date.now();

    constructor(
        private readonly operation: Run["operation"],
        private readonly isPreview: boolean,
        protected readonly config: StackConfig,
        private readonly onLine: (line: string) => void,
    ) {
        this.#say(`${TITLES[operation]}${isPreview && operation !== "preview" ? " (preview)" : ""}:`);
    }

    /** Called before a step starts. The states may change later. */
    step(step: Step, { detailed = {} }: StepStates): void {
        this.#steps.push(step);
        const sign = SIGNS[step.op]?.sign;
        const names = [...new Set(Object.keys(detailed).map(topLevelProperty))];
        const diff = names.length === 0 ? "" : ` [diff: ${names.map((name) => `~${name}`).join()}]`;
        if (sign && !isInternal(step)) this.#say(`  ${sign} ${shortType(step.type)} ${step.name}${diff}`);
    }

    diagnostic(diagnostic: Diagnostic): void {
        this.#diagnostics.push({ ...diagnostic, message: this.config.masked(diagnostic.message.trimEnd()) });
    }

    /** Handles a line that was printed by the program or a provider. */
    line(message: string, _from: "stdout" | "stderr"): void {
        this.diagnostic({ severity: "info", message });
    }

    finish(exitCode: number, outputs: Record<string, unknown>): Run {
        if (exitCode === UNEXPECTED_CHANGES)
            this.#diagnostics.push({
                severity: "error",
                message: `no changes were expected for ${this.operation} but changes were proposed`,
            });
        const failed = this.#steps.filter((step) => step.failed);
        for (const step of failed) this.#say(`  !! ${shortType(step.type)} ${step.name}: ${step.op} failed`);
        if (this.#diagnostics.length > 0) {
            this.#say("", "Diagnostics:");
            for (const { severity, message, urn } of this.#diagnostics) {
                const who = urn ? `${shortType(urnType(urn))} ${urnName(urn)}: ` : "";
                const [first = "", ...more] = `${severity === "info" ? "" : `${severity}: `}${who}${message}`.split(
                    "\n",
                );
                this.#say(`  ${first}`, ...more.map((line) => `    ${line}`));
            }
        }
        const shownOutputs = Object.entries(outputs);
        if (shownOutputs.length > 0 && this.operation !== "destroy" && exitCode !== 1) {
            this.#say("", "Outputs:");
            for (const [name, value] of shownOutputs) {
                const text = JSON.stringify(value).replaceAll(JSON.stringify(UNKNOWN), "(known after up)");
                this.#say(`  ${name}: ${this.config.masked(text)}`);
            }
        }
        this.#say("", this.#count(exitCode === 1), "");
        return {
            operation: this.operation,
            exitCode,
            steps: this.#steps,
            diagnostics: this.#diagnostics,
            output: this.#lines.join("\n"),
            outputs,
        };
    }

    #count(isBroken: boolean): string {
        const counts = new Map<string, number>();
        let same = 0;
        for (const step of this.#steps) {
            if (isInternal(step)) continue;
            const words = SIGNS[step.op];
            if (step.op === "same" || (step.op === "refresh" && this.operation === "refresh")) same += 1;
            else if (words && !step.failed) {
                const word = this.isPreview ? words.planned : words.done;
                counts.set(word, (counts.get(word) ?? 0) + 1);
            }
        }
        const failed = this.#steps.filter((step) => step.failed).length;
        const parts = [...counts].map(([word, count]) => `${count} ${word}`);
        if (failed > 0) parts.push(`${failed} failed`);
        if (same > 0) parts.push(this.operation === "refresh" ? `${same} read` : `${same} unchanged`);
        const seconds = ((Date.now() - this.#started) / 1000).toFixed(1);
        const nothing = isBroken ? "failed, and nothing was done" : "nothing to do";
        return `${parts.join(", ") || nothing} (${seconds} s)`;
    }

    #say(...lines: string[]): void {
        this.#lines.push(...lines);
        for (const line of lines) this.onLine(line);
    }
}

/** Whether a step belongs to the stack or its default provider. These are neither printed nor counted. */
function isInternal(step: Step): boolean {
    return step.type === STACK_TYPE || isDefaultProvider(step);
}

/** Returns the last part of a type token, such as Group for pulumi-nodejs:dynamic/access-governance:Group. */
function shortType(type: string): string {
    return type.split(":").at(-1) ?? type;
}
