/** The languages of examples/languages, and the tools that each needs. */

export interface Language {
    readonly name: string;
    /** Required tools in addition to the Pulumi CLI. */
    readonly tools: readonly string[];
    readonly program: string;
    /** The program with the code that `pulumi import` generates. */
    readonly withImport: (program: string, code: string) => string;
}

export const LANGUAGES: readonly Language[] = [
    {
        name: "yaml",
        tools: ["pulumi-language-yaml"],
        program: "Pulumi.yaml",
        withImport: (program, code) => program.replace(/^resources:\n/m, code.trimStart()),
    },
    {
        name: "typescript",
        tools: [],
        program: "index.ts",
        withImport: (program, code) => `${program}\n${statementsOf(code)}`,
    },
    {
        name: "python",
        tools: ["pulumi-language-python", "python3"],
        program: "__main__.py",
        withImport: (program, code) => `${program}\n${statementsOf(code)}`,
    },
    {
        name: "go",
        tools: ["pulumi-language-go", "go"],
        program: "main.go",
        withImport: (program, code) => {
            const [, body = ""] = /pulumi\.Run\(.*\n([\s\S]*?)\t\treturn nil/.exec(code) ?? [];
            const statements = body.replaceAll("accessgovernance.", "access.").replace("_, err :=", "_, err =");
            return program.replace(/^\t\tctx\.Export/m, `${statements}$&`);
        },
    },
];

/** Generated code for a program that already imports the SDK, as `access`. */
function statementsOf(code: string): string {
    return code.replace(/^import .*\n/gm, "").replaceAll("access_governance.", "access.");
}
