import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import type * as TypeScript from "typescript";
import { SetupError } from "../../../common/errors.js";

export type Compiler = typeof TypeScript;

/** A position in a file as Pulumi reports it: line and column start at 1. */
export interface Position {
    readonly file: string;
    readonly line: number;
    readonly column: number;
}

/** A function or constructor call in the program. */
export type CallNode = TypeScript.NewExpression | TypeScript.CallExpression;

/** Compiler options. Those of the program do not matter, because only values in its code and in JSON files are searched. */
const OPTIONS = { allowJs: true, resolveJsonModule: true, esModuleInterop: true, noLib: true, types: [], noEmit: true };

/** The parsed source files of a program, with resolved names. Excludes packages. */
export class ProgramFiles {
    readonly #program: TypeScript.Program;
    readonly #checker: TypeScript.TypeChecker;
    readonly #references = new Map<TypeScript.Symbol, TypeScript.Identifier[]>();

    /** @param files the files that declare resources; files that they import are added */
    constructor(
        readonly folder: string,
        files: readonly string[],
        readonly ts: Compiler = compilerFor(folder),
    ) {
        const options = { ...optionsIn(folder, ts), ...OPTIONS };
        this.#program = ts.createProgram({ rootNames: [...files], options, host: hostOf(options, ts) });
        this.#checker = this.#program.getTypeChecker();
        for (const file of this.own) this.#collect(file);
    }

    /** Returns the files that belong to the program itself. */
    get own(): readonly TypeScript.SourceFile[] {
        return this.#program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
    }

    /** Returns the call at a position of a stack trace; undefined if the position is not in a file of the program. */
    callAt({ file, line, column }: Position): CallNode | undefined {
        const { ts } = this;
        const source = this.#program.getSourceFile(resolve(file));
        if (!source || source.isDeclarationFile || line > source.getLineStarts().length) return undefined;
        const offset = source.getPositionOfLineAndCharacter(line - 1, 0) + column - 1;
        let node: TypeScript.Node = source;
        for (;;) {
            const inner: TypeScript.Node | undefined = ts.forEachChild(node, (child) =>
                child.getStart(source) <= offset && offset < child.end ? child : undefined,
            );
            if (!inner) break;
            node = inner;
        }
        for (; node; node = node.parent) {
            if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) continue;
            // In compiled code, the position of an imported function is after its name. A position in the arguments belongs to another
            // call.
            if (offset <= node.expression.end) return node;
        }
        return undefined;
    }

    /** Resolves a name to its symbol, also through imports. */
    symbolOf(name: TypeScript.Node): TypeScript.Symbol | undefined {
        const { ts } = this;
        const symbol =
            name.parent && ts.isShorthandPropertyAssignment(name.parent)
                ? this.#checker.getShorthandAssignmentValueSymbol(name.parent)
                : this.#checker.getSymbolAtLocation(name);
        return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    }

    /** Returns the uses of a name in the program, without its declaration, imports and exports. */
    usesOf(symbol: TypeScript.Symbol): readonly TypeScript.Identifier[] {
        return this.#references.get(symbol) ?? [];
    }

    /** Returns a location relative to the program's folder, such as `teams/data.ts:12`. */
    placeOf(node: TypeScript.Node): string {
        const file = node.getSourceFile();
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        return `${this.pathOf(file)}:${line + 1}`;
    }

    /** Returns the path of a file, relative to the program's folder. */
    pathOf({ fileName }: TypeScript.SourceFile): string {
        return relative(this.folder, fileName);
    }

    #collect(file: TypeScript.SourceFile): void {
        const { ts } = this;
        const visit = (node: TypeScript.Node): void => {
            if (ts.isIdentifier(node) && isUse(node, ts)) {
                const symbol = this.symbolOf(node);
                if (symbol) this.#references.set(symbol, [...(this.#references.get(symbol) ?? []), node]);
            }
            ts.forEachChild(node, visit);
        };
        visit(file);
    }
}

/**
 * Loads TypeScript as installed for the program, or else as installed for this package.
 * @throws SetupError if it is not installed
 */
function compilerFor(folder: string): Compiler {
    for (const from of [join(resolve(folder), "index.js"), __filename])
        try {
            return createRequire(from)("typescript") as Compiler; // these are the types of this package
        } catch {
            // Not found here. The next place may have it.
        }
    throw new SetupError(
        "Editing the program requires TypeScript, which is not installed in its folder. Run `npm install --save-dev typescript` there.",
    );
}

function optionsIn(folder: string, ts: Compiler): TypeScript.CompilerOptions {
    const path = ts.findConfigFile(resolve(folder), ts.sys.fileExists);
    if (path === undefined) return { module: ts.ModuleKind.CommonJS };
    const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config?: object };
    return ts.parseJsonConfigFileContent(config ?? {}, { ...ts.sys, readDirectory: () => [] }, resolve(path, ".."))
        .options;
}

/**
 * Returns a compiler host that reads files without conversions and skips files of packages: they are never edited, and reading them would
 * take most of the time.
 */
function hostOf(options: TypeScript.CompilerOptions, ts: Compiler): TypeScript.CompilerHost {
    const host = ts.createCompilerHost(options);
    return {
        ...host,
        getSourceFile: (name, target) => {
            try {
                return ts.createSourceFile(name, readFileSync(name, "utf8"), target, true);
            } catch {
                return undefined;
            }
        },
        resolveModuleNameLiterals: (names, containing) =>
            names.map(({ text }) => {
                const { resolvedModule } = ts.resolveModuleName(text, containing, options, host);
                const isOwn = resolvedModule !== undefined && resolvedModule.isExternalLibraryImport !== true;
                return { resolvedModule: isOwn ? resolvedModule : undefined };
            }),
    };
}

function isUse(name: TypeScript.Identifier, ts: Compiler): boolean {
    const { parent } = name;
    if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent)) return false;
    // An export is not a use. Uses of an exported name are in the files that import it.
    if (ts.isExportAssignment(parent)) return false;
    if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name !== name;
    // A name that is the `name` of its parent node is a declaration.
    return !("name" in parent) || parent.name !== name || ts.isShorthandPropertyAssignment(parent);
}
