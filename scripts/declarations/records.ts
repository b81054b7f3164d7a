/** Replaces the types of an organization's records, which are inferred from the schemas of its tables, by plain types. */
import ts from "typescript";
import { compiled } from "../kinds/compiled.js";

/**
 * Returns the declarations of src/local/service/storage/organization.ts, with plain records.
 * @param known the declarations of the named types of the API
 * @throws if the declarations have an unexpected form
 */
export function plainRecords(text: string, known: string): string {
    const { checker, exports } = compiled("src/local/service/storage/organization.ts");
    const records = exports.get("Records");
    if (!records || !DECLARED.test(text)) throw new Error("there are no Records");
    const lines = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(records)).map((table) => {
        const type = checker.typeToString(checker.getTypeOfSymbol(table), undefined, FLAGS);
        return `    ${table.name}: ${type.replace(/\s+/g, " ")};`;
    });
    const names = [...known.matchAll(/^export type (\w+) =/gm)].flatMap(([, name = ""]) =>
        lines.some((line) => new RegExp(`: ${name}\\b`).test(line)) ? [name] : [],
    );
    const plain = text.replace(DECLARED, () => `export interface Records {\n${lines.join("\n")}\n}`);
    return `import type { ${names.join(", ")} } from "../../../api/generated/types.gen.js";\n${plain}`;
}

const DECLARED = /^export type Records = \{\n[\s\S]*?^\};$/m;
const FLAGS =
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.MultilineObjectLiterals;
