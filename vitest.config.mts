import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What needs no process of its own, and answers within seconds: it runs first, and alone with `npm run test:fast`. */
const fast = [
    "test/{api,common,local/service,proofs/sequences,provider,resources/{kinds,lookups,program},review/report}/**/!(engine-link|killed|*-in-browser).test.ts",
    "test/resources/functions/actions.test.ts",
];
/** What takes longest begins first: otherwise one core would wait for the other at the end. */
const longest =
    /\b(gitops|pipelines|end-to-end|conformance|upgrades|transcripts|simulator|organization|recovery|roundtrip)\b/;

class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId.slice(import.meta.dirname.length));
        const sorted = await super.sort(files);
        return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
    }
}

/** The limit ends what hangs, also on a slow machine, and measures nothing: five minutes, and more with the Pulumi CLI, which starts processes. */
const hasPulumi = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "pulumi")));
const limit = hasPulumi ? 1_800_000 : 300_000;

const report = process.env.VITEST_REPORT;

export default defineConfig({
    test: {
        // Whoever counts the tests asks for the report by name.
        reporters: report ? ["default", "json"] : ["default"],
        ...(report ? { outputFile: { json: report } } : {}),
        testTimeout: limit,
        hookTimeout: limit,
        expect: { poll: { timeout: limit } },
        // Loading the generated schemas anew for each file would take longer than most tests.
        isolate: false,
        sequence: { sequencer: LongestFirst },
        // Vitest keeps one core for itself; much of what is tested waits for processes and clocks.
        maxWorkers: Math.max(2, availableParallelism()),
        projects: [
            {
                extends: true,
                test: {
                    name: "fast",
                    include: fast,
                    // One more than there are cores: several files wait for timers of the client most of their time.
                    maxWorkers: Math.max(2, availableParallelism()) + 1,
                    sequence: { groupOrder: 0 },
                },
            },
            {
                extends: true,
                test: {
                    name: "whole",
                    globalSetup: ["test/support/build.ts"],
                    include: ["{test,examples}/**/*.test.ts"],
                    exclude: fast,
                    sequence: { groupOrder: 1 },
                },
            },
        ],
    },
});
