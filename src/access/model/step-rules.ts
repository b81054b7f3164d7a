import type { PathStep } from "./path-step.js";

/** Short titles of the rules in docs/access.md, by number. */
export const RULE_TITLES = {
    1: "direct grants and memberships",
    2: "access that ends",
    3: "resources that a group grants",
    4: "nested groups",
    6: "leaders of groups",
    7: "linked groups",
    8: "access rules",
    10: "paused access rules",
    12: "resources below a resource",
    14: "on-call schedules",
    15: "visibility for everyone",
    16: "limited visibility",
    17: "who may request",
    20: "automatic approval",
    21: "reviewers",
    22: "approval of own requests",
    25: "scoped roles",
    26: "roles in the organization",
    27: "break-glass users",
    28: "owners",
} as const;
export type RuleNumber = keyof typeof RULE_TITLES;

/** Number of the rule in docs/access.md that explains a step. */
export function ruleOfStep(step: PathStep): RuleNumber {
    switch (step.by) {
        case "grant":
        case "member":
            return 1;
        case "link":
            return 3;
        case "nesting":
            return 4;
        case "leader":
            return 6;
        case "parent":
            return 12;
        case "rule":
            return 8;
        case "everybody":
            return 15;
        case "shownTo":
            return 16;
        case "request":
            return 17;
        case "autoApproval":
            return 20;
        case "reviewer":
            return 21;
        case "ownApproval":
            return 22;
        case "decision":
            return 21;
        case "role":
            return 25;
        case "organizationRole":
            return 26;
        case "breakGlass":
            return 27;
        case "administrator":
        case "selfGrant":
            return 28;
    }
}

/**
 * Numbers of the rules, starting with those that are most likely to be wrong. Direct grants come last, because they are read from the API
 * while everything else is derived.
 */
const MOST_DOUBTFUL: readonly RuleNumber[] = [6, 12, 8, 4, 3, 1];

/** If a path is wrong, returns the rule that is most likely the cause. Undefined for an empty path. */
export function ruleToDoubt(path: readonly PathStep[]): RuleNumber | undefined {
    const rules = path.map(ruleOfStep);
    return MOST_DOUBTFUL.find((rule) => rules.includes(rule)) ?? rules[0];
}
