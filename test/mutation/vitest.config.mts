import { defineConfig } from "vitest/config";

/** The client is held by tests of its own; everything else calls it as well, and would only take longer. */
const tests =
    process.env.MUTATED === "client"
        ? ["test/api/**/*.test.ts"]
        : [
              "test/{live,provider,resources,schema,sequences,shapes}/**/*.test.ts",
              "test/settings.test.ts",
              "test/simulator/replay.test.ts",
          ];

/** What runs for each planted fault: in one process, without a build. */
export default defineConfig({
    test: {
        include: tests,
        isolate: false,
        testTimeout: 10_000,
        maxWorkers: 1,
    },
});
