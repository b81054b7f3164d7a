import { z } from "zod";
import type { Target } from "../../model/facts/facts.js";
import { governedOf } from "../../model/facts/records.js";
import type { AccessModel } from "../../model/model.js";
import { type Expectation, parseExpectation } from "./expectation.js";
import { principalSelector, tagsOf, targetsBy } from "./selectors.js";

const principals = z.union([principalSelector, z.array(principalSelector).min(1)]);
const exceptions = z.union([principalSelector, z.array(principalSelector)]);

const expectation = z
    .string()
    .superRefine((text, context) => {
        const parsed = parseExpectation(text);
        if (typeof parsed === "string") context.addIssue({ code: "custom", message: parsed });
    })
    .describe(
        "`<verb> <target>`, such as `reach resource:prod-db at level readwrite` or `administer tag:data=customer`",
    );

/** A test of who may do what, which must pass at any time. */
export const accessTestSchema = z
    .strictObject({
        name: z.string().min(1).describe("What must hold, as a sentence."),
        who: principals.describe("The people and machines that the test is about."),
        except: exceptions.optional().describe("Those that the test is not about."),
        can: expectation.optional().describe("All of them can do this with each target."),
        cannot: expectation.optional().describe("None of them can do this with any target."),
        ifUnknown: z
            .enum(["fail", "pass"])
            .default("fail")
            .describe("The result if the API does not return enough to tell. Default: `fail`."),
        reason: z.string().min(1).optional().describe("Why it must hold. Shown if the test fails."),
    })
    .refine(({ can, cannot }) => (can === undefined) !== (cannot === undefined), {
        error: "it must have one of can and cannot",
    });

export type AccessTest = z.output<typeof accessTestSchema>;

/** Parses what a test expects. Its schema has already checked that this works. */
export function expectationOf({ name, can, cannot }: Pick<AccessTest, "name" | "can" | "cannot">): Expectation {
    const parsed = parseExpectation(can ?? cannot ?? "");
    if (typeof parsed === "string") throw new Error(`The test "${name}" was not parsed: ${parsed}.`);
    return parsed;
}

/** Groups, resources and bundles that a test is about. */
export function testedTargets(model: AccessModel, test: AccessTest): Target[] {
    const expected = expectationOf(test);
    return targetsBy(model, expected.target).filter((one) => isTestable(model, expected, one));
}

/** Whether the target can be tested: bundles give no access, and a level must exist. */
export function isTestable({ records }: AccessModel, { verb, level }: Expectation, target: Target): boolean {
    if (target.type === "bundle") return verb === "administer" || verb === "see";
    if (level === undefined) return true;
    const { levels } = governedOf(records, target) ?? {};
    return levels === undefined || levels.includes(level);
}

/** Tags that the tests select people or targets by, as `key` or `key=value`. */
export function tagsInTests(tests: readonly AccessTest[]): string[] {
    const selectors = tests.flatMap(({ who, except = [], can, cannot }) => {
        const expected = parseExpectation(can ?? cannot ?? "");
        return [who, except, typeof expected === "string" ? [] : expected.target].flat();
    });
    return [...new Set(tagsOf(selectors))];
}

/** Further facts that tests need: the tags that they name, and the levels of their targets if a test has a level. */
export function evidenceFor(tests: readonly AccessTest[]): {
    readonly tags: readonly string[];
    readonly leveled?: ((model: AccessModel) => Target[]) | undefined;
} {
    const selectors = tests.flatMap(({ can, cannot }) => {
        const expected = parseExpectation(can ?? cannot ?? "");
        return typeof expected === "string" || expected.level === undefined ? [] : expected.target;
    });
    const targets = (model: AccessModel): Target[] => selectors.flatMap((one) => targetsBy(model, one));
    return { tags: tagsInTests(tests), leveled: selectors.length > 0 ? targets : undefined };
}
