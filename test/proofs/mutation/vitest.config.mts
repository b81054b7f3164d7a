import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The client is held by tests of its own; everything else calls it as well, and would only take longer. So would what holds the service by way of
 * the client, and what looks at types alone.
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

/** Most faults are noticed by a test that takes milliseconds, and the first one that fails ends the run. */
class ShortestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        return (await super.sort(files)).reverse();
    }
}

/** What runs for each planted fault: in one process, without a build. */
export default defineConfig({
    test: {
        include: tests,
        isolate: false,
        sequence: { sequencer: ShortestFirst },
        testTimeout: 10_000,
        maxWorkers: 1,
    },
});
