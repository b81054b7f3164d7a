/** The declarations behind the entries of package.json, each without what nothing leads to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const root = join(__dirname, "../..");

/** @throws if an entry leads to a package that users do not have, or need not have. */
export async function bundleDeclarations(from: string, to: string): Promise<void> {
    const { exports, dependencies, peerDependencies } = JSON.parse(
        readFileSync(join(root, "package.json"), "utf8"),
    ) as Manifest;
    const entries = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry]));
    const names = new Map(entries.map(({ types, default: module }) => [nameOf(types), module]));
    const bundle = await rollup({
        input: Object.fromEntries([...names].map(([name, module]) => [name, declarationOf(from, module)])),
        external: Object.keys({ ...dependencies, ...peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`)),
        plugins: [dts()],
        onwarn: ({ message }) => {
            throw new Error(message);
        },
    });
    const { output } = await bundle.write({ dir: to, format: "es", chunkFileNames: "shared/[name].ts" });
    await bundle.close();
    for (const file of output) {
        const found = file.type === "chunk" && /from '(zod|hono)\b|import\("(zod|hono)\b/.exec(file.code);
        if (found)
            throw new Error(`${file.fileName} speaks of ${found[1] ?? found[2]}, which users would have to compile`);
    }
}

interface Manifest {
    readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly peerDependencies: Readonly<Record<string, string>>;
}

/** `client` of `./dist/types/client.d.ts` */
function nameOf(types: string): string {
    return types.replace(/^.*\//, "").replace(/\.d\.ts$/, "");
}

/** What the compiler says of the module `./dist/api/index.js`. */
function declarationOf(from: string, module: string): string {
    return join(from, module.replace(/^\.\/dist\//, "").replace(/\.js$/, ".d.ts"));
}
