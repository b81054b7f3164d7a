import { type KindExample, kindExample } from "../kinds/examples.js";

/** The example of a kind, as the part of its description from which Pulumi keeps the code of one language. */
export function exampleSection(kind: string): string {
    const blocks = Object.entries(exampleTexts(kind)).map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``);
    const example = ["{{% example %}}", "### Example", ...blocks, "{{% /example %}}"].join("\n\n");
    return `{{% examples %}}\n\n${example}\n\n{{% /examples %}}`;
}

/** The generated SDK for TypeScript has another name than this package, and no functions for durations. */
function exampleTexts(kind: string): KindExample {
    const { typescript, ...others } = kindExample(kind);
    const text = typescript
        .replace('"pulumi-access-governance"', '"pulumi-access-governance-plugin"')
        .replace(/access\.hours\((\d+)\)/g, (_, count: string) => `${Number(count) * 60}`);
    return { typescript: text, ...others };
}
