import { z } from "zod";
import { foreignJson, jsonFault } from "../../api/transport/json.js";
import { UsageError } from "../../common/errors.js";

/** A state of a resource in a preview: as last declared, live, or planned. */
const stateSchema = z.looseObject({
    urn: z.string(),
    type: z.string(),
    id: z.string().optional(),
    /** URN of the component that contains the resource, or of the stack. */
    parent: z.string().optional(),
    /** URN of the resource's provider, followed by `::` and the provider's id. */
    provider: z.string().optional(),
    inputs: z.record(z.string(), z.unknown()).default({}),
    outputs: z.record(z.string(), z.unknown()).default({}),
    /** False for a component, which has no provider. */
    custom: z.boolean().optional(),
    retainOnDelete: z.boolean().optional(),
    /** Line of code that registered the resource, such as `project:///index.ts#12,5`. */
    sourcePosition: z.string().optional(),
    /** Calls that led to that line, innermost first. */
    stackTrace: z.array(z.object({ sourcePosition: z.string().optional() })).nullish(),
    /** For each property: URNs of the resources from which its value comes. */
    propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
});

const stepSchema = z.looseObject({
    /** Pulumi's name for the step, such as `refresh`, `create`, `update`, `create-replacement`, `delete`. */
    op: z.string(),
    urn: z.string(),
    oldState: stateSchema.nullish(),
    newState: stateSchema.nullish(),
});

/** A message of the engine, a provider or the program, in a preview or an event log. */
export const diagnosticSchema = z.looseObject({
    urn: z.string().optional(),
    message: z.string().default(""),
    /** `info#err` marks lines that a program or a provider printed. */
    severity: z.string(),
});

const documentSchema = z.looseObject({
    steps: z.array(stepSchema).default([]),
    diagnostics: z.array(diagnosticSchema).default([]),
    /** Number of resources for each operation. */
    changeSummary: z.record(z.string(), z.number()).optional(),
});

/** The parts of the output of `pulumi preview --refresh --json` that a report requires. */
export type PreviewDocument = z.infer<typeof documentSchema>;
export type PreviewStep = z.infer<typeof stepSchema>;
export type PreviewedState = z.infer<typeof stateSchema>;

/**
 * Parses the output of a preview.
 * @throws UsageError if the text is not the output of a preview
 */
export function parseDocument(text: string): PreviewDocument {
    const hint = "Pass the standard output of `pulumi preview --refresh --json`.";
    const json = foreignJson(text);
    if (!json)
        throw new UsageError(
            `Not the output of a preview: it is ${jsonFault(text)}. It begins with ${JSON.stringify(text.slice(0, 40))}. ${hint}`,
        );
    const parsed = documentSchema.safeParse(json.value);
    if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw new UsageError(
            `Not the output of a preview: ${issue?.path.join(".") || "the top level"}: ${issue?.message}. ${hint}`,
        );
    }
    if (!("steps" in Object(json.value)) && !("diagnostics" in Object(json.value)))
        throw new UsageError(`Not the output of a preview: it does not contain steps or diagnostics. ${hint}`);
    const { steps, changeSummary = {} } = parsed.data;
    // Every preview has at least a step for the stack itself, unless it failed.
    if (steps.length === 0 && Object.keys(changeSummary).length === 0 && !hasFailed(parsed.data))
        throw new UsageError(`Not the output of a preview: it does not contain any steps. ${hint}`);
    return parsed.data;
}

/** Whether the program or the engine failed. If so, changes may be missing from the document. */
export function hasFailed({ diagnostics }: PreviewDocument): boolean {
    return diagnostics.some(({ severity }) => severity === "error");
}
