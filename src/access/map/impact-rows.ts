import { compareText } from "../../common/collections.js";
import type { Impact } from "../model/change/impact.js";
import { isWidening, type Shift } from "../model/change/shifts.js";
import { ASPECTS } from "../model/model.js";
import { placeKey } from "./ways.js";

/** One effect of the change on a target. */
export interface ImpactRow {
    /** Key of the affected target. */
    readonly key: string;
    readonly isWider: boolean;
    readonly shift: Shift;
}

/** Sorts effects: those that widen access first, then by aspect, sensitivity and number of people. */
export function impactRows({ targets }: Impact, isSensitive: (key: string) => boolean): ImpactRow[] {
    const rows = targets.flatMap(({ target, shifts }) =>
        shifts.map((shift): ImpactRow => ({ key: placeKey(target), isWider: isWider(shift), shift })),
    );
    const rank = ({ isWider, shift }: ImpactRow): number =>
        (isWider ? 0 : ASPECTS.length) + ASPECTS.indexOf(shift.aspect);
    const sensitivityRank = ({ key }: ImpactRow): number => (isSensitive(key) ? 0 : 1);
    return rows.sort(
        (a, b) =>
            rank(a) - rank(b) ||
            sensitivityRank(a) - sensitivityRank(b) ||
            b.shift.count - a.shift.count ||
            compareText(a.key, b.key),
    );
}

function isWider({ fate, unknown }: Shift): boolean {
    return fate === "unknown" ? unknown?.isWider === true : isWidening(fate);
}
