import { type Document, parseDocument } from "yaml";
import { z } from "zod";
import { type AccessTest, accessTestSchema } from "../../access/guarantees/tests/access-test.js";
import { tagsOf, targetSelector } from "../../access/guarantees/tests/selectors.js";
import type { Assumptions } from "../../access/model/facts/facts.js";
import { ASPECTS, type Aspect } from "../../access/model/model.js";
import { assumptionsSchema } from "../../access/reader/snapshot.js";
import { UsageError } from "../../common/errors.js";
import type { PreviewImpactOptions } from "./preview-impact.js";

/** Rules that a change to access must keep. */
export interface AccessRules {
    readonly rules: readonly Rule[];
    readonly waivers: readonly Waiver[];
    /** Tests of who may do what at any time, which `access-governance test` runs. */
    readonly tests?: readonly AccessTest[] | undefined;
    /** Settings of the organization that the API does not return. */
    readonly assumptions?: Partial<Assumptions> | undefined;
    readonly accept?: AcceptPolicy | undefined;
}

const name = z.string().min(1);
const owner = name.describe("Person or team responsible for it.");
const reason = name.describe("Reason, shown to reviewers.");

const ruleSchema = z
    .strictObject({
        name: name.describe("Display name of the rule."),
        owner,
        reason,
        noNewAccessTo: z
            .array(targetSelector)
            .min(1)
            .optional()
            .describe("Groups, resources and bundles to which no one may gain access."),
        aspects: z
            .array(z.enum(ASPECTS))
            .min(1)
            .optional()
            .describe("What counts as access. Default: having it, getting it without approval, and administering it."),
        maxGained: z
            .int()
            .min(0)
            .optional()
            .describe("Maximum number of people who may gain access, over all targets."),
        noSelfApproval: z
            .literal(true)
            .optional()
            .describe("No one may gain the ability to get anything without another person's approval."),
        noNewEscalationTo: z
            .array(targetSelector)
            .min(1)
            .optional()
            .describe(
                "Groups and resources that no one may newly be able to reach in several steps, each without anyone else's approval.",
            ),
        failOnUnknown: z.literal(true).optional().describe("Stop the change if it is unknown who gains access."),
    })
    .refine((rule) => KINDS.filter((kind) => rule[kind] !== undefined).length === 1, {
        error: "it must have one of noNewAccessTo, maxGained, noSelfApproval, noNewEscalationTo and failOnUnknown",
    });

const waiverSchema = z.strictObject({
    rule: name.describe("Name of the rule."),
    person: name.optional().describe("Email or name of the person who may gain access. Default: everybody."),
    target: name.optional().describe("Name of the group, resource or bundle. Default: all."),
    until: z.iso.date().describe("Last day on which it applies, such as 2027-03-31."),
    owner,
    reason,
});

const acceptSchema = z.strictObject({
    widening: z
        .enum(["never", "requested"])
        .optional()
        .describe(
            "Drift that widens access, or may widen it. `never`: a person decides. `requested`: accepted only if approved access requests explain it. Default: accepted.",
        ),
});

const rulesSchema = z.strictObject({
    $schema: z.string().optional(),
    assumptions: assumptionsSchema
        .optional()
        .describe(
            "Settings of the organization that the API does not return. Default: those that give more people access.",
        ),
    rules: z.array(ruleSchema).default([]).describe("What a change to access may not do."),
    waivers: z.array(waiverSchema).default([]).describe("Exceptions to the rules, with their end dates."),
    tests: z
        .array(accessTestSchema)
        .optional()
        .describe("Who can and cannot do what, at any time: `access-governance test` checks it."),
    accept: acceptSchema.optional().describe("What `access-governance accept --automatic` may accept."),
});

export const KINDS = ["noNewAccessTo", "maxGained", "noSelfApproval", "noNewEscalationTo", "failOnUnknown"] as const;

export type RuleKind = (typeof KINDS)[number];
export type Rule = z.output<typeof ruleSchema>;
export type Waiver = z.output<typeof waiverSchema>;
export type AcceptPolicy = z.output<typeof acceptSchema>;

/** Maximum number of times that YAML aliases may repeat a value. Protects against documents that expand exponentially. */
const MAX_ALIASES = 100;

/** Parses a file of rules and tests, as JSON or YAML. @throws UsageError with the path of the invalid value */
export function parseRules(text: string, file: string): AccessRules {
    const document = parseDocument(text);
    const [fault] = document.errors;
    if (fault) throw new UsageError(`${file} is not valid JSON or YAML: ${fault.message.split("\n")[0]}`);
    const parsed = rulesSchema.safeParse(contentOf(document, file));
    if (parsed.success) {
        const { rules, waivers } = parsed.data;
        const unmatched = waivers.find((waiver) => !rules.some(({ name }) => name === waiver.rule));
        if (!unmatched) return parsed.data;
        const names = rules.map(({ name }) => `"${name}"`).join(", ") || "none";
        throw new UsageError(
            `${file} waives the rule "${unmatched.rule}", which it does not contain. Its rules are: ${names}.`,
        );
    }
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((one) => (typeof one === "number" ? `[${one}]` : `.${String(one)}`)).join("");
    throw new UsageError(`${file} is not valid: ${path.replace(/^\./, "") || "the file"}: ${issue?.message}.`);
}

function contentOf(document: Document, file: string): unknown {
    try {
        return document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
        // The library throws a ReferenceError for aliases that are unknown or too many.
        throw new UsageError(`${file} is not valid YAML: ${error instanceof Error ? error.message : error}.`);
    }
}

/** The JSON Schema of a file of rules and tests. */
export function rulesJsonSchema(): object {
    return z.toJSONSchema(rulesSchema, { io: "input" });
}

/** Options of the evaluation that these rules need. */
export function evaluationFor(
    rules: AccessRules,
): Pick<PreviewImpactOptions, "tags" | "isWhole" | "assumptions" | "chainsTo"> {
    const chainsTo = rules.rules.flatMap(({ noNewEscalationTo = [] }) => noNewEscalationTo);
    return { tags: tagsIn(rules), isWhole: needsVisibility(rules), assumptions: rules.assumptions, chainsTo };
}

/** Tags that the rules refer to, as `key`, `value` or `key=value`. */
export function tagsIn({ rules }: AccessRules): string[] {
    return tagsOf(
        rules.flatMap(({ noNewAccessTo = [], noNewEscalationTo = [] }) => [...noNewAccessTo, ...noNewEscalationTo]),
    );
}

/** Whether a rule depends on everything that people newly see and may request. */
export function needsVisibility({ rules }: AccessRules): boolean {
    return rules.some(({ failOnUnknown, aspects = [] }) => failOnUnknown === true || isAboutRequests(aspects));
}

/** Whether one of these aspects depends on what people see and may request. */
export function isAboutRequests(aspects: readonly Aspect[]): boolean {
    return aspects.includes("mayRequest") || aspects.includes("sees");
}

/** The kind of a rule is the one property that it sets. */
export function kindOf(rule: Rule): RuleKind {
    return KINDS.find((one) => rule[one] !== undefined) ?? "failOnUnknown";
}
