// The engine works on unrelated resources at the same time. A transcript keeps the guaranteed order and sorts the
// rest by name, so that two runs, and two engines, can be compared.

import type { Program, ScenarioStep } from "./scenarios.js";
import type { Call } from "./transcript.js";

/** The name of the provider of stack references, which is called default like that of all other resources. */
const BUILT_IN = "default of pulumi";

export type Related = (a: string, b: string) => boolean;

/** Whether one of two resources depends on the other in any of these programs. */
export function relation(programs: Program[]): Related {
    const needs = new Map<string, Set<string>>();
    for (const { resources } of programs)
        for (const { kind, name, args, options: o = {} } of resources) {
            const all = needs.get(name) ?? new Set();
            if (kind === "Reference") all.add(BUILT_IN);
            else if (!o.provider && kind !== "Folder" && kind !== "Provider") all.add("default");
            const direct = [...JSON.stringify(args ?? {}).matchAll(/"\$(?:ref|from)":"([^"]+)"/g)].map(
                (match) => match[1],
            );
            for (const other of [...direct, ...(o.dependsOn ?? []), o.parent, o.provider, o.deletedWith]) {
                if (other === undefined) continue;
                all.add(other);
                for (const far of needs.get(other) ?? []) all.add(far);
            }
            for (const alias of o.aliases ?? []) all.add(alias);
            needs.set(name, all);
        }
    // Every resource depends on the stack.
    const depends = (a: string, b: string) => b.startsWith("probe-") || !!needs.get(a)?.has(b);
    return (a, b) => a === b || depends(a, b) || depends(b, a);
}

export function orderedCalls(calls: Call[], step: ScenarioStep, related: Related): Call[] {
    // An up with a preview is two operations.
    const processesInTurn = step.options?.previewFirst ?? false;
    const refreshes = step.run === "refresh" || (step.options?.refresh ?? false);
    const nameOf = (call: Call) => call.name ?? ` ${call.kind} ${JSON.stringify(call.args)}`;
    const earlier = (call: Call, method: string) =>
        calls.slice(0, calls.indexOf(call)).findLast((c) => c.name === call.name && c.method === method);
    const checks = (name: string | undefined) => calls.filter((c) => c.name === name && c.method === "check").length;
    const later = (call: Call) => calls.slice(calls.indexOf(call) + 1).filter((c) => c.process === call.process);
    // A diff before any check is a lookahead of the engine. A delete that other calls than deletes follow belongs to a replacement.
    const isAhead = (call: Call) =>
        (call.method === "diff" && !earlier(call, "check") && !earlier(call, "read")) ||
        (call.method === "delete" && later(call).some((c) => !["delete", "configure"].includes(c.method)));
    const replaced = new Set(calls.filter((call) => isAhead(call) || checks(call.name) > 1).map((call) => call.name));
    const phase = (call: Call): Phase => {
        const isRefresh =
            refreshes &&
            (call.method === "read" || (call.method === "diff" && earlier(call, "read") && !earlier(call, "check")));
        if (isRefresh) return "refresh";
        return call.method === "delete" && !isAhead(call) ? "delete" : "program";
    };
    const isConfigure = (call: Call) => call.method === "configure";
    const before = (a: Call, b: Call): boolean => {
        if (processesInTurn && a.process !== b.process) return true;
        // A configure call belongs to a kind and a process, and comes before their other calls.
        if (isConfigure(a) || isConfigure(b)) return isConfigure(a) && a.kind === b.kind && a.process === b.process;
        return inTurn(a, b, { nameOf, phase, related, isAhead, replaced });
    };
    const written = byName(calls, nameOf, before);
    const processes = [...new Set(written.map((call) => call.process))];
    return written.map((call) => ({ ...call, process: processes.indexOf(call.process) + 1 }));
}

/** Orders steps of the form "op Kind name". */
export function orderedSteps(steps: string[], related: Related): string[] {
    const all = steps.map((text) => {
        const [op = "", kind, name = ""] = text.split(" ");
        return { text, op, name: kind === "pulumi" ? BUILT_IN : name };
    });
    type Line = (typeof all)[number];
    const deletes = ["delete", "delete-replaced", "discard", "remove-pending-replace"];
    const isAhead = (step: Line) =>
        deletes.includes(step.op) && all.slice(all.indexOf(step)).some((later) => !deletes.includes(later.op));
    const replaced = new Set<string | undefined>(
        all.filter((step) => step.op === "replace" || isAhead(step)).map((step) => step.name),
    );
    const phase = (step: Line): Phase => {
        if (step.op === "refresh") return "refresh";
        return deletes.includes(step.op) && !isAhead(step) ? "delete" : "program";
    };
    const nameOf = (step: Line) => step.name;
    const before = (a: Line, b: Line) => inTurn(a, b, { nameOf, phase, related, isAhead, replaced });
    return byName(all, nameOf, before).map(({ text }) => text);
}

/** Resources are read before the program runs, and deleted after it. */
type Phase = "refresh" | "program" | "delete";

interface View<T> {
    nameOf: (one: T) => string;
    phase: (one: T) => Phase;
    related: Related;
    isAhead: (one: T) => boolean;
    /** Names of replaced resources. Only for these do the early calls of the engine have a fixed position. */
    replaced: Set<string | undefined>;
}

function inTurn<T>(a: T, b: T, { nameOf, phase, related, isAhead, replaced }: View<T>): boolean {
    if (nameOf(a) === nameOf(b) || phase(a) !== phase(b)) return true;
    if (phase(a) === "refresh") return false;
    // The default provider is not a child of the stack. It is only created after the stack.
    if (phase(a) === "delete" && /^default[^,]*,probe-/.test([nameOf(a), nameOf(b)].sort().join())) return false;
    const fixed = (one: T) => replaced.has(nameOf(one)) || /^(probe-|default)/.test(nameOf(one));
    if ((isAhead(a) && !fixed(b)) || (isAhead(b) && !fixed(a))) return false;
    return related(nameOf(a), nameOf(b));
}

/** Sorts by `before`, and by name if `before` requires no order. */
function byName<T>(all: T[], nameOf: (one: T) => string, before: (a: T, b: T) => boolean): T[] {
    const left = [...all];
    const done: T[] = [];
    while (left.length > 0) {
        const free = left.filter((one, index) => !left.slice(0, index).some((earlier) => before(earlier, one)));
        const next = free.reduce((a, b) => (nameOf(b) < nameOf(a) ? b : a));
        left.splice(left.indexOf(next), 1);
        done.push(next);
    }
    return done;
}
