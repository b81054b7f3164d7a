/** Bundles the type declarations of the entries of package.json, without those that no entry needs. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const root = join(__dirname, "../..");

/**
 * @param from folder of the declarations of all modules
 * @param to folder for the declarations of the entries
 * @throws if an entry refers to declarations of zod or hono, which every program would have to compile
 */
export async function bundleDeclarations(from: string, to: string): Promise<void> {
    const { exports, dependencies, peerDependencies } = JSON.parse(
        readFileSync(join(root, "package.json"), "utf8"),
    ) as Manifest;
    const entries = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry]));
    const modules = new Map(entries.map(({ types, default: module }) => [nameOf(types), module]));
    const bundle = await rollup({
        input: Object.fromEntries([...modules].map(([name, module]) => [name, declarationOf(from, module)])),
        external: Object.keys({ ...dependencies, ...peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`)),
        plugins: [dts()],
        onwarn: ({ message }) => {
            throw new Error(message);
        },
    });
    const { output } = await bundle.generate({ format: "es", chunkFileNames: "shared/[name].ts" });
    await bundle.close();
    for (const file of output) {
        if (file.type === "asset") continue;
        const [, named] = /\b(?:from|import) '(zod|hono)\b/.exec(file.code) ?? [];
        if (named)
            throw new Error(
                `${file.fileName} refers to ${named}, so every program would have to compile its declarations.`,
            );
        const module = modules.get(nameOf(file.fileName));
        const path = join(to, file.fileName);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, module ? withTypesAsTypes(file.code, valuesOf(module)) : file.code);
    }
}

interface Manifest {
    readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The names that a module exports at run time. Loaded by a process of its own, because this one would compile the JavaScript again. */
function valuesOf(module: string): string[] {
    const script = "console.log(JSON.stringify(Object.keys(require(process.argv[1]))))";
    return JSON.parse(
        execFileSync(process.execPath, ["-e", script, join(root, module)], { encoding: "utf8" }),
    ) as string[];
}

/** Restores `type` on exports that are only types. The bundler drops it, so a program could call `new` on a class that the module does not export. */
function withTypesAsTypes(code: string, values: readonly string[]): string {
    return code.replace(/^export \{(.*)\}/gm, (_, names: string) => {
        const exported = names.split(",").map((name) => {
            const own = name.trim();
            return values.includes(own.replace(/^.* as /, "")) ? own : `type ${own.replace(/^type /, "")}`;
        });
        return `export { ${exported.join(", ")} }`;
    });
}

/** `client` of `./dist/types/client.d.ts` */
function nameOf(types: string): string {
    return types.replace(/^.*\//, "").replace(/\.d\.ts$/, "");
}

/** The declaration file of a module such as `./dist/api/index.js`. */
function declarationOf(from: string, module: string): string {
    return join(from, module.replace(/^\.\/dist\//, "").replace(/\.js$/, ".d.ts"));
}
