import { z } from "zod";
import type { Assumptions } from "../../access/model/facts.js";
import { ASPECTS, type Aspect } from "../../access/model/model.js";
import { assumptionsSchema } from "../../access/reader/snapshot.js";
import { jsonOf } from "../../api/answer.js";
import { UsageError } from "../../common/errors.js";
import { SENSITIVITIES } from "./lines.js";
import type { PreviewImpactOptions } from "./preview-impact.js";

/** Rules that a change to access must keep. */
export interface AccessRules {
    readonly rules: readonly Rule[];
    readonly waivers: readonly Waiver[];
    /** Settings of the organization that the API does not return. */
    readonly assumptions?: Partial<Assumptions> | undefined;
    readonly accept?: AcceptPolicy | undefined;
}

const selector = z
    .string()
    .min(1)
    .refine(
        (text) =>
            !text.startsWith("sensitivity:") || SENSITIVITIES.includes(text.slice("sensitivity:".length).toUpperCase()),
        {
            error: `its sensitivity must be one of ${SENSITIVITIES.join(", ")}`,
        },
    )
    .describe(
        "`*`, `tag:<key>`, `tag:<key>=<value>`, `sensitivity:<level>`, `group:<name>`, `resource:<name>`, or a name",
    );

const name = z.string().min(1);
const owner = name.describe("Who answers for it.");
const reason = name.describe("Why it is there: the reviewer reads it.");

const ruleSchema = z
    .strictObject({
        name: name.describe("What people call the rule."),
        owner,
        reason,
        noNewAccessTo: z
            .array(selector)
            .min(1)
            .optional()
            .describe("Groups, resources and bundles to which nobody may gain access."),
        aspects: z
            .array(z.enum(ASPECTS))
            .min(1)
            .optional()
            .describe(
                "What counts as access. Left out: having it, getting it without approval, and administering it; for maxGained, having it.",
            ),
        maxGained: z.int().min(0).optional().describe("So many people may gain access, of everything together."),
        noSelfApproval: z
            .literal(true)
            .optional()
            .describe("Nobody may come to get anything without somebody else's approval."),
        failOnUnknown: z
            .literal(true)
            .optional()
            .describe("Who gains by the change must be known: what is not stops it."),
    })
    .refine((rule) => KINDS.filter((kind) => rule[kind] !== undefined).length === 1, {
        error: "it must have one of noNewAccessTo, maxGained, noSelfApproval and failOnUnknown",
    });

const waiverSchema = z.strictObject({
    rule: name.describe("Name of the rule."),
    person: name.optional().describe("Email or name of the person who may gain. Left out: everybody."),
    target: name.optional().describe("Name of the group, resource or bundle. Left out: all of them."),
    until: z.iso.date().describe("Last day on which it counts, such as 2027-03-31."),
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
        .describe("Settings of the organization that the API does not return. Default: those that let more people in."),
    rules: z.array(ruleSchema).default([]).describe("What a change to access may not do."),
    waivers: z.array(waiverSchema).default([]).describe("What is allowed nevertheless, and until when."),
    accept: acceptSchema.optional().describe("What `access-governance accept --automatic` may accept."),
});

export const KINDS = ["noNewAccessTo", "maxGained", "noSelfApproval", "failOnUnknown"] as const;

export type RuleKind = (typeof KINDS)[number];
export type Rule = z.output<typeof ruleSchema>;
export type Waiver = z.output<typeof waiverSchema>;
export type AcceptPolicy = z.output<typeof acceptSchema>;

/** Reads `access-rules.json`. @throws UsageError with the path of the invalid value */
export function parseRules(text: string, file: string): AccessRules {
    const json = jsonOf(text);
    if (!json) throw new UsageError(`${file} is no JSON document.`);
    const parsed = rulesSchema.safeParse(json.value);
    if (parsed.success) {
        const { rules, waivers } = parsed.data;
        const stray = waivers.find((waiver) => !rules.some(({ name }) => name === waiver.rule));
        if (!stray) return parsed.data;
        const names = rules.map(({ name }) => `"${name}"`).join(", ") || "none";
        throw new UsageError(`${file} waives the rule "${stray.rule}", which is not there. Its rules are: ${names}.`);
    }
    const [issue] = parsed.error.issues;
    throw new UsageError(
        `${file} has no rules that can be checked: ${issue?.path.join(".") || "it"}: ${issue?.message}.`,
    );
}

/** The JSON Schema of `access-rules.json`. */
export function rulesJsonSchema(): object {
    return z.toJSONSchema(rulesSchema, { io: "input" });
}

/** Facts that an evaluation of these rules reads and assumes. */
export function evaluationFor(rules: AccessRules): Pick<PreviewImpactOptions, "tags" | "isWhole" | "assumptions"> {
    return { tags: tagsIn(rules), isWhole: needsVisibility(rules), assumptions: rules.assumptions };
}

/** Tags that the rules refer to, as `key`, `value` or `key=value`. */
export function tagsIn({ rules }: AccessRules): string[] {
    return rules
        .flatMap(({ noNewAccessTo = [] }) => noNewAccessTo)
        .filter((one) => one.startsWith("tag:"))
        .map((one) => one.slice("tag:".length));
}

/** Whether a rule depends on everything that people come to see and may request. */
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
