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

/** @param module its path in the package */
export function compiled(module: string): Compiled {
    const { options } = ts.parseJsonConfigFileContent(
        ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
        ts.sys,
        root,
    );
    const path = join(root, module);
    const program = ts.createProgram([path], options);
    const checker = program.getTypeChecker();
    const file = program.getSourceFile(path);
    const symbol = file && checker.getSymbolAtLocation(file);
    const found = symbol ? checker.getExportsOfModule(symbol) : [];
    const exports = new Map(
        found.map((one) => [one.name, one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one]),
    );
    return { checker, exports };
}
