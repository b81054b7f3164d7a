/** Type information about modules of the package, from their source. */
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "../..");

export interface Compiled {
    readonly checker: ts.TypeChecker;
    /** What a module exports, by name. */
    readonly exports: ReadonlyMap<string, ts.Symbol>;
}

/** The exports of src/resources. */
export function compiledKinds(): Compiled {
    return compiled("src/resources/index.ts");
}

/** @param module its path in the package: one of the roots below */
export function compiled(module: string): Compiled {
    program ??= ts.createProgram(
        ROOTS.map((one) => join(root, one)),
        ts.parseJsonConfigFileContent(
            ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
            ts.sys,
            root,
        ).options,
    );
    const checker = program.getTypeChecker();
    const file = program.getSourceFile(join(root, module));
    const symbol = file && checker.getSymbolAtLocation(file);
    const found = symbol ? checker.getExportsOfModule(symbol) : [];
    const exports = new Map(
        found.map((one) => [one.name, one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one]),
    );
    return { checker, exports };
}

/** One program for all who ask: most of its types are the same. */
const ROOTS = ["src/index.ts", "src/resources/index.ts", "src/local/service/storage/organization.ts"];
let program: ts.Program | undefined;
