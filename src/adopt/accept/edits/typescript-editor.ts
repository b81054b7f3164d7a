import { readFileSync } from "node:fs";
import type * as TypeScript from "typescript";
import { FORMS } from "../../../common/pulumi-type.js";
import type { Drifted, DriftedProperty } from "../drift.js";
import { type ChangedFile, type EditAttempt, type ProgramEditor, shownExpression } from "../program-editor.js";
import { NotEditable } from "../source/not-editable.js";
import { ProgramFiles } from "../source/program-files.js";
import { type Registration, registrationOf } from "../source/registration.js";
import { sharingOf } from "../source/sharing.js";
import type { ProgramValue } from "../source/value.js";
import { Literals } from "./literals.js";
import type { LookedUp } from "./lookups.js";
import { References, type StackObject } from "./references.js";
import { Rewriting } from "./rewriting.js";
import { edited, type ListLiteral, listEdits, type TextEdit } from "./text-edits.js";

/** What the edits of a program depend on, besides the values. */
interface TypeScriptEditorOptions {
    /** The folder that contains the program's Pulumi.yaml. */
    readonly folder: string;
    readonly isSplit: boolean;
    readonly lookedUp: ReadonlyMap<string, LookedUp>;
}

/** Edits programs in TypeScript and JavaScript. */
export class TypeScriptEditor implements ProgramEditor {
    readonly #files: ProgramFiles;
    readonly #references: References;
    readonly #isSplit: boolean;
    #edits: readonly TextEdit[] = [];
    /** Edits of lists from which elements are removed, combined by list, because separate edits of adjacent elements would overlap. */
    readonly #shortened = new Map<ListLiteral, { readonly gone: Set<TypeScript.Node>; edits: readonly TextEdit[] }>();

    /** @param drifted the resources to edit */
    constructor(
        drifted: readonly Drifted[],
        objects: readonly StackObject[],
        { folder, isSplit, lookedUp }: TypeScriptEditorOptions,
    ) {
        const paths = drifted.flatMap(({ positions }) => positions.map(({ file }) => file));
        this.#files = new ProgramFiles(folder, [...new Set(paths)]);
        this.#references = new References(this.#files, objects, lookedUp);
        this.#isSplit = isSplit;
    }

    attempt(one: Drifted, change: DriftedProperty | undefined, objection: string | undefined): EditAttempt {
        let call: TypeScript.Node | undefined;
        try {
            const registration = registrationOf(this.#files, one.positions, one);
            ({ call } = registration);
            if (objection !== undefined) throw new NotEditable(objection, call);
            const literals = new Literals(this.#references, isOfPlugin(one.urn));
            const rewriting = new Rewriting(registration, one.of.fields, literals, this.#isSplit);
            const edits = change
                ? rewriting.edits(change)
                : removal(registration, this.#files, this.#edits, (listed) => this.#shorten(listed));
            this.#edits = [...edits, ...this.#edits];
            return { place: this.#files.placeOf(call), ...(rewriting.isReleasing && { isReleased: true }) };
        } catch (error) {
            if (!(error instanceof NotEditable)) throw error;
            return { because: error.message, ...expressionOf(error.node ?? call, this.#files) };
        }
    }

    changedFiles(): ChangedFile[] {
        return this.#files.own.flatMap((file) => {
            const before = readFileSync(file.fileName, "utf8");
            const after = edited(file, this.#edits);
            return before === after ? [] : [{ path: this.#files.pathOf(file), before, after }];
        });
    }

    #shorten({ list, element }: ListElement): readonly TextEdit[] {
        const known = this.#shortened.get(list) ?? { gone: new Set(), edits: [] };
        known.gone.add(element);
        this.#edits = this.#edits.filter((one) => !known.edits.includes(one));
        known.edits = listEdits(list, known.gone);
        this.#shortened.set(list, known);
        return known.edits;
    }
}

/** An element of a list or an object. */
interface ListElement {
    readonly list: ListLiteral;
    readonly element: TypeScript.Node;
}

/** Returns the list or object literal that contains the element of a loop. */
function enclosingList(element: ProgramValue | undefined, ts: ProgramFiles["ts"]): ListElement | undefined {
    // An entry of an object is a tuple of its key and its value.
    const value = element?.is === "tuple" ? element.items[1] : element;
    if (value?.is !== "expression") return undefined;
    const { parent } = value.node;
    if (ts.isArrayLiteralExpression(parent)) return { list: parent, element: value.node };
    const isMember = ts.isPropertyAssignment(parent) && ts.isObjectLiteralExpression(parent.parent);
    return isMember ? { list: parent.parent, element: parent } : undefined;
}

/**
 * Removes the declaration of a resource.
 * @param removed edits of earlier removals
 * @param shorten removes an element of a list
 * @throws NotEditable if other code refers to it
 */
function removal(
    registration: Registration,
    files: ProgramFiles,
    removed: readonly TextEdit[],
    shorten: (listed: ListElement) => readonly TextEdit[],
): readonly TextEdit[] {
    const { call, isDirect, args, written } = registration;
    const { ts } = files;
    if (!isDirect) throw new NotEditable("it is created by a component", call);
    const list = enclosingList([...written.elements.values()].at(-1), ts);
    if (list) return shorten(list);
    let statement: TypeScript.Node = call.parent;
    if (ts.isVariableDeclaration(statement)) {
        const symbol = files.symbolOf(statement.name);
        const isRemoved = (use: TypeScript.Node): boolean =>
            removed.some(({ file, start, end }) => file === use.getSourceFile() && start <= use.pos && use.end <= end);
        const uses = (symbol ? files.usesOf(symbol) : []).filter((use) => !isRemoved(use));
        if (uses.length > 0)
            throw new NotEditable(`other code refers to it: ${uses.map((use) => files.placeOf(use)).join(", ")}`, call);
        const list: TypeScript.Node = statement.parent;
        if (!ts.isVariableDeclarationList(list) || list.declarations.length > 1)
            throw new NotEditable("it is declared in the same statement as other variables", call);
        statement = list.parent;
    }
    const isStatement = ts.isExpressionStatement(statement) || ts.isVariableStatement(statement);
    if (!isStatement || !(ts.isSourceFile(statement.parent) || ts.isBlock(statement.parent)))
        throw new NotEditable("it is not a separate statement", call);
    const shared = sharingOf(written, args, call);
    if (shared !== undefined) throw new NotEditable(shared, call);
    const file = statement.getSourceFile();
    const start = file.text.lastIndexOf("\n", statement.getStart(file) - 1) + 1;
    const [rest = ""] = /^[ \t]*\r?\n(?:[ \t]*\r?\n)?/.exec(file.text.slice(statement.end)) ?? [];
    return [{ file, start, end: statement.end + rest.length, text: "" }];
}

function expressionOf(node: TypeScript.Node | undefined, files: ProgramFiles): { expression?: string; place?: string } {
    if (!node) return {};
    return { expression: shownExpression(node.getText()), place: files.placeOf(node) };
}

function isOfPlugin(urn: string): boolean {
    return urn.split("::")[2]?.split("$").at(-1)?.startsWith(FORMS.plugin.prefix) === true;
}
