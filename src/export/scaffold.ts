import type { ProgramText } from "./program/program.js";

/** What a folder needs besides its program: the project, its dependencies, and how TypeScript reads it. */
export function scaffold(project: string, { secrets }: ProgramText, version: string): [name: string, text: string][] {
    const manifest = {
        name: project,
        private: true,
        main: "index.ts",
        scripts: { check: "tsc" },
        dependencies: { "@pulumi/pulumi": "^3.200.0", "pulumi-access-governance": `^${version}` },
        devDependencies: { "@types/node": "^20", "ts-node": "^10.9.2", typescript: "^5.9" },
    };
    const compiler = {
        compilerOptions: {
            target: "es2022",
            module: "commonjs",
            moduleResolution: "node",
            strict: true,
            noEmit: true,
        },
        include: ["**/*.ts"],
        exclude: ["node_modules"],
    };
    const config = secrets.flatMap(({ key }) => [`  ${key}:`, "    type: string", "    secret: true"]);
    const yaml = [
        `name: ${project}`,
        "description: Access governance, as it was exported.",
        "runtime:",
        "  name: nodejs",
        "main: index.ts",
        ...(config.length > 0 ? ["config:", ...config] : []),
    ];
    return [
        ["Pulumi.yaml", `${yaml.join("\n")}\n`],
        ["package.json", `${JSON.stringify(manifest, undefined, 4)}\n`],
        ["tsconfig.json", `${JSON.stringify(compiler, undefined, 4)}\n`],
        [".gitignore", "node_modules/\nstate/\nstate*.json\nadded/*/import.json\n.export.jsonl\n"],
    ];
}
