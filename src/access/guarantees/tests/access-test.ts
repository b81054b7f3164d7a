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

/** A test of who can do what. It must always pass. */
export const accessTestSchema = z
    .strictObject({
        name: z.string().min(1).describe("Sentence that describes what the test ensures."),
        who: principals.describe("People and machines to test."),
        except: exceptions.optional().describe("People and machines to exclude from the test."),
        can: expectation.optional().describe("Action that all of them can perform on each target."),
        cannot: expectation.optional().describe("Action that none of them can perform on any target."),
        ifUnknown: z
            .enum(["fail", "pass"])
            .default("fail")
            .describe("Result if the API does not return enough data to evaluate the test. Default: `fail`."),
        reason: z.string().min(1).optional().describe("Why the test is important. Shown if the test fails."),
    })
    .refine(({ can, cannot }) => (can === undefined) !== (cannot === undefined), {
        error: "set either can or cannot",
    });

export type AccessTest = z.output<typeof accessTestSchema>;

/** Parses the expectation of a test. The schema has already validated that the text can be parsed. */
export function expectationOf({ name, can, cannot }: Pick<AccessTest, "name" | "can" | "cannot">): Expectation {
    const parsed = parseExpectation(can ?? cannot ?? "");
    if (typeof parsed === "string") throw new Error(`Could not parse the test "${name}": ${parsed}.`);
    return parsed;
}

/** The groups, resources and bundles that a test covers. */
export function testedTargets(model: AccessModel, test: AccessTest): Target[] {
    const expected = expectationOf(test);
    return targetsBy(model, expected.target).filter((one) => isTestable(model, expected, one));
}

/** Whether the target can be tested. Bundles do not grant access, and a specified level must exist. */
export function isTestable({ records }: AccessModel, { verb, level }: Expectation, target: Target): boolean {
    if (target.type === "bundle") return verb === "administer" || verb === "see";
    if (level === undefined) return true;
    const { levels } = governedOf(records, target) ?? {};
    return levels === undefined || levels.includes(level);
}

/** Additional data that the tests need: the tags that they mention and, if a test specifies a level, the levels of its targets. */
export function evidenceFor(tests: readonly AccessTest[]): {
    readonly tags: readonly string[];
    readonly leveled?: ((model: AccessModel) => Target[]) | undefined;
} {
    const expected = tests.map(expectationOf);
    const selectors = [
        ...tests.flatMap(({ who, except = [] }) => [who, except].flat()),
        ...expected.map((one) => one.target),
    ];
    const leveled = expected.flatMap(({ level, target }) => (level === undefined ? [] : target));
    const targets = (model: AccessModel): Target[] => leveled.flatMap((one) => targetsBy(model, one));
    return { tags: [...new Set(tagsOf(selectors))], leveled: leveled.length > 0 ? targets : undefined };
}
