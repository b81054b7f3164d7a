/**
 * Replaces the types of kinds, which are inferred from schemas, by plain interfaces in the declaration files, so that editors show the
 * comment of each field, including nested ones. The compiler drops the comments of inferred types.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type Compiled, compiledKinds } from "../kinds/compiled.js";

const root = join(__dirname, "../..");

/**
 * Replaces the interfaces of every kind in its declaration file.
 * @param folder the declarations of src/resources
 * @throws if one of them is not as expected
 */
export function writePlainKinds(folder: string): void {
    const source = new KindTypes(compiledKinds());
    for (const { name, module } of source.kinds()) {
        const file = join(folder, `${module}.d.ts`);
        writeFileSync(file, plainDeclarations(readFileSync(file, "utf8"), name, source));
    }
}

function plainDeclarations(text: string, name: string, source: KindTypes): string {
    const interfaces = new Interfaces(source, name);
    // The kind is internal, and its type refers to schemas.
    let replaced = text.replace(/^ +static readonly kind: .*;\n/m, "");
    for (const [interfaceName, side] of [
        [name, "output"],
        [`${name}Args`, "input"],
    ] as const) {
        const found = new RegExp(`^export interface ${interfaceName} [^{]*\\{\\n[\\s\\S]*?^\\}$`, "m");
        if (!found.test(replaced)) throw new Error(`interface ${interfaceName} not found`);
        replaced = replaced.replace(found, () => interfaces.of(interfaceName, side));
    }
    return `${IMPORTS}${replaced.trimEnd()}\n${interfaces.inner()}`;
}

const IMPORTS = 'import type { Input as PulumiInput, Output as PulumiOutput } from "@pulumi/pulumi";\n';

/** The interfaces of one kind, and those of its nested objects. */
class Interfaces {
    readonly #inner = new Map<string, string>();
    /** Names of the interfaces by type, because types can be recursive: a query contains queries. */
    readonly #names = new Map<ts.Type, string>();

    constructor(
        private readonly source: KindTypes,
        private readonly kind: string,
    ) {}

    of(name: string, side: "input" | "output"): string {
        const properties = this.source.propertiesOf(name, side);
        return `export interface ${name} {\n${this.#lines(properties, this.kind, side, true)}\n}`;
    }

    inner(): string {
        return [...this.#inner.values()].map((text) => `${text}\n`).join("");
    }

    /** @param owner prefix of the names of nested interfaces */
    #lines(properties: readonly ts.Symbol[], owner: string, side: "input" | "output", isTop: boolean): string {
        return properties
            .map((property) => {
                const comment = this.source.comment(property);
                const type = this.source.typeOf(property);
                const name = `${owner}${property.name.charAt(0).toUpperCase()}${property.name.slice(1)}`;
                const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
                const isReadonly = side === "output" ? "readonly " : "";
                // A nested optional property also accepts an input that resolves to undefined.
                const isOpen = isOptional && !isTop;
                const text = side === "input" ? this.#input(type, name, isOpen) : this.#output(type, name, isTop);
                return `${commentLines(comment)}    ${isReadonly}${property.name}${isOptional ? "?" : ""}: ${text};`;
            })
            .join("\n");
    }

    /** `Input<…>`, in each of its parts. */
    #input(type: ts.Type, name: string, isOpen = false): string {
        return `PulumiInput<${this.#plain(this.source.given(type), name, "input")}${isOpen ? " | undefined" : ""}>`;
    }

    #output(type: ts.Type, name: string, isTop: boolean): string {
        const value = isTop ? this.source.insideOutput(type) : [type];
        const text = this.#plain(value, name, "output");
        return isTop ? `PulumiOutput<${text}>` : text;
    }

    #plain(types: readonly ts.Type[], name: string, side: "input" | "output"): string {
        const parts = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
        const texts = parts
            .filter((type) => !(type.flags & ts.TypeFlags.Undefined))
            .map((type) => {
                const element = this.source.elementOf(type);
                if (element) {
                    const one = singular(name);
                    const inner = side === "input" ? this.#input(element, one) : this.#plain([element], one, side);
                    return `${/ \| /.test(inner) && side === "output" ? `(${inner})` : inner}[]`;
                }
                if (!this.source.isObject(type)) return this.source.text(type);
                const known = this.#names.get(type);
                if (known !== undefined) return known;
                const own = `${name}${side === "input" ? "Input" : "Output"}`;
                this.#names.set(type, own);
                // Reserves its place before the interfaces nested in it.
                this.#inner.set(own, "");
                const lines = this.#lines(type.getProperties(), name, side, false);
                this.#inner.set(own, `interface ${own} {\n${lines}\n}`);
                return own;
            });
        const distinct = [...new Set(texts)].sort((a, b) => Number(a === "null") - Number(b === "null"));
        const isBoolean = distinct.includes("true") && distinct.includes("false");
        const plain = isBoolean
            ? ["boolean", ...distinct.filter((one) => one !== "true" && one !== "false")]
            : distinct;
        return plain.join(" | ") || "undefined";
    }
}

/** The types of the kinds, as the compiler infers them. */
class KindTypes {
    readonly #checker: ts.TypeChecker;
    readonly #exports: ReadonlyMap<string, ts.Symbol>;

    constructor({ checker, exports }: Compiled) {
        this.#checker = checker;
        this.#exports = exports;
    }

    kinds(): { readonly name: string; readonly module: string }[] {
        const folder = join(root, "src/resources/");
        return [...this.#exports]
            .filter(([name]) => this.#exports.has(`${name}Args`))
            .map(([name, symbol]) => {
                const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
                return { name, module: file.slice(folder.length, -".ts".length) };
            });
    }

    /** Returns the properties of an interface. For a class, only those that come from its fields: its declaration contains the others. */
    propertiesOf(name: string, side: "input" | "output"): readonly ts.Symbol[] {
        const symbol = this.#exports.get(name);
        if (!symbol) throw new Error(`${name} is not exported`);
        const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
        if (side === "input") return this.#checker.getPropertiesOfType(type);
        const declarations = (symbol.declarations ?? []).filter(ts.isInterfaceDeclaration);
        const bases = declarations.flatMap(({ heritageClauses = [] }) => heritageClauses.flatMap(({ types }) => types));
        return bases.flatMap((base) => this.#checker.getPropertiesOfType(this.#checker.getTypeAtLocation(base)));
    }

    typeOf(property: ts.Symbol): ts.Type {
        return this.#checker.getTypeOfSymbol(property);
    }

    /** The value types in `Input<…>`, without promises and outputs. */
    given(type: ts.Type): readonly ts.Type[] {
        const parts = type.isUnion() ? type.types : [type];
        return parts.filter(({ symbol }) => !/^(Promise|OutputInstance)$/.test(symbol?.name ?? ""));
    }

    insideOutput(type: ts.Type): readonly ts.Type[] {
        const parts = type.isIntersection() ? type.types : [type];
        const instance = parts.find(({ symbol }) => symbol?.name === "OutputInstance");
        // An interface with a parameter is a reference to itself with an argument.
        const [inside] = type.aliasTypeArguments ?? this.#checker.getTypeArguments(instance as ts.TypeReference);
        if (!inside) throw new Error(`${this.text(type)} is not an output`);
        return [inside];
    }

    elementOf(type: ts.Type): ts.Type | undefined {
        if (!this.#checker.isArrayType(type)) return undefined;
        return this.#checker.getTypeArguments(type as ts.TypeReference)[0]; // an array type is a reference to `Array`
    }

    /** Whether a type is an object with its own fields, not a record. */
    isObject(type: ts.Type): boolean {
        return (
            (type.flags & ts.TypeFlags.Object) !== 0 && type.getProperties().length > 0 && !type.getStringIndexType()
        );
    }

    text(type: ts.Type): string {
        return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    }

    comment(symbol: ts.Symbol): string {
        return ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
    }
}

function singular(name: string): string {
    return name.replace(/ies$/, "y").replace(/s$/, "");
}

function commentLines(comment: string): string {
    if (comment === "") return "";
    const lines = comment.split("\n");
    if (lines.length === 1) return `    /** ${comment} */\n`;
    return `    /**\n${lines.map((line) => `     * ${line}\n`).join("")}     */\n`;
}
