/**
 * Plants faults in the code and counts how many of them the tests notice: `npm run prove mutation:kernel` in the kernel, `npm run prove mutation:model` in what
 * the kernel knows of kinds and values, `npm run prove mutation:client` in the client, `npm run prove mutation:impact` in what decides who gains access.
 */
const PARTS = {
    kernel: ["src/provider/*.ts", "src/provider/{plugin,run,steps}/**/*.ts"],
    model: ["src/provider/{live,schema,shapes}/**/*.ts", "src/common/*.ts", "src/provider/settings.ts"],
    client: ["src/api/*.ts"],
    // What a gate depends on: neither the words, nor what a state says of access.
    impact: [
        "src/review/impact/{account,draft,headline,plan,preview-impact,rules,verdicts}.ts",
        "src/review/impact/effects/*.ts",
    ],
};
const part = process.env.MUTATED ?? "kernel";
if (!(part in PARTS)) throw new Error(`MUTATED is ${part}: it must be one of ${Object.keys(PARTS).join(", ")}.`);

module.exports = {
    testRunner: "vitest",
    vitest: { configFile: "test/proofs/mutation/vitest.config.mts", related: false },
    mutate: PARTS[part],
    // Of the impact, the branches count: most of its strings are told to people.
    mutator: { excludedMutations: part === "impact" ? ["StringLiteral"] : [] },
    // A fault in a constant of a module would need a new process, and all tests, for each.
    ignoreStatic: true,
    coverageAnalysis: "perTest",
    reporters: ["clear-text", "progress-append-only", "json"],
    jsonReporter: { fileName: `node_modules/.cache/stryker/${part}.json` },
    tempDirName: "node_modules/.cache/stryker/sandbox",
    incrementalFile: `node_modules/.cache/stryker/${part}-incremental.json`,
    concurrency: 1,
    timeoutMS: 10_000,
    thresholds: { high: 90, low: 85, break: 85 },
};
