/** One long proof. */
export interface Proof {
    readonly about: string;
    /** Commands to run in sequence, with the tools of node_modules on PATH. */
    readonly commands: readonly string[];
    /** Environment variables and their default values. */
    readonly settings?: Readonly<Record<string, string>>;
}

const simulator = "node_modules/.cache/simulator/test/proofs/simulator";
const buildSimulator = "node node_modules/typescript-native/bin/tsc -p test/proofs/simulator";
const build = "npm run --silent build";
/** A proof takes as long as its settings ask. */
const vitest = "vitest run --testTimeout 0";

const mutation = (part: string, about: string): Proof => ({
    about: `plants faults in ${about}, and counts those that no test notices`,
    commands: ["stryker run"],
    settings: { MUTATED: part },
});

/** Every proof by its name. */
export const proofs: Readonly<Record<string, Proof>> = {
    conformance: {
        about: "checks every law for every kind, and prints the table",
        commands: [`${vitest} test/proofs/conformance`],
    },
    operations: {
        about: "counts which operations of the API the package calls, and where",
        commands: ["ts-node -T scripts/coverage.ts"],
    },
    model: {
        about: "walks at random over all operations of the local service, for an hour",
        commands: [`${vitest} test/local/service/model`],
        settings: { MODEL_WALKS: "2000", MODEL_STEPS: "120", MODEL_SECONDS: "3600", MODEL_TALLY: "1" },
    },
    access: {
        about: "compares the access model with the local service, over 10,000 organizations",
        commands: [`${vitest} test/access/oracle`],
        settings: { ACCESS_ORGANIZATIONS: "10000" },
    },
    escalation: {
        about: "compares chains of steps with a search in the local service, over 1,000 organizations",
        commands: [`${vitest} test/access/guarantees/escalation`],
        settings: { ACCESS_ORGANIZATIONS: "1000" },
    },
    future: {
        about: "compares violations by new users with a search through all of them and with the local service, over 200 organizations",
        commands: [`${vitest} test/access/guarantees/tests/future-organizations.test.ts`],
        settings: { ACCESS_ORGANIZATIONS: "200" },
    },
    gates: {
        about: "deploys edits that widen access, 1,000 of them, and looks for one that no gate stops",
        commands: [`${vitest} test/access/gates`],
        settings: { ACCESS_GATES: "1000" },
    },
    accept: {
        about: "edits objects outside of programs in many styles, 1,000 times, and lets the programs accept it",
        commands: [build, `${vitest} test/adopt/accept`],
        settings: { ACCEPT_EDITS: "400", ACCEPT_SEED: "1000" },
    },
    drift: {
        about: "edits every property of every kind outside of Pulumi, and writes docs/drift.md",
        commands: [`${vitest} test/proofs/drift`],
        settings: { DRIFT_WRITE: "1" },
    },
    transcripts: {
        about: "replays every recorded transcript of the Pulumi CLI on the local engine",
        commands: [`${vitest} test/local/engine/transcripts.test.ts`],
        settings: { TRANSCRIPTS: "all" },
    },
    simulate: {
        about: "plays a team against the kernel: runs, kills, faults, lag and edits from outside",
        commands: [buildSimulator, `node ${simulator}/main.js`],
    },
    "simulate:mutants": {
        about: "plants faults in the kernel, and prints which of them the simulator notices",
        commands: [buildSimulator, `node ${simulator}/judge.js`],
    },
    faults: {
        about: "breaks every call of every kind in every way",
        commands: ["ts-node -T test/proofs/faults/main.ts"],
    },
    "bad-input": {
        about: "gives every kind invalid arguments in many places",
        commands: ["ts-node -T test/proofs/bad-input/main.ts"],
    },
    kills: {
        about: "kills a run, its provider and the service at random moments, and runs again",
        commands: [build, "npm run --silent build:stand-in", "ts-node -T test/proofs/kills/main.ts"],
    },
    "verify-kills": {
        about: "kills `verify --write` after any of 50 writes, and looks at what the next run leaves",
        commands: [`${vitest} test/verify/write/killed.test.ts`],
        settings: { VERIFY_KILLS: "50" },
    },
    outside: {
        about: "calls the operations that write until 5,000 changes gave somebody something, and looks for one that no preview shows",
        commands: [`${vitest} test/proofs/outside`],
        settings: {
            OUTSIDE_GAINS: "5000",
            OUTSIDE_ORGANIZATIONS: "24",
            OUTSIDE_REQUESTS: "300",
            OUTSIDE_GRANTS: "30",
            OUTSIDE_TALLY: "1",
        },
    },
    roundtrip: {
        about: "exports organizations, imports them, edits them outside, and compares",
        commands: [build, "ts-node -T test/proofs/roundtrip/main.ts"],
    },
    languages: {
        about: "runs one organization in YAML, TypeScript, Python and Go on the Pulumi CLI, and compares the results",
        commands: [build, "ts-node -T scripts/languages/main.ts"],
    },
    installs: {
        about: "installs the packed file with npm, pnpm and Yarn on Node 20.19, 22 and 24, and uses it",
        commands: ["ts-node -T test/proofs/installs/main.ts"],
    },
    "mutation:kernel": mutation("kernel", "the kernel"),
    "mutation:model": mutation("model", "the kernel's model of kinds and values"),
    "mutation:client": mutation("client", "the client"),
    "mutation:impact": mutation("impact", "the code that decides who gains access"),
};
