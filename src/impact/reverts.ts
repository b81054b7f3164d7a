import type { Target } from "../access/facts.js";
import type { Shift } from "../access/shifts.js";
import type { PreviewImpact } from "./preview-impact.js";

/** Whether an effect comes only from reverting what somebody changed outside. */
export function isReverted({ reverted }: PreviewImpact, target: Target, shift: Shift): boolean {
    const ids = new Set(shift.people().map(({ id }) => id));
    return reverted.targets
        .filter(({ target: { type, id } }) => type === target.type && id === target.id)
        .flatMap(({ shifts }) => shifts)
        .some(
            (one) =>
                one.aspect === shift.aspect &&
                one.fate === shift.fate &&
                one.level === shift.level &&
                one.begins === shift.begins &&
                one.count === shift.count &&
                one.people().every(({ id }) => ids.has(id)),
        );
}
