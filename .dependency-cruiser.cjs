// Which part of the package may import which. Each arrow is proved by test/project/arrows.test.ts.

const src = (paths) => `^src/(${paths})`;
/** What describes and reads kinds: plain data and functions, and what is live. */
const matter = "api/|common/|provider/(fault|forecast|settings)\\.ts$|provider/(live|schema|shapes)/";
/** What the tools around the provider may use of it. Settings are read before anything slow is loaded. */
const entry = "api/|common/|(kernel|provider/settings)\\.ts$";
const access = "access/(answers|guarantees|model|reader)/";
const pulumi = "(^|/)node_modules/@pulumi/pulumi/";
const policyPacks = "(^|/)node_modules/@pulumi/policy/";

/** Every room, what it may import of the package besides itself, and why no more. */
const rooms = [
    ["common/", "", "Errors, and how things are counted, spelled and printed: for all rooms, and knows none."],
    [
        "api/",
        "common/(properties|wire-names)\\.ts$",
        "The client stands alone: it can be used without Pulumi and without a kind.",
    ],
    ["provider/schema/", "common/", "What fields mean and how values compare is plain data and functions."],
    ["provider/live/", "api/|common/|provider/schema/", "Reading is the same for every kind, whoever reads."],
    [
        "provider/shapes/",
        "api/|common/|provider/(live|schema)/",
        "A shape makes a kind of a few operations, and knows no run.",
    ],
    [
        "provider/",
        "api/|common/",
        "The kernel names no kind, and neither the program's side, the local service nor the local engine.",
    ],
    [
        "resources/program/",
        "common/|provider/((fault|forecast|settings|shapes/kind)\\.ts$|schema/)",
        "The side of a program hands arguments over; what is done with them happens in another process.",
    ],
    [
        "resources/((kinds|fields|queries)/|(index|sources)\\.ts$)",
        `${matter}|resources/program/`,
        "A kind is data: a shape, operations and schemas of the API, and a class for programs. It knows no kernel.",
    ],
    [
        "resources/lookups/",
        `${matter}|resources/(program/|(sources|fields/values)\\.ts$)`,
        "A lookup reads what kinds read; it knows no kind and no kernel.",
    ],
    [
        "resources/functions/",
        `${matter}|resources/(program/|lookups/|fields/values\\.ts$)`,
        "A function looks before it acts.",
    ],
    [
        "resources/components/",
        "common/|provider/schema/|resources/((fields|kinds|program)/|index\\.ts$)",
        "A component declares resources, and does nothing that a program could not do: no call, no kernel.",
    ],
    [
        // What makes components is a program, in a process of its own.
        "plugin/(?!components\\.ts$)",
        `${matter}|provider/|resources/(kinds\\.ts$|lookups/|functions\\.ts$)`,
        "The process that Pulumi starts for programs in any language: a server in front of the kernel and of what programs call.",
    ],
    [
        "local/service/",
        "api/generated/|api/operation\\.ts$|common/(collections|file-lock)\\.ts$",
        "The local service is what the kernel is tested against: a definition that both shared could be wrong in both. How items are grouped and a file is locked are no such definitions.",
    ],
    [
        "local/engine/",
        "common/rpc\\.ts$",
        "The local engine runs any program with any provider: it speaks Pulumi's protocols, not this package.",
    ],
    [
        "access/model/",
        "common/(collections|counts|organization-roles|phrase)\\.ts$",
        "The model of access is facts and what follows from them: no service and no program.",
    ],
    ["access/reader/", "access/model/|api/|common/", "Facts are read as the service answers: no kind, no kernel."],
    [
        "access/answers/",
        "access/model/|common/",
        "An answer in words is made of the model and of names, and a name that nobody has is refused as a mistake.",
    ],
    [
        "access/guarantees/",
        "access/(answers|model)/|access/reader/reads/tags\\.ts$|common/",
        "A test of who can do what is made of the model, and calls no service.",
    ],
    [
        "access/map/",
        "access/model/|access/guarantees/escalation/|common/(collections|counts|html|palette|phrase|printable)\\.ts$",
        "A map draws what the model of access says, in a browser too: it knows no service and no program.",
    ],
    ["stack/", `${matter}|provider/`, "What Pulumi keeps of a stack, and how it is recovered: it is given the kinds."],
    [
        "review/report/",
        entry,
        "A report compares as the kernel does and reads names where kinds are read; it knows no kind.",
    ],
    [
        "review/impact/",
        `${entry}|${access}|review/report/(details|document|history|names|judgement)\\.ts$`,
        "What a preview does to access: it reads documents as a report does, and is given the kinds.",
    ],
    [
        "adopt/export/",
        entry,
        "An export reads as the kernel reads and writes the state that the kernel would. It is given the kinds.",
    ],
    [
        "adopt/(?!export/)",
        `${entry}|adopt/export/|review/`,
        "Drift becomes text and coverage is counted by what an export and a review know. They are given the kinds.",
    ],
    [
        "verify/(?!write/)",
        `${entry}|${access}`,
        "The service is compared with the API and the access model. Nothing of the local service or a program takes part.",
    ],
    [
        "verify/write/",
        `${entry}|resources/index\\.ts$`,
        "It drives the kernel as Pulumi does and reads past it. It is given the kinds, and imports only their names, as types.",
    ],
    [
        "kernel\\.ts$",
        "provider/|resources/sources\\.ts$|stack/",
        "What the tools need of the kernel, all in one place: a tool that needs more belongs below.",
    ],
    [
        "policies/",
        "common/|provider/schema/",
        "A rule judges what a program gives, as plain data: no kind, no service, no kernel.",
    ],
    [
        "cli/doctor/",
        `${entry}|verify/samples\\.ts$`,
        "Checks read as kinds say and know what a state holds; they import no kind, no kernel and no engine.",
    ],
    [
        "(index|handlers)\\.ts$",
        `${matter}|provider/|resources/`,
        "What a program imports carries neither the local service, the engine nor the command line along.",
    ],
];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
    forbidden: [
        ...rooms.map(([room, may, comment]) => ({
            name: room,
            comment,
            severity: "error",
            from: { path: src(room) },
            to: { path: "^src/", pathNot: may ? src(`${room}|${may}`) : src(room) },
        })),
        {
            name: "tools-use-the-entry-of-the-kernel",
            severity: "error",
            from: { path: src("(access|adopt|cli|review|verify)/|testing\\.ts$") },
            to: { path: src("(provider/(?!settings\\.ts$)|stack/)|resources/(?!(index|kinds|functions)\\.ts$)") },
        },
        {
            name: "no-library-in-the-model",
            severity: "error",
            from: { path: src("access/model/") },
            to: { pathNot: "^src/" },
        },
        {
            name: "a-run-knows-no-steps",
            comment: "What a run remembers is filled by the steps that Pulumi asks for, not the other way round.",
            severity: "error",
            from: { path: src("provider/run/") },
            to: { path: src("provider/(steps/|dynamic\\.ts$)") },
        },
        {
            name: "service-takes-no-code-of-the-client",
            comment:
                "The shape of the operation table is a type; the client's code would be the client checking itself.",
            severity: "error",
            from: { path: src("local/service/") },
            to: { path: src("api/operation\\.ts$"), dependencyTypesNot: ["type-only"] },
        },
        {
            name: "write-verification-knows-names-of-kinds",
            comment: "The kinds load Pulumi's SDK. Only their names are needed.",
            severity: "error",
            from: { path: src("verify/write/") },
            to: { path: src("resources/index\\.ts$"), dependencyTypesNot: ["type-only"] },
        },
        {
            name: "policy-packs-where-they-belong",
            comment: "Who runs no policy pack need not have what makes one.",
            severity: "error",
            from: { path: "^src/", pathNot: src("policies/pack\\.ts$") },
            to: { path: policyPacks },
        },
        {
            name: "nobody-knows",
            comment: "The command line, the policies and the surface are for users.",
            severity: "error",
            from: { path: "^src/([^/]+)" },
            to: { path: src("cli/|policies/|(index|handlers)\\.ts$"), pathNot: "^src/$1/" },
        },
        {
            name: "who-serves-all-kinds",
            comment: "A list of all kinds is for what a process begins with; everything else is given its kinds.",
            severity: "error",
            from: { path: "^src/", pathNot: src("cli/|plugin/|handlers\\.ts$") },
            to: { path: src("resources/kinds\\.ts$") },
        },
        {
            name: "pulumi-where-it-belongs",
            comment: "The kernel is plain functions, to be tested as such and put behind another front later.",
            severity: "error",
            from: {
                path: "^src/",
                pathNot: src("common/rpc\\.ts$|provider/dynamic\\.ts$|plugin/|handlers\\.ts$|resources/|local/engine/"),
            },
            to: { path: pulumi },
        },
        {
            name: "pulumi-as-types-only",
            comment:
                "A kind and the adapter speak Pulumi's types; its code is needed to register a resource, to look one up or to act.",
            severity: "error",
            from: { path: src("provider/dynamic\\.ts$|handlers\\.ts$|resources/((kinds|fields|queries)/|[^/]*$)") },
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
        // Type imports are dependencies too, marked apart from imports that load code.
        tsPreCompilationDeps: true,
        tsConfig: { fileName: "tsconfig.json" },
        enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "types"] },
    },
};
