import { dirname, relative } from "node:path";
import type * as TypeScript from "typescript";
import { quote } from "../../export/program/expression.js";
import type { ProgramFiles } from "../source/program-files.js";
import { calledName } from "../source/syntax.js";
import { type LookedUp, looksUp } from "./lookups.js";
import type { WrittenText } from "./text-edits.js";

/** An object of the stack, with the resource that declares it. */
export interface StackObject {
    readonly kind: string;
    readonly name: string;
    readonly id: string;
}

/** A constant in a program whose value is a resource, the result of a lookup, or the id of either. */
interface Holder {
    readonly name: TypeScript.BindingName;
    readonly initializer: TypeScript.Expression;
    /** Position of its initializer. */
    readonly place: number;
    /** The function that contains it; undefined at the top level of its file. */
    readonly scope: TypeScript.Node | undefined;
    readonly file: TypeScript.SourceFile;
    readonly isExported: boolean;
}

/** Finds names in a program that refer to ids of objects, through its resources and lookups. */
export class References {
    readonly #holders: readonly Holder[];
    readonly #objects: ReadonlyMap<string, StackObject>;

    constructor(
        private readonly files: ProgramFiles,
        objects: readonly StackObject[],
        private readonly lookedUp: ReadonlyMap<string, LookedUp>,
    ) {
        this.#objects = new Map(objects.map((one) => [`${one.kind} ${one.id}`, one]));
        this.#holders = files.own.flatMap((file) => this.#holdersIn(file));
    }

    /** Returns a reference to the id of an object for a position in a file; undefined if only the id itself can be used. */
    to(kind: string, id: string, file: TypeScript.SourceFile, at: number): WrittenText | undefined {
        const object = this.#objects.get(`${kind} ${id}`);
        if (object)
            return this.#held((one) => (this.#creates(one, object) ? this.#nameOf(one, "id") : undefined), file, at);
        const lookedUp = this.lookedUp.get(`${kind} ${id}`);
        if (!lookedUp) return undefined;
        return this.#held((one) => this.#foundBy(one, lookedUp), file, at) ?? this.#lookup(lookedUp, file);
    }

    /** Returns a reference to the first constant that matches and that a file can use at a position. */
    #held(
        name: (holder: Holder) => string | undefined,
        file: TypeScript.SourceFile,
        at: number,
    ): WrittenText | undefined {
        for (const holder of this.#holders) {
            const { scope, place, isExported } = holder;
            if (scope && !(holder.file === file && scope.pos <= at && at < scope.end)) continue;
            // A constant is not initialized before its own line, or in files that its own file imports.
            const isThere = holder.file === file ? place <= at : isExported && !this.#importedBy(holder.file).has(file);
            const text = isThere ? name(holder) : undefined;
            if (text === undefined) continue;
            return holder.file === file ? { text, edits: [] } : this.#imported(text, holder.file, file);
        }
        return undefined;
    }

    #creates({ initializer }: Holder, { kind, name }: StackObject): boolean {
        const { ts } = this.files;
        if (!ts.isNewExpression(initializer) || calledName(initializer, ts) !== kind) return false;
        const [resource] = initializer.arguments ?? [];
        return resource !== undefined && ts.isStringLiteralLike(resource) && resource.text === name;
    }

    /** Returns the expression for the id if the constant contains the result of this lookup. */
    #foundBy(holder: Holder, lookedUp: LookedUp): string | undefined {
        const { ts } = this.files;
        const { initializer } = holder;
        const { id } = lookedUp.lookup;
        if (looksUp(initializer, lookedUp, ts)) return this.#nameOf(holder, id);
        const isId = ts.isPropertyAccessExpression(initializer) && initializer.name.text === id;
        return isId && ts.isIdentifier(holder.name) && looksUp(initializer.expression, lookedUp, ts)
            ? holder.name.text
            : undefined;
    }

    /** Returns `name.property`, or the constant into which the property was destructured. */
    #nameOf({ name }: Holder, property: string): string | undefined {
        const { ts } = this.files;
        if (ts.isIdentifier(name)) return `${name.text}.${property}`;
        if (!ts.isObjectBindingPattern(name)) return undefined;
        const taken = name.elements.find((one) => (one.propertyName ?? one.name).getText() === property);
        return taken && ts.isIdentifier(taken.name) ? taken.name.text : undefined;
    }

    /** Returns a new lookup that uses the name under which the file imports or requires the package. */
    #lookup({ lookup, live }: LookedUp, file: TypeScript.SourceFile): WrittenText | undefined {
        const { ts } = this.files;
        const isPackage = (node: TypeScript.Expression): boolean =>
            ts.isStringLiteralLike(node) && node.text === "pulumi-access-governance";
        const args = lookup.by.map((name) => `${name}: ${quote(String(live[name]))}`).join(", ");
        const name = `${lookup.call}Output`;
        const callOf = (called: string): string => `${called}({ ${args} }).${lookup.id}`;
        const imported = this.#importedName(name, file, isPackage);
        if (imported) return { ...imported, text: callOf(imported.text) };
        const variables = file.statements.filter(ts.isVariableStatement);
        for (const { name: variable, initializer } of variables.flatMap((one) => one.declarationList.declarations)) {
            const [required] = initializer && ts.isCallExpression(initializer) ? initializer.arguments : [];
            if (required && isPackage(required) && ts.isIdentifier(variable))
                return { text: callOf(`${variable.text}.${name}`), edits: [] };
        }
        return undefined;
    }

    /** Returns a reference to a constant of another file. */
    #imported(text: string, from: TypeScript.SourceFile, file: TypeScript.SourceFile): WrittenText {
        const [name = "", ...members] = text.split(".");
        const isFrom = (node: TypeScript.Expression): boolean => this.files.symbolOf(node)?.valueDeclaration === from;
        const imported = this.#importedName(name, file, isFrom);
        if (imported) return { ...imported, text: [imported.text, ...members].join(".") };
        const imports = file.statements.filter(this.files.ts.isImportDeclaration);
        const [first] = imports;
        const quotes = first?.moduleSpecifier.getText(file)[0] ?? '"';
        const path = relative(dirname(file.fileName), from.fileName)
            .replaceAll("\\", "/")
            .replace(/\.[jt]sx?$/, "");
        const specifier = path.startsWith(".") ? path : `./${path}`;
        const ending = imports.some((one) => /\.js.$/.test(one.moduleSpecifier.getText(file))) ? ".js" : "";
        const newline = file.text.includes("\r\n") ? "\r\n" : "\n";
        const line = `import { ${name} } from ${quotes}${specifier}${ending}${quotes};`;
        const place = imports.at(-1)?.end ?? 0;
        return {
            text,
            edits: [{ file, start: place, end: place, text: place === 0 ? line + newline : newline + line }],
        };
    }

    /** Returns the text for an export of a module that a file already imports, and the edit that adds the name to the import. */
    #importedName(
        name: string,
        file: TypeScript.SourceFile,
        isModule: (specifier: TypeScript.Expression) => boolean,
    ): WrittenText | undefined {
        const { ts } = this.files;
        for (const { importClause, moduleSpecifier } of file.statements.filter(ts.isImportDeclaration)) {
            const bindings = importClause?.namedBindings;
            if (!bindings || importClause.isTypeOnly || !isModule(moduleSpecifier)) continue;
            if (ts.isNamespaceImport(bindings)) return { text: `${bindings.name.text}.${name}`, edits: [] };
            const known = bindings.elements.find((one) => (one.propertyName ?? one.name).text === name);
            if (known) return { text: known.name.text, edits: [] };
            const end = bindings.elements.at(-1)?.end;
            if (end !== undefined) return { text: name, edits: [{ file, start: end, end, text: `, ${name}` }] };
        }
        return undefined;
    }

    /** Returns the files of the program that a file imports, directly or indirectly. */
    #importedBy(file: TypeScript.SourceFile): ReadonlySet<TypeScript.SourceFile> {
        const { ts } = this.files;
        const found = new Set([file]);
        for (const one of found)
            for (const statement of one.statements) {
                if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
                const source =
                    statement.moduleSpecifier && this.files.symbolOf(statement.moduleSpecifier)?.valueDeclaration;
                if (source && ts.isSourceFile(source)) found.add(source);
            }
        found.delete(file);
        return found;
    }

    #holdersIn(file: TypeScript.SourceFile): Holder[] {
        const { ts } = this.files;
        const found: Holder[] = [];
        const visit = (node: TypeScript.Node, scope: TypeScript.Node | undefined): void => {
            if (ts.isVariableStatement(node)) {
                const isExported = (node.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
                for (const { name, initializer, end } of node.declarationList.declarations)
                    if (initializer) found.push({ name, initializer, place: end, scope, file, isExported });
            }
            ts.forEachChild(node, (child) => visit(child, ts.isBlock(node) ? node : scope));
        };
        visit(file, undefined);
        return found;
    }
}
