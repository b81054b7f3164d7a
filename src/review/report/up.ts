import { z } from "zod";
import { jsonOf } from "../../api/transport/answer.js";
import { UsageError } from "../../common/errors.js";
import { grouped } from "../../common/grouping.js";
import { isObject } from "../../provider/schema/comparison/equality.js";
import { hasUnknown, type Properties } from "../../provider/schema/fields.js";
import { type PreviewDocument, type PreviewStep, parseDocument } from "./document.js";
import type { Shortfall, UpResult } from "./sections.js";

const metadataSchema = z.looseObject({
    op: z.string(),
    urn: z.string(),
    type: z.string(),
    old: z.unknown(),
    new: z.unknown(),
});
const stepEvent = z.looseObject({ metadata: metadataSchema }).optional();

/** An event of Pulumi's engine: a step starts, ends, or fails. */
const eventSchema = z.looseObject({
    resourcePreEvent: stepEvent,
    resOutputsEvent: stepEvent,
    resOpFailedEvent: stepEvent,
    diagnosticEvent: z.looseObject({ severity: z.string() }).optional(),
    summaryEvent: z.looseObject({ result: z.string().default("") }).optional(),
});

/** Result of `pulumi up` according to its event log. */
export interface UpRecord {
    readonly result: UpResult;
    /** Outcome of each resource that was to be changed, by URN. */
    readonly changes: ReadonlyMap<string, UpChange>;
    readonly diagnostics: PreviewDocument["diagnostics"];
}

interface UpChange {
    readonly outcome: "done" | Exclude<Shortfall, "notDone">;
    /** Completed steps, in the form of a preview. */
    readonly steps: readonly PreviewStep[];
}

/** Steps that change nothing. */
const QUIET = ["same", "read", "refresh", "read-discard"];

/** Resources of the engine itself: the stack and its default providers. */
const OWN = /::pulumi:pulumi:Stack::|::pulumi:providers:[^:]+::default(_|$)/;

/** Parses the file that `pulumi up --event-log` wrote. Ignores a line that was cut off. @throws UsageError if it is not such a file */
export function parseEvents(text: string): UpRecord {
    const events = text.split("\n").flatMap((line, index) => eventIn(line, index));
    const result = events.findLast(({ summaryEvent }) => summaryEvent)?.summaryEvent?.result;
    const begun = new Map<string, PreviewStep[]>();
    const ended = new Map<string, Set<string>>();
    const failed = new Set<string>();
    for (const { resourcePreEvent: pre, resOutputsEvent: done, resOpFailedEvent: broken } of events) {
        const { op, urn } = (pre ?? done ?? broken)?.metadata ?? { op: "same", urn: "" };
        if (QUIET.includes(op) || OWN.test(urn)) continue;
        if (pre) begun.set(urn, [...(begun.get(urn) ?? []), stepOf(pre.metadata)]);
        if (done) {
            ended.set(urn, (ended.get(urn) ?? new Set()).add(op));
            const steps = begun.get(urn) ?? [];
            begun.set(urn, [...steps.filter((step) => step.op !== op), stepOf(done.metadata)]);
        }
        if (broken) failed.add(urn);
    }
    const outcomeOf = (urn: string, steps: readonly PreviewStep[]): UpChange["outcome"] => {
        if (failed.has(urn)) return "failed";
        return steps.every(({ op }) => ended.get(urn)?.has(op)) ? "done" : "unfinished";
    };
    return {
        result: result === "succeeded" ? "succeeded" : result === undefined ? "interrupted" : "failed",
        changes: new Map([...begun].map(([urn, steps]) => [urn, { outcome: outcomeOf(urn, steps), steps }])),
        diagnostics: parseDocument(
            JSON.stringify({ diagnostics: events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []) }),
        ).diagnostics,
    };
}

/** A preview and the result of its `up`. */
export interface AfterUp {
    /** Planned and additional changes, with values that are now known. */
    readonly document: PreviewDocument;
    /** Completed parts of the preview. */
    readonly done: PreviewDocument;
    readonly result: UpResult;
    /** Whether at least one change was completed. */
    readonly hasDone: boolean;
    /** Outcome of a planned change; undefined if it was completed, or if there was none. */
    shortfallOf(urn: string): Shortfall | undefined;
}

/** Combines a preview with the events of its `up`. Without a preview, uses the events alone. */
export function afterUp(preview: PreviewDocument | undefined, record: UpRecord): AfterUp {
    const planned = grouped(preview?.steps ?? [], ({ urn }) => urn);
    const isChange = (steps: readonly PreviewStep[]): boolean => steps.some(({ op }) => !QUIET.includes(op));
    const shortfallOf = (urn: string): Shortfall | undefined => {
        const outcome = record.changes.get(urn)?.outcome;
        if (outcome !== undefined) return outcome === "done" ? undefined : outcome;
        return isChange(planned.get(urn) ?? []) ? "notDone" : undefined;
    };
    // If `pulumi up` succeeded without making a planned change, the change was no longer needed.
    const isObsolete = (urn: string): boolean => record.result === "succeeded" && shortfallOf(urn) === "notDone";
    const plannedSteps = [...planned].flatMap(([urn, steps]) => {
        const own = record.changes.get(urn)?.steps ?? [];
        if (isObsolete(urn)) return steps.filter(({ op }) => QUIET.includes(op));
        // Changes missing from the preview come from the events.
        return isChange(steps) ? steps.map((step) => resolved(step, own)) : [...steps, ...own];
    });
    const unforeseen = [...record.changes].filter(([urn]) => !planned.has(urn)).flatMap(([, { steps }]) => steps);
    const isDone = ({ urn, op }: PreviewStep): boolean =>
        QUIET.includes(op) || record.changes.get(urn)?.outcome === "done";
    return {
        document: { steps: [...plannedSteps, ...unforeseen], diagnostics: record.diagnostics },
        done: { steps: (preview?.steps ?? []).filter(isDone), diagnostics: [] },
        result: record.result,
        hasDone: [...record.changes.values()].some(({ outcome }) => outcome === "done"),
        shortfallOf,
    };
}

function eventIn(line: string, index: number): z.infer<typeof eventSchema>[] {
    if (line.trim() === "") return [];
    const json = jsonOf(line);
    const parsed = eventSchema.safeParse(json?.value);
    if (parsed.success) return [parsed.data];
    if (index > 0 && !json) return [];
    throw new UsageError(
        `Not an event log: line ${index + 1} is not an event. Pass the file that \`pulumi up --event-log\` wrote.`,
    );
}

function stepOf({ op, urn, type, old, new: next }: z.infer<typeof metadataSchema>): PreviewStep {
    const state = (given: unknown) =>
        isObject(given) && {
            urn,
            type,
            ...(typeof given.id === "string" && given.id !== "" && { id: given.id }),
            inputs: isObject(given.inputs) ? given.inputs : {},
            outputs: isObject(given.outputs) ? given.outputs : {},
            ...(given.retainOnDelete === true && { retainOnDelete: true }),
        };
    const [oldState, newState] = [state(old), state(next)];
    return { op, urn, ...(oldState && { oldState }), ...(newState && { newState }) };
}

/** A step of a preview, completed with its id and with values from other resources. */
function resolved(step: PreviewStep, done: readonly PreviewStep[]): PreviewStep {
    const result = done.findLast(({ newState }) => newState)?.newState;
    if (!result || !step.newState || step.op === "refresh") return step;
    const inputs: Properties = Object.fromEntries(
        Object.entries(step.newState.inputs).map(([name, value]) => [
            name,
            hasUnknown(value) ? (result.inputs[name] ?? value) : value,
        ]),
    );
    return { ...step, newState: { ...step.newState, ...(result.id !== undefined && { id: result.id }), inputs } };
}
