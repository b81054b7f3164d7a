import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "../..");

/** Purpose of each entry point of the package. Entry points that only Pulumi loads have no page. */
const ENTRIES: Readonly<Record<string, string>> = {
    ".": "What a Pulumi program uses: components, lookups, actions, `Provider` and errors. Each kind has [a page of its own](../kinds.md).",
    "./client": "The typed client, without Pulumi. Its methods are listed under [operations](../operations.md).",
    "./access": "The model of [who may do what](../access.md).",
    "./policies": "[Guardrails](../policies.md) as a policy pack.",
    "./testing": "[Your own program in your own tests](../test-your-program.md).",
    "./service": "[The local service](../local-service.md) inside a test.",
};
/** Files whose exports are documented elsewhere: kinds, and the objects of the API. */
const ELSEWHERE = /^(resources|api\/generated)\//;
const HEADINGS = ["Classes", "Functions and lookups", "Types"] as const;

interface Export {
    readonly name: string;
    readonly heading: (typeof HEADINGS)[number];
    readonly comment: string;
    readonly code: string;
}

/**
 * Generates the reference of the public exports from the shipped declarations: a page for each entry point, by its path on the site.
 * @throws if the package was not built.
 */
export function referencePages(): Map<string, string> {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
        exports: Record<string, string | { types: string }>;
    };
    const files = Object.keys(ENTRIES).map((entry) => {
        const target = exports[entry];
        if (typeof target !== "object") throw new Error(`The package has no entry point ${entry}.`);
        const file = join(root, target.types);
        if (!existsSync(file)) throw new Error("The package is not built. Run npm run build first.");
        return { entry, file };
    });
    const program = ts.createProgram(
        files.map(({ file }) => file),
        {
            module: ts.ModuleKind.NodeNext,
            target: ts.ScriptTarget.ES2023,
            strict: true,
            skipLibCheck: true,
            types: ["node"],
        },
    );
    return new Map(
        files.map(({ entry, file }) => {
            const title = join("pulumi-access-governance", entry);
            return [pathOf(entry), page(title, ENTRIES[entry] ?? "", exportsOf(program, file))];
        }),
    );
}

function pathOf(entry: string): string {
    return `reference/${entry === "." ? "program" : entry.slice(2)}.md`;
}

function page(title: string, intro: string, all: readonly Export[]): string {
    const sections = HEADINGS.flatMap((heading) => {
        const here = all.filter((one) => one.heading === heading);
        if (here.length === 0) return [];
        const entries = here.map(
            ({ name, comment, code }) => `### ${name}\n\n${comment}\n\n\`\`\`\`ts\n${code}\n\`\`\`\`\n`,
        );
        return [`## ${heading}\n`, ...entries];
    });
    return `# ${title}\n\n${intro}\n\n${sections.join("\n")}`;
}

function exportsOf(program: ts.Program, file: string): Export[] {
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} is not a module.`);
    const found = checker.getExportsOfModule(module).flatMap((exported): Export[] => {
        const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
        const [declaration] = symbol.declarations ?? [];
        if (!declaration || isElsewhere(declaration)) return [];
        const heading = headingOf(symbol);
        return [
            { name: exported.name, heading, comment: commentOf(symbol, checker), code: codeOf(declaration, checker) },
        ];
    });
    return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function isElsewhere(declaration: ts.Declaration): boolean {
    const { fileName } = declaration.getSourceFile();
    return !fileName.startsWith(join(root, "dist")) || ELSEWHERE.test(fileName.slice(join(root, "dist").length + 1));
}

function headingOf({ flags }: ts.Symbol): Export["heading"] {
    if (flags & ts.SymbolFlags.Class) return "Classes";
    return flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable) ? "Functions and lookups" : "Types";
}

/** The comment as prose, with what it throws. */
function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    const tags = symbol.getJsDocTags(checker).map(({ name, text: parts }) => {
        const said = ts.displayPartsToString(parts);
        return name === "throws" ? `Throws ${said}` : said;
    });
    return [text, ...tags].filter(Boolean).map(escaped).join("\n\n");
}

/** The declaration with the comments of its members, but without its own comment and private members. Shortens the result type of a lookup. */
function codeOf(declaration: ts.Declaration, checker: ts.TypeChecker): string {
    if (ts.isVariableDeclaration(declaration)) {
        const type = checker.typeToString(checker.getTypeAtLocation(declaration), declaration);
        return `const ${declaration.name.getText()}: ${type.replace(/\{ .*$/s, "…>")}`;
    }
    return declaration
        .getText()
        .replace(/^export (declare )?/, "")
        .replace(/^ +(#private|private [^;]*);\n/gm, "");
}

/** Escapes prose, so that it contains no HTML or template syntax. */
function escaped(text: string): string {
    return text
        .split(/(`[^`]*`)/)
        .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "{&#8203;{")))
        .join("");
}
