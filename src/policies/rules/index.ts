import type { PolicyRule } from "../rule.js";
import { approval } from "./approval.js";
import { breadth } from "./breadth.js";
import { breakGlass } from "./break-glass.js";
import { consistency } from "./consistency.js";
import { duration } from "./duration.js";
import { events } from "./events.js";
import { mfa } from "./mfa.js";
import { ownership } from "./ownership.js";
import { review } from "./review.js";
import { vendors } from "./vendors.js";
import { visibility } from "./visibility.js";

/** All rules by topic, in the order of the docs. */
export const ruleGroups = {
    Ownership: ownership,
    Review: review,
    Approval: approval,
    Duration: duration,
    "External users": vendors,
    MFA: mfa,
    Visibility: visibility,
    "Break-glass access": breakGlass,
    "Audit events": events,
    Breadth: breadth,
    Consistency: consistency,
} as const satisfies Readonly<Record<string, readonly PolicyRule[]>>;

export const rules: readonly PolicyRule[] = Object.values(ruleGroups).flat();
