import { type Impact, type Shift, WIDENING } from "../access/impact.js";
import { ASPECTS } from "../access/model.js";
import { keyOf } from "./ways.js";

/** One line of what changes. */
export interface ImpactRow {
    /** Key of the group, the resource or the bundle. */
    readonly key: string;
    readonly isWider: boolean;
    readonly shift: Shift;
}

/** What changes, widening first; then by what people can do; what is sensitive before what is not; then by how many there are. */
export function impactRows({ targets }: Impact, isSensitive: (key: string) => boolean): ImpactRow[] {
    const rows = targets.flatMap(({ target, shifts }) =>
        shifts.map((shift): ImpactRow => ({ key: keyOf(target), isWider: isWider(shift), shift })),
    );
    const rank = ({ isWider, shift }: ImpactRow): number =>
        (isWider ? 0 : ASPECTS.length) + ASPECTS.indexOf(shift.aspect);
    const calm = ({ key }: ImpactRow): number => (isSensitive(key) ? 0 : 1);
    return rows.sort(
        (a, b) =>
            rank(a) - rank(b) ||
            calm(a) - calm(b) ||
            b.shift.count - a.shift.count ||
            (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
    );
}

function isWider({ fate, unknown }: Shift): boolean {
    return fate === "unknown" ? unknown?.isWider === true : WIDENING.includes(fate);
}
