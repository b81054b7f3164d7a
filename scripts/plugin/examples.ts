import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileName } from "../kinds/lists.js";

/** An example in the languages in which there is one. */
type ExampleTexts = Readonly<Partial<Record<"typescript" | "python" | "yaml", string>>>;

/** The example of a kind, as the part of its description from which Pulumi keeps the code of one language. */
export function exampleSection(kind: string): string {
    const blocks = Object.entries(exampleTexts(kind)).map(
        ([language, text]) => `\`\`\`${language}\n${text.trim()}\n\`\`\``,
    );
    const example = ["{{% example %}}", "### Example", ...blocks, "{{% /example %}}"].join("\n\n");
    return `{{% examples %}}\n\n${example}\n\n{{% /examples %}}`;
}

function exampleTexts(kind: string): ExampleTexts {
    const text = readFileSync(join(__dirname, `../../examples/kinds/${fileName(kind)}.ts`), "utf8");
    return { typescript: text.replace('"pulumi-access-governance"', '"pulumi-access-governance-plugin"') };
}
