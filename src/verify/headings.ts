import { RULE_TITLES } from "../access/step-rules.js";
import type { Disagreement } from "./disagreement.js";

/** The heading of a disagreement: the rule of docs/access.md behind the model's answer. */
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
