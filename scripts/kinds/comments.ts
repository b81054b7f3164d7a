import ts from "typescript";
import { compiledKinds } from "./compiled.js";

/** The comment of a field, and the comments of its nested fields. */
export interface Described {
    readonly comment: string;
    inside(name: string): Described;
}

const nothing: Described = { comment: "", inside: () => nothing };

/** Reads the comments of kinds from their source, as an editor shows them. */
export class Source {
    private readonly checker: ts.TypeChecker;
    private readonly exports: ReadonlyMap<string, ts.Symbol>;

    constructor() {
        const { checker, exports } = compiledKinds();
        this.checker = checker;
        this.exports = exports;
    }

    class(name: string): string {
        return this.comment(this.exports.get(name));
    }

    result(kind: string, name: string): string {
        return this.comment(this.typeOf(kind)?.getProperty(name));
    }

    field(kind: string, name: string): Described {
        return this.described(this.typeOf(`${kind}Args`)?.getProperty(name));
    }

    private typeOf(name: string): ts.Type | undefined {
        const symbol = this.exports.get(name);
        return symbol && this.checker.getDeclaredTypeOfSymbol(symbol);
    }

    private described(symbol: ts.Symbol | undefined): Described {
        if (!symbol) return nothing;
        const inner = this.unwrapped(this.checker.getTypeOfSymbol(symbol));
        return { comment: this.comment(symbol), inside: (name) => this.described(inner?.getProperty(name)) };
    }

    /** The object type inside inputs, lists and optional types. */
    private unwrapped(type: ts.Type): ts.Type | undefined {
        if (type.isUnion()) {
            const plain = type.types.filter(
                (one) => one.flags & ts.TypeFlags.Object && !/^(Promise|OutputInstance)$/.test(one.symbol?.name ?? ""),
            );
            return plain[0] && this.unwrapped(plain[0]);
        }
        const [element] = this.checker.isArrayType(type) ? this.checker.getTypeArguments(type as ts.TypeReference) : [];
        return element ? this.unwrapped(element) : type;
    }

    private comment(symbol: ts.Symbol | undefined): string {
        return ts.displayPartsToString(symbol?.getDocumentationComment(this.checker));
    }
}
