import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Tests that run for a mutant. Mutants of the client run only its own tests: all other tests call it as well but would take longer. Tests of the
 * service through the client and tests of types are left out for the same reason.
 */
const KERNEL = [
    "test/{common,provider,resources/{kinds,lookups,program},proofs/sequences}/**/*.test.ts",
    "test/proofs/simulator/replay.test.ts",
];
const TESTS: Readonly<Record<string, readonly string[]>> = {
    client: ["test/api/!(service-contract|hover|types).test.ts"],
    impact: [
        "test/review/impact/**/!(prediction|state-knowledge).test.ts",
        "test/access/{attack,gates/properties}.test.ts",
    ],
};
const tests = [...(TESTS[process.env.MUTATED ?? ""] ?? KERNEL)];

/** Runs short test files first, since most mutants are detected within milliseconds and the first failure ends the run. */
class ShortestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        return (await super.sort(files)).reverse();
    }
}

/** Runs the tests in one process, without a build. */
export default defineConfig({
    test: {
        include: tests,
        isolate: false,
        sequence: { sequencer: ShortestFirst },
        testTimeout: 10_000,
        expect: { poll: { timeout: 10_000 } },
        maxWorkers: 1,
    },
});
