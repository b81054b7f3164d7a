/** The kinds as the compiler sees them in their source. */
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "../..");

export interface CompiledKinds {
    readonly checker: ts.TypeChecker;
    /** What src/resources exports, by name. */
    readonly exports: ReadonlyMap<string, ts.Symbol>;
}

export function compiledKinds(): CompiledKinds {
    const { options } = ts.parseJsonConfigFileContent(
        ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
        ts.sys,
        root,
    );
    const index = join(root, "src/resources/index.ts");
    const program = ts.createProgram([index], options);
    const checker = program.getTypeChecker();
    const file = program.getSourceFile(index);
    const module = file && checker.getSymbolAtLocation(file);
    const found = module ? checker.getExportsOfModule(module) : [];
    const exports = new Map(
        found.map((symbol) => [
            symbol.name,
            symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
        ]),
    );
    return { checker, exports };
}
