import { RULE_TITLES } from "../../access/model/step-rules.js";
import type { Disagreement } from "../access/disagreement.js";

/** Returns the heading of a disagreement: the rule in docs/access.md that the model applied. */
export function headingOf({ side, rule }: Pick<Disagreement, "side" | "rule">): string {
    if (side === "service" || rule === undefined) return "Not explained by any rule";
    return `Rule ${rule}, ${RULE_TITLES[rule]}`;
}
