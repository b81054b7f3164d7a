import { type Failure, type Playing, replay } from "./play.js";
import type { Step } from "./simulation.js";
import type { Violation } from "./verdict.js";

/** Identifies a kind of violation, without names and ids. */
export function signatureOf({ what, why }: Violation): string {
    const words = why
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "#")
        .replace(/\br\d+(m\d+)?\b/g, "r#")
        .replace(/\b(Alpha|Bravo|Carol|Delta)\b/g, "Name")
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{13}/g, "time");
    return `${what}: ${words.slice(0, 110)}`;
}

/** Finds a minimal sequence of steps with the same first violation, from which no step can be removed or simplified. */
export async function shrink(failure: Failure, playing: Playing = {}): Promise<Failure> {
    const [first] = failure.violations;
    if (!first) return failure;
    const signature = signatureOf(first);
    let best = failure;
    const fails = async (steps: readonly Step[]): Promise<boolean> => {
        const { failure: found } = await replay(steps, playing);
        const isSame = found?.violations.some((one) => signatureOf(one) === signature) ?? false;
        if (found && isSame) best = found;
        return isSame;
    };
    for (let before = ""; before !== JSON.stringify(best.steps); ) {
        before = JSON.stringify(best.steps);
        await shorten(() => best.steps, fails);
        for (let index = 0; index < best.steps.length; index += 1) await simplify(() => best.steps, index, fails);
    }
    return best;
}

/** Removes chunks of steps of decreasing size (delta debugging). */
async function shorten(
    steps: () => readonly Step[],
    fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<void> {
    for (let size = Math.ceil(steps().length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
        for (let from = 0; from < steps().length; ) {
            const rest = [...steps().slice(0, from), ...steps().slice(from + size)];
            if (!(await fails(rest))) from += size;
        }
    }
}

/** Replaces a step by its simplest form with the same violation. */
async function simplify(
    steps: () => readonly Step[],
    index: number,
    fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<void> {
    for (let again = true; again; ) {
        again = false;
        const step = steps()[index];
        if (!step) return;
        for (const simpler of simplerThan(step)) {
            if (!(await fails(steps().map((one, at) => (at === index ? simpler : one))))) continue;
            again = true;
            break;
        }
    }
}

function simplerThan(step: Step): Step[] {
    if (step.do === "edit")
        return [
            ...step.edits.map((_, index) => ({ ...step, edits: step.edits.filter((_, at) => at !== index) })),
            ...step.edits.flatMap((edit, index) => {
                if (edit.edit !== "declare") return [];
                const { declaration } = edit;
                return Object.keys(declaration.args).map((key) => {
                    const { [key]: _, ...args } = declaration.args;
                    const simpler = { ...edit, declaration: { ...declaration, args } };
                    return { ...step, edits: step.edits.map((one, at) => (at === index ? simpler : one)) };
                });
            }),
        ];
    if (step.do !== "run") return [];
    const without = (key: keyof typeof step): Step => {
        const { [key]: _, ...rest } = step;
        // Only optional properties are removed.
        return rest as Step;
    };
    const optional = [
        "refresh",
        "targets",
        "replaces",
        "parallel",
        "previewFirst",
        "strikes",
        "lag",
        "aheadMs",
        "hidesEvents",
        "kill",
        "interruption",
        "jitter",
        "elsewhere",
    ] as const;
    return [
        ...optional.filter((key) => key in step).map(without),
        ...(step.strikes ?? []).map((_, index) => ({
            ...step,
            strikes: (step.strikes ?? []).filter((_, at) => at !== index),
        })),
        ...(step.strikes ?? []).flatMap((strike, index) =>
            strike.times > 1
                ? [
                      {
                          ...step,
                          strikes: (step.strikes ?? []).map((one, at) => (at === index ? { ...one, times: 1 } : one)),
                      },
                  ]
                : [],
        ),
    ];
}
