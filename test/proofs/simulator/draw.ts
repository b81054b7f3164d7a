import { RESOURCES } from "./arguments.js";
import type { Dice } from "./dice.js";
import { drawEdits } from "./edits.js";
import { drawOutside } from "./interference.js";
import { type Kill, STRIKES, type Strike } from "./network.js";
import type { Outside } from "./outside.js";
import type { Program } from "./program.js";
import type { Step } from "./simulation.js";
import type { Conditions } from "./stack.js";

/** Draws the next step for the current program. `number` is the index of the step, used for unique names. */
export function drawStep(dice: Dice, program: Program, number: number): Step {
    const what = dice.weighted({ edit: 10, run: 6, outside: 4, wait: 1, settle: 3 });
    switch (what) {
        case "edit":
            return { do: "edit", edits: drawEdits(dice, program, number) };
        case "run":
            return drawRun(dice, program);
        case "outside":
            return { do: "outside", ...drawOutside(dice, program) };
        case "wait":
            return { do: "wait", minutes: dice.pick([1, 30, 61, 300, 3000]) };
        case "settle":
            return { do: "settle" };
    }
}

function drawRun(dice: Dice, program: Program): Step {
    const operation = dice.weighted({ preview: 2, up: 8, refresh: 2, destroy: 0.4 });
    const names = program.map(({ name }) => name);
    const runsProgram = operation === "up" || operation === "preview";
    return {
        do: "run",
        operation,
        ...(runsProgram && dice.chance(0.2) ? { refresh: true } : {}),
        ...(operation === "up" && dice.chance(0.3) ? { previewFirst: true } : {}),
        ...(operation === "up" && names.length > 1 && dice.chance(0.12)
            ? { targets: dice.some(names, 1 + dice.below(2)) }
            : {}),
        // Covers `pulumi state taint` as well.
        ...(operation === "up" && names.length > 0 && dice.chance(0.06) ? { replaces: dice.some(names, 1) } : {}),
        ...(dice.chance(0.4) ? { parallel: true } : {}),
        ...(dice.chance(0.3) ? { jitter: Array.from({ length: 5 }, () => dice.below(20)) } : {}),
        ...(dice.chance(0.1) ? { aheadMs: dice.pick([-AHEAD_MS, AHEAD_MS]) } : {}),
        ...(dice.chance(0.1) ? { hidesEvents: true } : {}),
        ...drawConditions(dice, program),
    };
}

function drawConditions(dice: Dice, program: Program): Conditions {
    switch (dice.weighted({ calm: 5, strikes: 5, lag: 1, kill: 1.5, interruption: 1.5, elsewhere: 0.4 })) {
        case "calm":
            return {};
        case "strikes":
            if (dice.chance(0.1)) return { strikes: LOST };
            return { strikes: Array.from({ length: dice.chance(0.3) ? 2 : 1 }, () => drawStrike(dice)) };
        case "lag":
            return { lag: dice.pick(["read", "list"] as const) };
        case "kill":
            return { kill: drawKill(dice) };
        case "interruption": {
            const rewritten = dice.maybe(program.filter(({ kind }) => kind === "GroupResource"));
            const link: Outside = {
                change: "add link",
                of: String(rewritten?.args.groupId),
                with: dice.pick(RESOURCES),
                minutes: 0,
            };
            // Adds to a set that is written as a whole whenever an element is removed.
            const isLink = rewritten !== undefined && dice.chance(0.5);
            return { interruption: { at: dice.below(15), outside: isLink ? link : drawOutside(dice, program) } };
        }
        case "elsewhere":
            return { elsewhere: true };
    }
}

/** Maximum difference between clocks of one service, in milliseconds. */
const AHEAD_MS = 90_000;

/** A create without a response, followed by lists that do not contain the object for a long time. */
const LOST: readonly Strike[] = [
    { what: "timeout, then effect", of: "create", at: 0, times: 1 },
    { what: "stale", of: "list", at: 0, times: 30 },
];

function drawStrike(dice: Dice): Strike {
    const of = dice.weighted({ any: 2, read: 2, list: 2, write: 3, create: 3 });
    return { what: dice.pick(STRIKES), of, at: dice.below(of === "create" ? 3 : 8), times: dice.pick([1, 1, 1, 2, 9]) };
}

function drawKill(dice: Dice): Kill {
    return { what: dice.chance(0.5) ? "run" : "provider", at: dice.below(25), effect: dice.chance(0.6) };
}
