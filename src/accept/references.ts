import { dirname, relative } from "node:path";
import type * as TypeScript from "typescript";
import type { ProgramFiles } from "./program-files.js";
import type { TextEdit } from "./text-edits.js";
import { calledName } from "./written.js";

/** How a file can name an object. */
export interface ReferenceText {
    readonly text: string;
    /** What the file has to import for it. */
    readonly edits: readonly TextEdit[];
}

/** An object of the stack, by the resource that declares it. */
export interface StackObject {
    readonly kind: string;
    readonly name: string;
    readonly id: string;
}

/** A constant that holds a resource. */
interface Holder {
    readonly name: string;
    readonly place: number;
    readonly file: TypeScript.SourceFile;
    readonly isExported: boolean;
}

/** Names that a program has for the ids of objects: those of its own resources. */
export class References {
    /** By kind and name of the resource. */
    readonly #holders = new Map<string, Holder>();
    readonly #objects: ReadonlyMap<string, StackObject>;

    constructor(
        private readonly files: ProgramFiles,
        objects: readonly StackObject[],
    ) {
        this.#objects = new Map(objects.map((one) => [`${one.kind} ${one.id}`, one]));
        for (const file of files.own) this.#collect(file);
    }

    /** How a file can name the id of an object at a place; undefined if the program has no constant for it there. */
    to(kind: string, id: string, file: TypeScript.SourceFile, at: number): ReferenceText | undefined {
        const object = this.#objects.get(`${kind} ${id}`);
        const holder = object && this.#holders.get(`${kind} ${object.name}`);
        if (!holder) return undefined;
        const { name } = holder;
        // A constant has no value before its own line, nor in files that its file imports.
        if (holder.file === file) return holder.place <= at ? { text: `${name}.id`, edits: [] } : undefined;
        if (!holder.isExported || this.#importedBy(holder.file).has(file)) return undefined;
        return this.#imported(name, holder.file, file);
    }

    /** Whether an expression stands for the id of a resource or of something that is looked up. */
    isReference(node: TypeScript.Node): boolean {
        const { ts } = this.files;
        return ts.isPropertyAccessExpression(node) && /^(?:id|\w+Id)$/.test(node.name.text);
    }

    #imported(name: string, from: TypeScript.SourceFile, file: TypeScript.SourceFile): ReferenceText {
        const { ts } = this.files;
        const imports = file.statements.filter(ts.isImportDeclaration);
        for (const { importClause, moduleSpecifier } of imports) {
            const symbol = this.files.symbolOf(moduleSpecifier);
            if (symbol?.valueDeclaration !== from || !importClause || importClause.isTypeOnly) continue;
            const { namedBindings } = importClause;
            if (!namedBindings) continue;
            if (ts.isNamespaceImport(namedBindings))
                return { text: `${namedBindings.name.text}.${name}.id`, edits: [] };
            const known = namedBindings.elements.find((one) => (one.propertyName ?? one.name).text === name);
            if (known) return { text: `${known.name.text}.id`, edits: [] };
            const last = namedBindings.elements.at(-1);
            if (!last) continue;
            return { text: `${name}.id`, edits: [{ file, start: last.end, end: last.end, text: `, ${name}` }] };
        }
        const [first] = imports;
        const quotes = first?.moduleSpecifier.getText(file)[0] ?? '"';
        const path = relative(dirname(file.fileName), from.fileName)
            .replaceAll("\\", "/")
            .replace(/\.[jt]sx?$/, "");
        const specifier = path.startsWith(".") ? path : `./${path}`;
        const ending = imports.some((one) => /\.js.$/.test(one.moduleSpecifier.getText(file))) ? ".js" : "";
        const newline = file.text.includes("\r\n") ? "\r\n" : "\n";
        const text = `import { ${name} } from ${quotes}${specifier}${ending}${quotes};`;
        const place = imports.at(-1)?.end ?? 0;
        return {
            text: `${name}.id`,
            edits: [{ file, start: place, end: place, text: place === 0 ? text + newline : newline + text }],
        };
    }

    /** The files of the program that a file imports, at any distance. */
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

    #collect(file: TypeScript.SourceFile): void {
        const { ts } = this.files;
        for (const statement of file.statements) {
            if (!ts.isVariableStatement(statement)) continue;
            const isExported = (statement.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
            for (const variable of statement.declarationList.declarations) {
                const { name, initializer } = variable;
                if (!ts.isIdentifier(name) || !initializer || !ts.isNewExpression(initializer)) continue;
                const [resource] = initializer.arguments ?? [];
                if (!resource || !ts.isStringLiteralLike(resource)) continue;
                const key = `${calledName(initializer, ts)} ${resource.text}`;
                this.#holders.set(key, { name: name.text, place: variable.end, file, isExported });
            }
        }
    }
}
