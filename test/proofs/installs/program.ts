/** A program in a folder of its own, with the packed file as its dependency. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How a program is written and run. */
export interface Form {
    readonly name: string;
    readonly isModule: boolean;
    readonly main: string;
    /** Settings of the runtime in Pulumi.yaml. */
    readonly runtime: object;
    /** The local engine does not hand options to Node. */
    readonly needsPulumi?: true;
}

export const FORMS: readonly Form[] = [
    { name: "ts-node, CommonJS", isModule: false, main: "index.ts", runtime: {} },
    { name: "JavaScript, ESM", isModule: true, main: "index.js", runtime: { typescript: false } },
    {
        name: "tsx, ESM",
        isModule: true,
        main: "index.ts",
        runtime: { typescript: false, nodeargs: "--import tsx" },
        needsPulumi: true,
    },
];

/** What `pulumi new typescript` writes. */
const TSCONFIG = {
    compilerOptions: {
        strict: true,
        outDir: "bin",
        target: "es2020",
        module: "commonjs",
        moduleResolution: "node",
        sourceMap: true,
        experimentalDecorators: true,
        pretty: true,
        noFallthroughCasesInSwitch: true,
        noImplicitReturns: true,
        forceConsistentCasingInFileNames: true,
    },
    files: ["index.ts"],
};

const PROGRAM = `import * as access from "pulumi-access-governance";

const app = access.getAppOutput({ name: "Tidewater" });
const owner = new access.Owner("platform", { name: "Platform of the program" });
new access.Group("oncall", { name: "On call", appId: app.appId, groupType: "SVC_GROUP", adminOwnerId: owner.id });
`;

/** Runs in the folder of the program, and says what a preview would create and who previewed it. */
const PREVIEW = `const { startService, openStack } = require("pulumi-access-governance/testing");
startService().then(async (service) => {
    const stack = await openStack({ program: process.cwd(), service, engine: process.argv[2] });
    const { steps, output, exitCode } = await stack.preview();
    await stack.close();
    await service.close();
    if (exitCode !== 0) console.log(output);
    else console.log(steps.filter(({ op }) => op === "create").length + " to create");
    process.exitCode = exitCode;
});
`;

/**
 * @param packed path of the packed file
 * @param pulumi the version of Pulumi's SDK
 */
export function writeProgram(folder: string, form: Form, packed: string, pulumi: string): void {
    mkdirSync(folder, { recursive: true });
    const write = (name: string, content: string | object) =>
        writeFileSync(
            join(folder, name),
            typeof content === "string" ? content : JSON.stringify(content, undefined, 4),
        );
    write("package.json", {
        name: "access",
        private: true,
        ...(form.isModule && { type: "module" }),
        dependencies: {
            "@pulumi/pulumi": pulumi,
            "pulumi-access-governance": `file:${packed}`,
            "@types/node": "^20",
            typescript: "^5",
            tsx: "^4",
        },
    });
    write("tsconfig.json", TSCONFIG);
    write("Pulumi.yaml", { name: "access", runtime: { name: "nodejs", options: form.runtime }, main: form.main });
    write(form.main, PROGRAM);
    write("preview.cjs", PREVIEW);
    // Yarn 4 would put everything into archives, which the Pulumi CLI cannot run.
    write(".yarnrc.yml", "nodeLinker: node-modules\n");
    write("yarn.lock", "");
}
