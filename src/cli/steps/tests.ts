import { existsSync } from "node:fs";
import type { Knowledge } from "../../access/answers/questions.js";
import type { AccessTest } from "../../access/guarantees/tests/access-test.js";
import { UsageError } from "../../common/errors.js";
import { rulesIn } from "../options/gates.js";
import type { KnowledgeAfter } from "./knowledge.js";

/** Files that are read if no files are specified. */
export const DEFAULT_FILES = ["access.test.yaml", "access-rules.yaml", "access-rules.json"];

/** Source of the organization that is tested. */
export interface SourceOptions {
    snapshot?: string;
    state?: string;
    preview?: string;
}

/** Access tests and assumptions. */
export interface Tests {
    readonly tests: readonly AccessTest[];
    readonly assumptions: NonNullable<Awaited<ReturnType<typeof rulesIn>>["assumptions"]>;
}

/**
 * Tests and assumptions of the files. The assumptions of earlier files take precedence.
 * @throws UsageError if there are no tests
 */
export async function testsIn(files: readonly string[]): Promise<Tests> {
    const named = files.length > 0 ? files : DEFAULT_FILES.filter((file) => existsSync(file));
    if (named.length === 0)
        throw new UsageError("No test file found. Start with `access-governance test --suggest > access.test.yaml`.");
    const all = await Promise.all(named.map((file) => rulesIn(file)));
    const tests = all.flatMap((one) => one.tests ?? []);
    if (tests.length === 0) throw new UsageError(`No tests found in ${named.join(", ")}. Add a section "tests".`);
    return { tests, assumptions: Object.assign({}, ...all.map(({ assumptions }) => assumptions).reverse()) };
}

/** Returns tests that pass today, as the contents of a test file. */
export async function suggestedTests(knowledge: Knowledge): Promise<string> {
    const [{ stringify }, { suggestTests }] = await Promise.all([
        import("yaml"),
        import("../../access/guarantees/tests/suggestions.js"),
    ]);
    const tests = suggestTests(knowledge).map(({ ifUnknown, ...test }) => test);
    return stringify({ tests }, { lineWidth: 0 });
}

/** Returns the organization to test, and clauses about doubts that apply to all results. */
export async function testedKnowledge(
    { snapshot, state, preview }: SourceOptions,
    { tests, assumptions }: Tests,
): Promise<KnowledgeAfter> {
    if (state !== undefined && (snapshot ?? preview) !== undefined)
        throw new UsageError("--state cannot be combined with --snapshot or --preview.");
    const { knowledgeFrom, knowledgeAfter } = await import("./knowledge.js");
    // Reads all tags, because a change may use a tag that is not used yet.
    if (preview !== undefined) return knowledgeAfter(preview, { snapshot, assumptions, tests, hasAllTags: true });
    const knowledge = await knowledgeFrom({ snapshot, state, assumptions, tests });
    // The limits of a state apply to every program, so they are not a reason to doubt the results.
    return { knowledge, doubt: knowledge.isOfProgram ? [] : knowledge.limits };
}
