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
    11: "several paths",
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

/** Numbers of the rules in docs/access.md that explain steps. */
const RULES_OF_STEPS: Readonly<Record<PathStep["by"], RuleNumber>> = {
    grant: 1,
    member: 1,
    link: 3,
    nesting: 4,
    leader: 6,
    rule: 8,
    parent: 12,
    everybody: 15,
    shownTo: 16,
    request: 17,
    autoApproval: 20,
    reviewer: 21,
    decision: 21,
    ownApproval: 22,
    role: 25,
    organizationRole: 26,
    breakGlass: 27,
    administrator: 28,
    selfGrant: 28,
};

/**
 * Numbers of the rules, starting with those that are most likely to be wrong. Direct grants come last, because they are read from the API
 * while everything else is derived.
 */
const MOST_DOUBTFUL: readonly RuleNumber[] = [6, 12, 8, 4, 3, 1];

/** If a path is wrong, returns the rule that is most likely the cause. Undefined for an empty path. */
export function ruleToDoubt(path: readonly PathStep[]): RuleNumber | undefined {
    const rules = path.map(({ by }) => RULES_OF_STEPS[by]);
    return MOST_DOUBTFUL.find((rule) => rules.includes(rule)) ?? rules[0];
}
