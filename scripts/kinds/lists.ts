/** The two files that name every kind: one line for each file in src/resources that holds a class, and for its subject in test/resources. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(__dirname, "../..");
const MADE = "// Made by scripts/kinds/lists.ts; do not edit.";

/** The text of both, by its path. @throws when a kind has no subject. */
export function kindLists(): Map<string, string> {
    const folder = join(root, "src/resources");
    const files = readdirSync(folder).map((file) => basename(file, ".ts"));
    const kinds = files.sort().flatMap((file) => {
        const text = readFileSync(join(folder, `${file}.ts`), "utf8");
        const [, name] = /^export class (\w+) extends Access/m.exec(text) ?? [];
        return name === undefined ? [] : [{ name, file }];
    });
    for (const { name, file } of kinds) {
        const subject = `test/resources/${file}.subject.ts`;
        if (!existsSync(join(root, subject))) throw new Error(`${name} has no ${subject}: the laws need one.`);
    }
    const names = kinds.map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1));
    return new Map([
        [
            join(folder, "index.ts"),
            `${MADE}\n${kinds.map(({ name, file }) => `export { ${name}, type ${name}Args } from "./${file}.js";\n`).join("")}`,
        ],
        [
            join(root, "test/resources/subjects.ts"),
            [
                MADE,
                'import type { Subject } from "../conformance/subject.js";',
                ...kinds.map(({ file }, index) => `import { ${names[index]} } from "./${file}.subject.js";`),
                "",
                "/** Every kind, as the laws take it. */",
                `export const subjects: readonly Subject[] = [\n${names.map((name) => `    ${name},\n`).join("")}];\n`,
            ].join("\n"),
        ],
    ]);
}
