import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { EngineError, isRecord } from "../../../../src/local/engine/contract/project.js";
import type { ResourceEntry } from "../../../../src/local/engine/contract/state.js";
import {
    type EngineProperties,
    isEngineSecret,
    map,
    some,
    UNKNOWN,
} from "../../../../src/local/engine/contract/values.js";
import { engineValueText } from "../../../../src/local/engine/run/steps/goal.js";

/** The planned steps of a resource, in order, and the inputs with which the program registered it. */
interface PlannedResource {
    readonly steps: string[];
    inputs?: EngineProperties;
}

/** A plan that a preview writes (`--save-plan`), and to which an update is held (`--plan`). */
export class UpdatePlan {
    readonly #resources: Map<string, PlannedResource>;

    constructor(resources: Readonly<Record<string, PlannedResource>> = {}) {
        this.#resources = new Map(Object.entries(resources));
    }

    /** Reads the contents of a plan file. @throws EngineError */
    static parse(text: string): UpdatePlan {
        const plan = planIn(text);
        if (!isRecord(plan) || !isRecord(plan.resourcePlans))
            throw new EngineError(
                "the file of --plan is not a plan: pass the file that `pulumi preview --save-plan` wrote",
            );
        // The cast is safe: only `toString` writes these files.
        return new UpdatePlan(plan.resourcePlans as Record<string, PlannedResource>);
    }

    toString(): string {
        return JSON.stringify({ resourcePlans: Object.fromEntries(this.#resources) }, undefined, 4);
    }

    /** Adds a step of a preview, which is always allowed. */
    record(op: string, { urn, inputs }: ResourceEntry): undefined {
        if (op === "refresh") return;
        const planned = this.#resources.get(urn) ?? { steps: [] };
        planned.steps.push(op);
        if (isRegistration(op)) planned.inputs = digested(inputs);
        this.#resources.set(urn, planned);
    }

    /** Returns why the plan does not allow a step, in the words of the Pulumi engine, or undefined if it does. */
    refusal(op: string, { urn, inputs }: ResourceEntry): string | undefined {
        if (op === "refresh") return undefined;
        const planned = this.#resources.get(urn);
        if (isRegistration(op) && planned?.inputs) {
            const differences = differencesOf(planned.inputs, digested(inputs));
            if (differences !== "") return `resource ${urn} violates plan: properties changed: ${differences}`;
        }
        if (op === "same") return undefined;
        if (!planned) return `${op} is not allowed by the plan: no steps were expected for this resource`;
        const constraint = planned.steps.shift();
        if (constraint === undefined)
            return `${op} is not allowed by the plan: no more steps were expected for this resource`;
        return constraint === op
            ? undefined
            : `${op} is not allowed by the plan: this resource is constrained to ${constraint}`;
    }
}

function planIn(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** Whether a step has the inputs of the program, unlike a deletion, which has those of the state. */
function isRegistration(op: string): boolean {
    return ["create", "create-replacement", "update", "same"].includes(op);
}

/** Replaces each secret by its hash, so that a plan can be compared but reveals no secret. */
function digested(inputs: EngineProperties): EngineProperties {
    const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
    return map(inputs, (value) =>
        isEngineSecret(value) ? { sha256: digest(value.value) } : undefined,
    ) as EngineProperties; // an object stays one
}

/** Values that the preview did not know may be anything. */
function differencesOf(planned: EngineProperties, inputs: EngineProperties): string {
    return [...new Set([...Object.keys(planned), ...Object.keys(inputs)])]
        .filter((name) => !isDeepStrictEqual(planned[name], inputs[name]))
        .filter((name) => !some(planned[name], (value) => value === UNKNOWN))
        .map((name) => `~~${name}[${engineValueText(planned[name])}!=${engineValueText(inputs[name])}]`)
        .join(", ");
}
