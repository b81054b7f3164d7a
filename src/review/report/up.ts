import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { foreignJson } from "../../api/transport/json.js";
import { actionLinesIn } from "../../common/action-lines.js";
import { grouped } from "../../common/collections.js";
import { UsageError } from "../../common/errors.js";
import { resourceName } from "../../common/names.js";
import { type Phrase, plain, prose } from "../../common/phrase.js";
import { isObject, type Properties } from "../../common/properties.js";
import { hasUnknown } from "../../common/unknown.js";
import { diagnosticSchema, type PreviewDocument, type PreviewStep } from "./document.js";
import type { Shortfall, UpResult } from "./sections.js";

const metadataSchema = z.looseObject({
    op: z.string(),
    urn: z.string(),
    type: z.string(),
    old: z.unknown(),
    new: z.unknown(),
});
const stepEvent = z.looseObject({ metadata: metadataSchema }).optional();

/** An event of Pulumi's engine: a step starts, completes or fails. */
const eventSchema = z.looseObject({
    resourcePreEvent: stepEvent,
    resOutputsEvent: stepEvent,
    resOpFailedEvent: stepEvent,
    diagnosticEvent: diagnosticSchema.optional(),
    summaryEvent: z.looseObject({ result: z.string().default("") }).optional(),
});

/** The result of `pulumi up` according to its event log. */
export interface UpRecord {
    readonly result: UpResult;
    /** Outcome for each resource that was to be changed, by URN. */
    readonly changes: ReadonlyMap<string, UpChange>;
    readonly diagnostics: PreviewDocument["diagnostics"];
}

interface UpChange {
    readonly outcome: "done" | Exclude<Shortfall, "notDone">;
    /** Steps that were started, in the same form as in a preview. Completed steps include their results. */
    readonly steps: readonly PreviewStep[];
}

/** Steps that do not change anything. */
const QUIET = ["same", "read", "refresh", "read-discard"];

/** Types of resources that belong to the engine: the stack and its default providers. */
const OWN = /::pulumi:pulumi:Stack::|::pulumi:providers:[^:]+::default(_|$)/;

/**
 * Parses a file written by `pulumi up --event-log`. Ignores an incomplete line.
 * @throws UsageError if the file is not an event log
 */
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
        diagnostics: events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []),
    };
}

/** A preview, combined with the result of `pulumi up`. */
export interface AfterUp {
    /** Planned and additional changes, including values that became known during the deployment. */
    readonly document: PreviewDocument;
    /** The changes that were completed, including those that the preview did not contain. */
    readonly done: PreviewDocument;
    /** Clauses about completed changes that the preview did not contain. Undefined without a preview. */
    readonly unreviewed?: readonly Phrase[];
    readonly result: UpResult;
    /** Whether any change was completed. */
    readonly hasDone: boolean;
    /** Returns why a planned change was not completed. Undefined if it was completed, or if no change was planned. */
    shortfallOf(urn: string): Shortfall | undefined;
}

/** Combines a preview with the events of `pulumi up`. Without a preview, uses only the events. */
export function afterUp(preview: PreviewDocument | undefined, record: UpRecord): AfterUp {
    const planned = grouped(preview?.steps ?? [], ({ urn }) => urn);
    const isChange = (steps: readonly PreviewStep[]): boolean => steps.some(({ op }) => !QUIET.includes(op));
    const shortfallOf = (urn: string): Shortfall | undefined => {
        const outcome = record.changes.get(urn)?.outcome;
        if (outcome !== undefined) return outcome === "done" ? undefined : outcome;
        return isChange(planned.get(urn) ?? []) ? "notDone" : undefined;
    };
    // If `pulumi up` succeeded without performing a planned change, the change was no longer necessary.
    const isObsolete = (urn: string): boolean => record.result === "succeeded" && shortfallOf(urn) === "notDone";
    const plannedSteps = [...planned].flatMap(([urn, steps]) => {
        const own = record.changes.get(urn)?.steps ?? [];
        if (isObsolete(urn)) return steps.filter(({ op }) => QUIET.includes(op));
        // Changes that are missing from the preview are taken from the events.
        return isChange(steps) ? steps.map((step) => resolved(step, own)) : [...steps, ...own];
    });
    const unforeseen = [...record.changes].filter(([urn]) => !planned.has(urn)).flatMap(([, { steps }]) => steps);
    const isDone = ({ urn, op }: PreviewStep): boolean =>
        QUIET.includes(op) || record.changes.get(urn)?.outcome === "done";
    const extra = [...record.changes].flatMap(([urn, { steps }]) => (isChange(planned.get(urn) ?? []) ? [] : steps));
    const actions = record.diagnostics.filter((one) => actionLinesIn([one]).length > 0);
    return {
        document: { steps: [...plannedSteps, ...unforeseen], diagnostics: record.diagnostics },
        done: { steps: [...(preview?.steps ?? []).filter(isDone), ...extra.filter(isDone)], diagnostics: actions },
        ...(preview && { unreviewed: unreviewedIn(preview, record) }),
        result: record.result,
        hasDone: actions.length > 0 || [...record.changes.values()].some(({ outcome }) => outcome === "done"),
        shortfallOf,
    };
}

/** Clauses about what `pulumi up` did although the preview did not show it: other steps, other values, and actions. */
function unreviewedIn(preview: PreviewDocument, { changes, diagnostics }: UpRecord): Phrase[] {
    const planned = grouped(preview.steps, ({ urn }) => urn);
    const inSteps = [...changes].flatMap(([urn, { outcome, steps }]) => {
        if (outcome === "failed") return [];
        const name = resourceName(urn);
        const own = planned.get(urn) ?? [];
        const others = essentialOps(steps).filter((op) => !essentialOps(own).includes(op));
        if (others.length > 0) return [prose`"${name}": ${plain([...new Set(others)].join(", "))}`];
        const different = steps.flatMap((step) =>
            differingInputs(
                own.find(({ op }) => op === step.op),
                step,
            ),
        );
        return different.length > 0
            ? [prose`"${name}": other values of ${plain([...new Set(different)].join(", "))}`]
            : [];
    });
    const announced = actionLinesIn(preview.diagnostics).map(({ action, does }) => `${action} ${does}`);
    const inActions = actionLinesIn(diagnostics)
        .filter(({ action, does, isPlanned }) => !isPlanned && !announced.includes(`${action} ${does}`))
        .map(({ action, does }) => prose`the program called ${plain(action)}, which ${does}`);
    return [...inSteps, ...inActions];
}

/** The steps without those by which a replacement differs from a new object: a preview with a refresh creates what was deleted outside. */
function essentialOps(steps: readonly PreviewStep[]): string[] {
    const ops = steps.map(({ op }) => (op === "create-replacement" ? "create" : op));
    const isCreated = ops.includes("create");
    return [...new Set(ops)].filter((op) => op !== "replace" && !(isCreated && op === "delete-replaced"));
}

/** Names of properties whose planned value was known and was not the one that was written. The preview masks secrets, so they are skipped. */
function differingInputs(planned: PreviewStep | undefined, written: PreviewStep): string[] {
    const [before, after] = [planned?.newState?.inputs, written.newState?.inputs];
    if (!before || !after) return [];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (name) =>
            !name.startsWith("__") &&
            !hasUnknown(before[name]) &&
            !JSON.stringify(before[name] ?? null).includes("[secret]") &&
            !isDeepStrictEqual(before[name], after[name]),
    );
}

function eventIn(line: string, index: number): z.infer<typeof eventSchema>[] {
    if (line.trim() === "") return [];
    const json = foreignJson(line);
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

/** Returns a step of a preview, with the id and the values from other resources that became known during the deployment. */
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
