import { RULE_TITLES } from "../access/step-rules.js";
import type { Disagreement } from "./disagreement.js";

/** What a disagreement is listed under: the rule of docs/access.md that the model's answer comes from, if it comes from one. */
export function headingOf({ side, rule }: Pick<Disagreement, "side" | "rule">): string {
    if (side === "service" || rule === undefined) return "Not explained by any rule";
    return `Rule ${rule}, ${RULE_TITLES[rule]}`;
}

/** Items by a key, in the order in which each key appears first. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
    const groups = new Map<string, Item[]>();
    for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
    return groups;
}
