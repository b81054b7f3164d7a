import { type Document, parseDocument } from "yaml";
import { z } from "zod";
import { type AccessTest, accessTestSchema } from "../../access/guarantees/tests/access-test.js";
import { tagsOf, targetSelector } from "../../access/guarantees/tests/selectors.js";
import type { Assumptions } from "../../access/model/facts/facts.js";
import { ASPECTS, type Aspect } from "../../access/model/model.js";
import { assumptionsSchema } from "../../access/reader/snapshot.js";
import { isTooDeep } from "../../api/transport/json.js";
import { UsageError } from "../../common/errors.js";
import type { PreviewImpactOptions } from "./preview-impact.js";

/** The contents of a rules file: rules that changes to access must comply with, and related settings. */
export interface AccessRules {
    readonly rules: readonly ImpactRule[];
    readonly waivers: readonly Waiver[];
    /** Tests of who can do what, which `access-governance test` runs. */
    readonly tests?: readonly AccessTest[] | undefined;
    /** Settings of the organization that the API does not return. */
    readonly assumptions?: Partial<Assumptions> | undefined;
    readonly accept?: AcceptPolicy | undefined;
    /** What programs may do although its effect on access cannot be evaluated. */
    readonly allow?: readonly Allowance[] | undefined;
}

const name = z.string().min(1);
const owner = name.describe("Person or team responsible for the rule or waiver.");
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
            .describe("Groups, resources and bundles to which a change must not grant access."),
        aspects: z
            .array(z.enum(ASPECTS))
            .min(1)
            .optional()
            .describe("What counts as access. Default: having it, getting it without approval, and administering it."),
        maxGained: z
            .int()
            .min(0)
            .optional()
            .describe("Maximum number of people who can gain access through a change, across all targets."),
        noSelfApproval: z
            .literal(true)
            .optional()
            .describe("A change must not enable anyone to get access without another person's approval."),
        noNewEscalationTo: z
            .array(targetSelector)
            .min(1)
            .optional()
            .describe(
                "Groups and resources that a change must not make reachable in several steps, each without anyone else's approval.",
            ),
        noMachineApproval: z
            .array(targetSelector)
            .min(1)
            .optional()
            .describe(
                "Groups, resources and bundles to which a change must not let anyone gain access by the decision of scripts, Paladins or other service users alone.",
            ),
        failOnUnknown: z.literal(true).optional().describe("Stop the change if it is unknown who gains access."),
    })
    .refine((rule) => KINDS.filter((kind) => rule[kind] !== undefined).length === 1, {
        error: "set exactly one of noNewAccessTo, maxGained, noSelfApproval, noNewEscalationTo, noMachineApproval or failOnUnknown",
    });

const waiverSchema = z.strictObject({
    rule: name.describe("Name of the rule."),
    person: name.optional().describe("Email or name of the person who is allowed to gain access. Default: everyone."),
    target: name.optional().describe("Name of the group, resource or bundle that the waiver applies to. Default: all."),
    until: z.iso.date().describe("Last day on which the waiver applies, such as 2027-03-31: a year from now at most."),
    owner,
    reason,
});

const acceptSchema = z.strictObject({
    widening: z
        .enum(["never", "requested"])
        .optional()
        .describe(
            "Whether to accept drift that widens access, or may widen it. `never`: leave it for a person to decide. `requested`: only if approved access requests explain it. Default: always accept.",
        ),
});

const allowanceSchema = z
    .strictObject({
        type: name
            .optional()
            .describe(
                "Type of a resource of another package, or of a dynamic resource, such as `aws:s3/bucket:Bucket`; `aws:*` allows all types with this prefix.",
            ),
        action: name.optional().describe("Name of an action of this package, such as `startCampaign`."),
        owner,
        reason,
    })
    .refine(({ type, action }) => (type === undefined) !== (action === undefined), {
        error: "set exactly one of type and action",
    });

const rulesSchema = z.strictObject({
    $schema: z.string().optional(),
    assumptions: assumptionsSchema
        .optional()
        .describe(
            "Settings of the organization that the API does not return. By default, the settings under which more people have access are assumed.",
        ),
    rules: z.array(ruleSchema).default([]).describe("Rules that changes to access must comply with."),
    waivers: z.array(waiverSchema).default([]).describe("Temporary exceptions to the rules."),
    tests: z
        .array(accessTestSchema)
        .min(1)
        .optional()
        .describe("Tests of who can do what. Run by `access-governance test`."),
    allow: z
        .array(allowanceSchema)
        .optional()
        .describe(
            "What programs may do although its effect on access cannot be evaluated: change resources of other packages, and call actions.",
        ),
    accept: acceptSchema.optional().describe("Which drift `access-governance accept --automatic` accepts."),
});

export const KINDS = [
    "noNewAccessTo",
    "maxGained",
    "noSelfApproval",
    "noNewEscalationTo",
    "noMachineApproval",
    "failOnUnknown",
] as const;

export type RuleKind = (typeof KINDS)[number];
export type ImpactRule = z.output<typeof ruleSchema>;
export type Waiver = z.output<typeof waiverSchema>;
export type AcceptPolicy = z.output<typeof acceptSchema>;
/** A type of resource, or an action, that does not make the effect of a change unknown. */
export type Allowance = z.output<typeof allowanceSchema>;

/** Maximum number of values that YAML aliases can repeat. Protects against documents that expand exponentially. */
const MAX_ALIASES = 100;

/**
 * Parses a file of rules and tests in JSON or YAML format.
 * @throws UsageError with the path of the invalid value
 */
export function parseRules(text: string, file: string): AccessRules {
    const document = documentOf(text, file);
    const [fault] = document.errors;
    if (fault) throw new UsageError(`${file} is not valid JSON or YAML: ${fault.message.split("\n")[0]}`);
    const parsed = rulesSchema.safeParse(contentOf(document, file));
    if (parsed.success) {
        const { rules, waivers } = parsed.data;
        const unmatched = waivers.find((waiver) => !rules.some(({ name }) => name === waiver.rule));
        if (!unmatched) return parsed.data;
        const names = rules.map(({ name }) => `"${name}"`).join(", ") || "none";
        throw new UsageError(
            `${file} contains a waiver for the rule "${unmatched.rule}", but not the rule itself. Existing rules: ${names}.`,
        );
    }
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((one) => (typeof one === "number" ? `[${one}]` : `.${String(one)}`)).join("");
    throw new UsageError(
        `${file} is not valid. Error at ${path.replace(/^\./, "") || "the top level"}: ${issue?.message}.`,
    );
}

/** Sections that weaken the rules of all files, so only the first file may have them. */
const FIRST_FILE_ONLY = ["assumptions", "allow", "accept"] as const;

/**
 * Combines files of rules. The first one belongs to those who decide; later ones, further down in a repository, only add rules and tests,
 * and waivers of the rules that they add.
 * @throws UsageError if a later file does more, or repeats the name of a rule, whose waivers would then apply to both
 */
export function combineRules(files: readonly { readonly file: string; readonly text: string }[]): AccessRules {
    const [first, ...others] = files.map(({ file, text }) => ({ file, ...parseRules(text, file) }));
    if (!first) return { rules: [], waivers: [] };
    const names = new Map(first.rules.map((rule) => [rule.name, first.file]));
    for (const other of others) {
        const weaker = FIRST_FILE_ONLY.find((section) => other[section] !== undefined);
        if (weaker)
            throw new UsageError(
                `${other.file} has the section ${weaker}, which would also apply to the rules of ${first.file}. Move it to ${first.file}.`,
            );
        const taken = other.rules.find((rule) => names.has(rule.name));
        if (taken)
            throw new UsageError(
                `${other.file} has a rule "${taken.name}", but so does ${names.get(taken.name)}. Rename one of them.`,
            );
        for (const rule of other.rules) names.set(rule.name, other.file);
    }
    const all = [first, ...others];
    const { file: _, ...sections } = first;
    const tests = all.flatMap((one) => one.tests ?? []);
    return {
        ...sections,
        rules: all.flatMap(({ rules }) => rules),
        waivers: all.flatMap(({ waivers }) => waivers),
        ...(tests.length > 0 && { tests }),
    };
}

/** Many block sequences or keys that begin on one line. */
const NESTED_LINE = /(?:[-?] +){1000}/;

function documentOf(text: string, file: string): Document {
    // The library needs time and memory that grow with the square of the nesting.
    if (isTooDeep(text) || NESTED_LINE.test(text))
        throw new UsageError(`${file} is not valid: it is nested too deeply. Flatten it.`);
    return parseDocument(text);
}

function contentOf(document: Document, file: string): unknown {
    try {
        return document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
        // The library throws a ReferenceError for unknown aliases, and if there are too many aliases.
        throw new UsageError(`${file} is not valid YAML: ${error instanceof Error ? error.message : error}.`);
    }
}

/** The JSON Schema for rules files. */
export function rulesJsonSchema(): object {
    return z.toJSONSchema(rulesSchema, { io: "input" });
}

/** Returns the options that these rules require for evaluating a preview. */
export function evaluationFor(
    rules: AccessRules,
): Pick<PreviewImpactOptions, "tags" | "isWhole" | "assumptions" | "chainsTo" | "allowed"> {
    const chainsTo = rules.rules.flatMap(({ noNewEscalationTo = [] }) => noNewEscalationTo);
    return {
        tags: tagsIn(rules),
        isWhole: needsVisibility(rules),
        assumptions: rules.assumptions,
        chainsTo,
        allowed: rules.allow,
    };
}

/** Tags that the rules refer to, as `key`, `value` or `key=value`. */
export function tagsIn({ rules }: AccessRules): string[] {
    return tagsOf(
        rules.flatMap(({ noNewAccessTo = [], noNewEscalationTo = [], noMachineApproval = [] }) => [
            ...noNewAccessTo,
            ...noNewEscalationTo,
            ...noMachineApproval,
        ]),
    );
}

/** Whether any rule depends on everything that people are newly able to see and request. */
export function needsVisibility({ rules }: AccessRules): boolean {
    return rules.some(
        ({ failOnUnknown, noMachineApproval, aspects = [] }) =>
            failOnUnknown === true || noMachineApproval !== undefined || isAboutRequests(aspects),
    );
}

/** Whether any of these aspects depends on what people can see and request. */
export function isAboutRequests(aspects: readonly Aspect[]): boolean {
    return aspects.includes("mayRequest") || aspects.includes("sees");
}

/** Returns the kind of a rule. A rule sets exactly one of the properties in `KINDS`. */
export function ruleKind(rule: ImpactRule): RuleKind {
    return KINDS.find((one) => rule[one] !== undefined) ?? "failOnUnknown";
}
