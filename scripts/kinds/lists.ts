/** Generates the files that list every kind and every module of lookups and actions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const MADE = `// Made by scripts/kinds/lists.ts; do not edit.
// biome-ignore-all assist/source/organizeImports: one line for each module
// biome-ignore-all format: one line for each module`;

/** Base name of the files of a kind, such as `bundle-group`. */
export function fileName(kind: string): string {
    return kind.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}

/** Every kind and the path of its module below src/resources/kinds, in the order of the file names. */
export function kindModules(): { readonly name: string; readonly module: string }[] {
    const folder = join(root, "src/resources/kinds");
    const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((file) => {
        if (!file.endsWith(".ts")) return [];
        const [, name] = /^export class (\w+) extends Access/m.exec(readFileSync(join(folder, file), "utf8")) ?? [];
        return name ? [{ name, module: file.slice(0, -".ts".length) }] : [];
    });
    return found.sort((one, other) => (fileName(one.name) < fileName(other.name) ? -1 : 1));
}

/** The texts of the files, by path. */
export function kindLists(): Map<string, string> {
    const kinds = kindModules();
    const exported = kinds.map(
        ({ name, module }) => `export { ${name}, type ${name}Args } from "./kinds/${module}.js";\n`,
    );
    return new Map([
        [join(root, "src/resources/index.ts"), `${MADE}\n${exported.join("")}`],
        [
            join(root, "src/policies/kind-names.ts"),
            [
                MADE,
                "",
                "/** Names of all kinds. The kinds themselves would load Pulumi's SDK. */",
                `export const kindNames: readonly string[] = [\n${kinds.map(({ name }) => `    "${name}",\n`).join("")}];\n`,
            ].join("\n"),
        ],
        [join(root, "src/resources/functions.ts"), `${MADE}\n${functionModules().join("")}`],
    ]);
}

/** A line for each module of lookups or actions. Each of these has a form that accepts outputs. */
function functionModules(): string[] {
    return ["functions", "lookups"].flatMap((folder) => {
        const path = join(root, "src/resources", folder);
        return readdirSync(path)
            .sort()
            .filter((file) => /^export const \w+Output = /m.test(readFileSync(join(path, file), "utf8")))
            .map((file) => `export * from "./${folder}/${file.replace(/ts$/, "js")}";\n`);
    });
}
