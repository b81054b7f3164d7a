// Which part of the package may import which. Each arrow is proved by test/arrows.test.ts.

const src = (folders) => `^src/(${folders})`;
/** What stands on nothing but the client. */
const ground = "api/|(conflict|deployment|errors|forecast|package-version|settings)\\.ts$|schema/";
/** What kinds are made of. */
const matter = `${ground}|live/|shapes/`;
const pulumi = "(^|/)node_modules/@pulumi/pulumi/";
const policyPacks = "(^|/)node_modules/@pulumi/policy/";

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
            name: "live-knows-the-client",
            comment: "Reading is the same for every kind, whoever reads.",
            severity: "error",
            from: { path: src("live/") },
            to: { path: "^src/", pathNot: src(`${ground}|live/`) },
        },
        {
            name: "shapes-know-what-is-live",
            comment: "A shape makes a kind of a few operations. It is the same in every run, and knows none.",
            severity: "error",
            from: { path: src("shapes/") },
            to: { path: "^src/", pathNot: src(matter) },
        },
        {
            name: "provider-knows-shapes",
            comment:
                "The kernel names no kind, and neither the program's side, the local service nor the local engine.",
            severity: "error",
            from: { path: src("provider/") },
            to: { path: "^src/", pathNot: src(`${matter}|provider/`) },
        },
        {
            name: "the-plugin-serves-the-kernel",
            comment:
                "The process that Pulumi starts for programs in any language: a server in front of the kernel and of what programs call.",
            severity: "error",
            // What makes components is a program, in a process of its own.
            from: { path: src("plugin/"), pathNot: src("plugin/components\\.ts$") },
            to: { path: "^src/", pathNot: src(`${matter}|(kinds|rpc)\\.ts$|provider/|plugin/|lookups/|functions/`) },
        },
        {
            name: "a-run-knows-no-steps",
            comment: "What a run remembers is filled by the steps that Pulumi asks for, not the other way round.",
            severity: "error",
            from: { path: src("provider/run/") },
            to: { path: src("provider/(steps/|dynamic\\.ts$)") },
        },
        {
            name: "the-program-knows-shapes",
            comment: "The side of a program hands arguments over; what is done with them happens in another process.",
            severity: "error",
            from: { path: src("program/") },
            to: { path: "^src/", pathNot: src(`${ground}|shapes/kind\\.ts$|program/`) },
        },
        {
            name: "resources-know-shapes",
            comment:
                "A kind is data: a shape, operations and schemas of the API, and a class for programs. It knows no kernel.",
            severity: "error",
            from: { path: src("resources/") },
            to: { path: "^src/", pathNot: src(`${matter}|program/|resources/`) },
        },
        {
            name: "lookups-know-what-is-live",
            comment: "A lookup reads what kinds read; it knows no kind and no kernel.",
            severity: "error",
            from: { path: src("lookups/") },
            to: {
                path: "^src/",
                pathNot: src(`${matter}|program/|lookups/|resources/(sources|fields/values)\\.ts$`),
            },
        },
        {
            name: "functions-know-lookups",
            comment: "A function looks before it acts.",
            severity: "error",
            from: { path: src("functions/") },
            to: {
                path: "^src/",
                pathNot: src(`${matter}|program/|lookups/|functions/|resources/fields/values\\.ts$`),
            },
        },
        {
            name: "components-know-resources",
            comment:
                "A component declares resources, and does nothing that a program could not do: no call, no kernel.",
            severity: "error",
            from: { path: src("components/") },
            to: { path: "^src/", pathNot: src("components/|program/|resources/|schema/") },
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
            to: { path: "^src/", pathNot: src(`${matter}|provider/|report/|resources/sources\\.ts$`) },
        },
        {
            name: "recovery-knows-the-kernel",
            comment:
                "A recovery looks up and compares as the kernel does; it knows no kind, and is given those that there are.",
            severity: "error",
            from: { path: src("recovery/") },
            to: { path: "^src/", pathNot: src(`${matter}|provider/|recovery/`) },
        },
        {
            name: "write-verification-drives-the-kernel",
            comment:
                "It drives the kernel as Pulumi does and reads past it. It is given the kinds, and imports only their names, as types.",
            severity: "error",
            from: { path: src("verify/write/") },
            to: {
                path: "^src/",
                pathNot: src(`${matter}|provider/|verify/write/|resources/(index\\.ts$|queries/)`),
            },
        },
        {
            name: "write-verification-knows-names-of-kinds",
            comment: "The kinds load Pulumi's SDK. Only their names are needed.",
            severity: "error",
            from: { path: src("verify/write/") },
            to: { path: src("resources/index\\.ts$"), dependencyTypesNot: ["type-only"] },
        },
        {
            name: "a-doctor-is-given-the-kinds",
            comment:
                "Checks read as kinds say and know what a state holds; they import no kind, no kernel and no engine.",
            severity: "error",
            from: { path: src("doctor/") },
            to: { path: "^src/", pathNot: src(`${matter}|provider/metadata\\.ts$|doctor/`) },
        },
        {
            name: "a-verification-is-given-the-kinds",
            comment:
                "The service is compared with the API and the access model. Nothing of the local service or a program takes part.",
            severity: "error",
            from: { path: src("verify/"), pathNot: src("verify/write/") },
            to: {
                path: "^src/",
                pathNot: src(`${matter}|access/|access-reader/|answers/|resources/queries/|verify/`),
            },
        },
        {
            name: "an-export-knows-the-state",
            comment:
                "An export reads as the kernel reads and writes the state that the kernel would. It imports no kind, and is given those that there are.",
            severity: "error",
            from: { path: src("export/") },
            to: { path: "^src/", pathNot: src(`${matter}|(provider/metadata|rpc)\\.ts$|export/`) },
        },
        {
            name: "access-knows-nobody",
            comment: "The model of access is facts and what follows from them: no service, no program, no library.",
            severity: "error",
            from: { path: src("access/") },
            to: { path: ".", pathNot: src("access/|schema/(counts|grouping|phrase)\\.ts$") },
        },
        {
            name: "answers-know-the-model",
            comment:
                "An answer in words is made of the model and of names, and a name that nobody has is refused as a mistake.",
            severity: "error",
            from: { path: src("answers/") },
            to: {
                path: "^src/",
                pathNot: src("access/|answers/|errors\\.ts$|schema/(counts|names|order|phrase|spelling)\\.ts$"),
            },
        },
        {
            name: "the-reader-knows-the-client",
            comment: "Facts are read from the service as it answers: no kind, no kernel.",
            severity: "error",
            from: { path: src("access-reader/") },
            to: { path: "^src/", pathNot: src(`${ground}|live/|access/|access-reader/|resources/queries/`) },
        },
        {
            name: "an-impact-knows-previews",
            comment: "What a preview does to access: it reads documents as a report does, and is given the kinds.",
            severity: "error",
            from: { path: src("impact/") },
            to: {
                path: "^src/",
                pathNot: src(
                    `${matter}|access/|access-reader/|answers/|impact/|provider/metadata\\.ts$|report/(details|document|history|names|told|values)\\.ts$`,
                ),
            },
        },
        {
            name: "policies-know-plain-data",
            comment: "A rule judges what a program gives, as plain data: it knows no kind, no service and no kernel.",
            severity: "error",
            from: { path: src("policies/") },
            to: { path: "^src/", pathNot: src("errors\\.ts$|policies/|schema/") },
        },
        {
            name: "policy-packs-where-they-belong",
            comment: "Who runs no policy pack need not have what makes one.",
            severity: "error",
            from: { path: "^src/", pathNot: src("policies/pack\\.ts$") },
            to: { path: policyPacks },
        },
        {
            name: "nobody-knows-policies",
            comment: "The pack is for users: what it imports is not there for everybody.",
            severity: "error",
            from: { path: "^src/", pathNot: src("policies/") },
            to: { path: src("policies/") },
        },
        {
            name: "the-map-knows-the-model",
            comment: "A map draws what the model of access says, in a browser too: it knows no service and no program.",
            severity: "error",
            from: { path: src("map/") },
            to: {
                path: "^src/",
                pathNot: src("access/|map/|schema/(counts|grouping|html|order|palette|phrase|printable)\\.ts$"),
            },
        },
        {
            name: "engine-knows-nobody",
            comment:
                "The local engine runs any program with any provider: it speaks Pulumi's protocols, not this package.",
            severity: "error",
            from: { path: src("engine/") },
            to: { path: "^src/", pathNot: src("engine/|rpc\\.ts$") },
        },
        {
            name: "the-surface-knows-resources",
            comment: "What a program imports carries neither the local service, the engine nor the command line along.",
            severity: "error",
            from: { path: src("index\\.ts$|handlers\\.ts$") },
            to: {
                path: "^src/",
                pathNot: src(`${matter}|kinds\\.ts$|provider/|program/|resources/|components/|lookups/|functions/`),
            },
        },
        {
            name: "nobody-knows-the-surface",
            comment: "index.ts and handlers.ts are for users.",
            severity: "error",
            from: { path: "^src/" },
            to: { path: src("index\\.ts$|handlers\\.ts$") },
        },
        {
            name: "who-serves-all-kinds",
            comment: "A list of all kinds is for what a process begins with; everything else is given its kinds.",
            severity: "error",
            from: { path: "^src/", pathNot: src("cli/|plugin/|handlers\\.ts$") },
            to: { path: src("kinds\\.ts$") },
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
                pathNot: src(
                    "program/|provider/dynamic\\.ts$|plugin/|rpc\\.ts$|handlers\\.ts$|resources/|components/|lookups/|functions/|engine/",
                ),
            },
            to: { path: pulumi },
        },
        {
            name: "pulumi-as-types-only",
            comment:
                "A kind and the adapter speak Pulumi's types; its code is needed to register a resource, to look one up or to act.",
            severity: "error",
            from: { path: src("provider/dynamic\\.ts$|handlers\\.ts$|resources/") },
            to: { path: pulumi, dependencyTypesNot: ["type-only"] },
        },
        {
            name: "no-cycle",
            comment: "Two files that need each other are one noun, or miss a third.",
            severity: "error",
            from: { path: "^src/" },
            to: { circular: true },
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
                // second copy would not take the first one's credentials. The compiler is the one of the user's program.
                pathNot: "(^|/)node_modules/(@(pulumi/(policy|pulumi)|grpc/grpc-js)|typescript)/",
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
