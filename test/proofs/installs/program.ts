/** Writes a program into a separate folder, with the packed file as its dependency. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Language and runtime of a program. */
export interface Form {
    readonly name: string;
    readonly isModule: boolean;
    readonly main: string;
    /** The `runtime` setting in Pulumi.yaml. */
    readonly runtime: object;
    /** True if the program needs the Pulumi CLI, because the local engine does not pass options to Node. */
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

/** The tsconfig.json that `pulumi new typescript` creates. */
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

/** Script that runs in the folder of the program and prints what a preview would create, and the engine. */
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
    // By default, Yarn 4 keeps packages in archives, from which the Pulumi CLI cannot run programs.
    write(".yarnrc.yml", "nodeLinker: node-modules\n");
    write("yarn.lock", "");
}
