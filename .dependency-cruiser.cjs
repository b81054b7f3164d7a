// Which part of the package may import which. Each arrow is proved by test/arrows.test.ts.

const src = (folders) => `^src/(${folders})`;
const pulumi = "(^|/)node_modules/@pulumi/pulumi/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
    forbidden: [
        {
            name: "api-knows-nobody",
            comment: "The client stands alone: it can be used without Pulumi and without a kind.",
            severity: "error",
            from: { path: src("api/") },
            to: { path: "^src/", pathNot: src("api/") },
        },
        {
            name: "schema-knows-nobody",
            comment: "What fields mean and how values compare is plain data and functions.",
            severity: "error",
            from: { path: src("schema/") },
            to: { path: "^src/", pathNot: src("schema/") },
        },
        {
            name: "provider-knows-the-client",
            comment:
                "The kernel names no kind, and neither the program's side, the local service nor the local engine.",
            severity: "error",
            from: { path: src("provider/") },
            to: { path: "^src/", pathNot: src("api/|schema/|provider/") },
        },
        {
            name: "the-kernel-has-floors",
            comment:
                "Reading and calling, then the shapes of kinds, then what a run remembers, then the steps that Pulumi asks for.",
            severity: "error",
            from: { path: src("provider/(live|shapes|run)/") },
            to: { path: src("provider/steps/|provider/dynamic\\.ts$") },
        },
        {
            name: "shapes-know-no-run",
            comment: "A kind is the same in every run.",
            severity: "error",
            from: { path: src("provider/(live|shapes)/") },
            to: { path: src("provider/run/") },
        },
        {
            name: "the-program-knows-the-kernel",
            comment: "The side of a program hands arguments over; what is done with them happens in another process.",
            severity: "error",
            from: { path: src("program/") },
            to: { path: "^src/", pathNot: src("schema/|program/|provider/((config|errors)\\.ts$|shapes/kind\\.ts$)") },
        },
        {
            name: "resources-know-the-kernel",
            comment: "A kind is told to the kernel, and speaks the types and schemas of the API.",
            severity: "error",
            from: { path: src("resources/") },
            to: { path: "^src/", pathNot: src("api/|schema/|provider/|program/|resources/") },
        },
        {
            name: "lookups-know-the-kernel",
            comment: "A lookup reads what kinds read, and knows no kind.",
            severity: "error",
            from: { path: src("lookups/") },
            to: {
                path: "^src/",
                pathNot: src("api/|schema/|provider/|program/|lookups/|resources/(sources|values)\\.ts$"),
            },
        },
        {
            name: "functions-know-lookups",
            comment: "A function looks before it acts.",
            severity: "error",
            from: { path: src("functions/") },
            to: {
                path: "^src/",
                pathNot: src("api/|schema/|provider/|program/|lookups/|functions/|resources/values\\.ts$"),
            },
        },
        {
            name: "service-knows-the-interface",
            comment:
                "The local service is what the kernel is tested against: a definition that both shared could be wrong in both.",
            severity: "error",
            from: { path: src("service/") },
            to: { path: "^src/", pathNot: src("api/generated/|api/operation\\.ts$|service/") },
        },
        {
            name: "service-takes-no-code-of-the-client",
            comment:
                "The shape of the operation table is a type; the client's code would be the client checking itself.",
            severity: "error",
            from: { path: src("service/") },
            to: { path: src("api/operation\\.ts$"), dependencyTypesNot: ["type-only"] },
        },
        {
            name: "reports-know-the-kernel",
            comment: "A report compares as the kernel does and reads names where kinds are read; it knows no kind.",
            severity: "error",
            from: { path: src("report/") },
            to: { path: "^src/", pathNot: src("api/|schema/|provider/|report/|resources/sources\\.ts$") },
        },
        {
            name: "recovery-knows-the-kernel",
            comment:
                "A recovery looks up and compares as the kernel does; it knows no kind, and is given those that there are.",
            severity: "error",
            from: { path: src("recovery/") },
            to: { path: "^src/", pathNot: src("api/|schema/|provider/|recovery/") },
        },
        {
            name: "engine-knows-nobody",
            comment:
                "The local engine runs any program with any provider: it speaks Pulumi's protocols, not this package.",
            severity: "error",
            from: { path: src("engine/") },
            to: { path: "^src/", pathNot: src("engine/") },
        },
        {
            name: "the-surface-knows-resources",
            comment: "What a program imports carries neither the local service, the engine nor the command line along.",
            severity: "error",
            from: { path: src("index\\.ts$|kinds\\.ts$") },
            to: { path: "^src/", pathNot: src("api/|schema/|provider/|program/|resources/|lookups/|functions/") },
        },
        {
            name: "nobody-knows-the-surface",
            comment: "index.ts and kinds.ts are for users; only the command line may be a user.",
            severity: "error",
            from: { path: "^src/", pathNot: src("cli/|index\\.ts$") },
            to: { path: src("index\\.ts$|kinds\\.ts$") },
        },
        {
            name: "nobody-knows-the-command-line",
            severity: "error",
            from: { path: "^src/", pathNot: src("cli/") },
            to: { path: src("cli/") },
        },
        {
            name: "pulumi-where-it-belongs",
            comment: "The kernel is plain functions, to be tested as such and put behind another front later.",
            severity: "error",
            from: {
                path: "^src/",
                pathNot: src("program/|provider/dynamic\\.ts$|kinds\\.ts$|resources/|lookups/|functions/|engine/"),
            },
            to: { path: pulumi },
        },
        {
            name: "pulumi-as-types-only",
            comment:
                "A kind and the adapter speak Pulumi's types; its code is needed to register a resource, to look one up or to act.",
            severity: "error",
            from: { path: src("provider/dynamic\\.ts$|kinds\\.ts$|resources/") },
            to: { path: pulumi, dependencyTypesNot: ["type-only"] },
        },
        {
            name: "no-cycle",
            comment: "Two files that need each other are one noun, or miss a third.",
            severity: "error",
            from: { path: "^src/" },
            to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
        },
        {
            name: "no-dead-file",
            severity: "error",
            from: { orphan: true, path: "^src/" },
            to: {},
        },
        {
            name: "only-declared-packages",
            comment: "What is imported stands in package.json, and what users run does not need what only we have.",
            severity: "error",
            from: { path: "^src/" },
            to: {
                dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "unknown", "undetermined"],
                // A peer dependency is a dev dependency as well, so that there is one to test with. Its gRPC is loaded through it: a
                // second copy would not take the first one's credentials.
                pathNot: "(^|/)node_modules/@(pulumi/pulumi|grpc/grpc-js)/",
            },
        },
        { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    ],
    options: {
        doNotFollow: { path: "node_modules" },
        // Type imports are dependencies too, told apart from those that load code.
        tsPreCompilationDeps: "specify",
        tsConfig: { fileName: "tsconfig.json" },
        enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "types"] },
    },
};
