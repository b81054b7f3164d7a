/** `npm run mutation`: plants faults in the kernel and counts how many of them the tests notice; `npm run mutation:client` does so in the client. */
const isClient = process.env.MUTATED === "client";

module.exports = {
    testRunner: "vitest",
    vitest: { configFile: "test/mutation/vitest.config.mts", related: false },
    mutate: isClient ? ["src/api/*.ts"] : ["src/{live,provider,schema,shapes}/**/*.ts", "src/settings.ts"],
    // A fault in a constant of a module would need a new process, and all tests, for each.
    ignoreStatic: true,
    coverageAnalysis: "perTest",
    reporters: ["clear-text", "progress-append-only", "json"],
    jsonReporter: { fileName: `node_modules/.cache/stryker/${isClient ? "client" : "kernel"}.json` },
    tempDirName: "node_modules/.cache/stryker/sandbox",
    incrementalFile: `node_modules/.cache/stryker/${isClient ? "client" : "kernel"}-incremental.json`,
    concurrency: 1,
    timeoutMS: 10_000,
    thresholds: { high: 90, low: 85, break: 85 },
};
