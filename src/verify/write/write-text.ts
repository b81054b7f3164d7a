import { counted } from "../../common/counts.js";
import { printable, wrapped } from "../../common/printable.js";
import type { PlannedKind } from "./plan.js";
import { STEPS, type StepName } from "./trial.js";
import type { KindResult, WritePlan, WriteReport } from "./write-run.js";

/** Returns the plan as text. Wraps lines longer than `columns`. */
export function planText(plan: WritePlan, prefix: string, columns = Number.POSITIVE_INFINITY): string {
    const tried = plan.kinds.filter(({ skipped }) => skipped === undefined);
    const skipped = plan.kinds.filter((one) => one.skipped !== undefined);
    const width = widest(plan.kinds.map(({ kind }) => kind));
    const lines = (one: PlannedKind): string[] => [
        labelled(one.kind, width, one.skipped ?? createsText(one), columns),
        ...(one.skipped === undefined ? [] : [labelled("", width, `Creates ${createsText(one)}`, columns)]),
        ...(one.effect === undefined ? [] : [labelled("", width, `Effect: ${one.effect}`, columns)]),
        ...(one.stays === undefined ? [] : [labelled("", width, `Stays: ${one.stays}`, columns)]),
    ];
    const leftovers = plan.leftovers.map(({ kind, name }) => `  ${kind} ${printable(name)}`);
    return `${[
        `Organization: ${plan.url}`,
        `User: ${plan.userId}`,
        ...(leftovers.length > 0 ? ["", "Left by an interrupted run and deleted first:", ...leftovers] : []),
        "",
        `Created, tried and deleted, each named ${prefix}-…:`,
        ...tried.flatMap(lines),
        ...(skipped.length > 0 ? ["", "Skipped:", ...skipped.flatMap(lines)] : []),
    ].join("\n")}\n`;
}

/** Returns the result as text: a line for each kind that was tried, followed by reasons for failed and skipped steps. */
export function writeReportText(report: WriteReport, columns = Number.POSITIVE_INFINITY): string {
    const tried = report.kinds.filter((one) => wholeReason(one) === undefined);
    const width = widest(report.kinds.map(({ kind }) => kind));
    const header = `${" ".repeat(width)}${STEPS.map((step) => `  ${HEADINGS[step]}`).join("")}`;
    const rows = tried.map(({ kind, steps }) => {
        const cells = steps.map(({ step, result }) => MARKS[result].padStart(HEADINGS[step].length + 2));
        return `${kind.padEnd(width)}${cells.join("")}`;
    });
    const blocks = [
        tried.length > 0 ? [header, ...rows] : [],
        report.kinds.flatMap((one) => reasonLines(one, columns)),
        report.left.map(({ kind, name, id, because }) =>
            wrapped(
                printable(`Not deleted: ${kind} ${name}${id === undefined ? "" : ` (${id})`}: ${because}`),
                columns,
            ),
        ),
        report.kept.map(({ kind, name }) =>
            printable(`Not deleted, because the API cannot delete it: ${kind} ${name}`),
        ),
        [writeSummary(report)],
    ];
    return `${blocks
        .filter((block) => block.length > 0)
        .map((block) => block.join("\n"))
        .join("\n\n")}\n`;
}

const HEADINGS: Readonly<Record<StepName, string>> = {
    create: "create",
    "read back": "read",
    "clean preview": "preview",
    "outside edit": "edit",
    repair: "repair",
    update: "update",
    "import by id": "import",
    delete: "delete",
};

const MARKS = { passed: "✓", failed: "✗", skipped: "–" } as const;

function createsText({ creates, needs }: PlannedKind): string {
    return needs.length > 0 ? `${creates} (with: ${needs.join(", ")})` : creates;
}

/** Returns the reason that all steps share if the kind was not tried. */
function wholeReason({ steps }: KindResult): string | undefined {
    const reasons = new Set(steps.map((step) => ("because" in step ? `${step.result} ${step.because}` : "")));
    const [first] = steps;
    return reasons.size === 1 && first && "because" in first ? first.because : undefined;
}

function reasonLines(result: KindResult, columns: number): string[] {
    const { kind, steps } = result;
    const whole = wholeReason(result);
    if (whole !== undefined) return [wrapped(printable(`– ${kind}: ${whole}`), columns)];
    // Steps that were skipped because of a failure are not listed.
    const failed = steps.some((step) => step.result === "failed");
    const lines = new Map<string, StepName[]>();
    for (const step of steps) {
        if (!("because" in step) || (step.result === "skipped" && failed)) continue;
        const reason = `${MARKS[step.result]} ${step.because}`;
        lines.set(reason, [...(lines.get(reason) ?? []), step.step]);
    }
    return Array.from(lines, ([reason, of]) =>
        wrapped(printable(`${reason.slice(0, 1)} ${kind}, ${of.join(", ")}: ${reason.slice(2)}`), columns),
    );
}

function writeSummary({ outcome, kinds, left, calls, writes, seconds }: WriteReport): string {
    const of = (is: (kind: KindResult) => boolean): number => kinds.filter(is).length;
    const failed = of(({ steps }) => steps.some(({ result }) => result === "failed"));
    const untried = of((kind) => wholeReason(kind) !== undefined);
    const passed = kinds.length - failed - untried;
    const parts = [
        `${counted(passed, "kind")} passed`,
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(untried > 0 ? [`${untried} not tried`] : []),
        ...(left.length > 0 ? [`${counted(left.length, "object was", "objects were")} not deleted`] : []),
    ];
    const interrupted = outcome === "interrupted" ? "Interrupted. " : "";
    return `${interrupted}${parts.join(", ")}. ${calls} calls, ${writes} of them writes, in ${seconds} s.`;
}

function labelled(label: string, width: number, text: string, columns: number): string {
    const indent = width + 4;
    return `  ${label.padEnd(width)}  ${wrapped(printable(text), columns, indent)}`;
}

function widest(texts: readonly string[]): number {
    return Math.max(0, ...texts.map((text) => text.length));
}
