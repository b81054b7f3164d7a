import { readFileSync } from "node:fs";
import type * as TypeScript from "typescript";
import type { PreviewDocument } from "../../review/report/document.js";
import type { FindKind } from "../../review/report/names.js";
import { type Drifted, driftIn, objectsIn } from "./drift.js";
import { Literals } from "./edits/literals.js";
import type { LookedUp } from "./edits/lookups.js";
import { References } from "./edits/references.js";
import { Rewriting } from "./edits/rewriting.js";
import { edited, type ListLiteral, listEdits, type TextEdit } from "./edits/text-edits.js";
import { NotEditable } from "./source/not-editable.js";
import { ProgramFiles } from "./source/program-files.js";
import { type Registration, registrationOf } from "./source/registration.js";
import { sharingOf } from "./source/sharing.js";
import type { ProgramValue } from "./source/value.js";

/** Options that select the drift to accept, and how to accept it. */
export interface AcceptOptions {
    /** The folder that contains the program's Pulumi.yaml. */
    readonly folder: string;
    /** Whether to accept a drifted property. */
    readonly isWanted: (of: Drifted, property: string) => boolean;
    /** Reason not to accept a wanted property. Default: none. */
    readonly objection?: (of: Drifted, property: string) => string | undefined;
    /** Objects outside the stack that drifted values refer to, by kind and id. References to any other object are written as ids. */
    readonly lookedUp?: ReadonlyMap<string, LookedUp>;
    /** Whether to give the drifted resource its own copy of a value that it shares with other resources. */
    readonly isSplit: boolean;
}

/** A drifted property, or a deleted object. */
export interface DriftItem {
    readonly urn: string;
    readonly kind: string;
    readonly resource: string;
    readonly id: string;
    /** Undefined if the object was deleted. */
    readonly property?: string;
    /** Location of the value in the program, such as `teams.ts:12`; undefined if unknown. */
    readonly place?: string;
}

/** Returns a key that identifies a drifted property or a deleted object. */
export function itemKey({ urn, property = "" }: Pick<DriftItem, "urn" | "property">): string {
    return `${urn} ${property}`;
}

/** Returns a condition for `AcceptOptions.isWanted` that holds for these items only. */
export function isAmong(items: readonly Pick<DriftItem, "urn" | "property">[]): AcceptOptions["isWanted"] {
    const keys = new Set(items.map(itemKey));
    return ({ urn }, property) => keys.has(itemKey({ urn, property }));
}

export interface NotAccepted extends DriftItem {
    readonly because: string;
    /** The expression that sets the value. */
    readonly expression?: string;
}

/** A file of the program, before and after the edits. */
export interface ChangedFile {
    readonly path: string;
    readonly before: string;
    readonly after: string;
}

export interface Acceptance {
    readonly accepted: readonly DriftItem[];
    readonly notAccepted: readonly NotAccepted[];
    readonly files: readonly ChangedFile[];
}

/** Returns edits that make a program match the service, for all wanted drift. Does not write them. */
export function acceptanceOf(document: PreviewDocument, kindOf: FindKind, options: AcceptOptions): Acceptance {
    const { folder, isWanted, objection, isSplit } = options;
    const drifted = driftIn(document, kindOf, folder).flatMap((one) => {
        const changes = one.changes.filter(({ property }) => isWanted(one, property));
        return changes.length > 0 || (one.isGone && isWanted(one, "")) ? [{ ...one, changes }] : [];
    });
    const files = new ProgramFiles(folder, [
        ...new Set(drifted.flatMap(({ positions }) => positions.map(({ file }) => file))),
    ]);
    const literals = new Literals(new References(files, objectsIn(document, kindOf), options.lookedUp ?? new Map()));
    const accepted: DriftItem[] = [];
    const notAccepted: NotAccepted[] = [];
    let edits: readonly TextEdit[] = [];
    /** Edits of lists from which elements are removed, combined by list, because separate edits of adjacent elements would overlap. */
    const shortened = new Map<ListLiteral, { readonly gone: Set<TypeScript.Node>; edits: readonly TextEdit[] }>();
    const shorten = ({ list, element }: ListElement): readonly TextEdit[] => {
        const known = shortened.get(list) ?? { gone: new Set(), edits: [] };
        known.gone.add(element);
        edits = edits.filter((one) => !known.edits.includes(one));
        known.edits = listEdits(list, known.gone);
        shortened.set(list, known);
        return known.edits;
    };
    // Starts with the last resource, because references to a deleted object come after it and may also be deleted.
    for (const one of drifted.toReversed()) {
        const attempt = (property: string | undefined, work: (of: Registration) => readonly TextEdit[]): void => {
            const item = { urn: one.urn, kind: one.kind, resource: one.name, id: one.id };
            const named: DriftItem = property === undefined ? item : { ...item, property };
            let call: TypeScript.Node | undefined;
            try {
                const registration = registrationOf(files, one.positions, one);
                ({ call } = registration);
                const because = objection?.(one, property ?? "");
                if (because !== undefined) throw new NotEditable(because, call);
                edits = [...work(registration), ...edits];
                accepted.push({ ...named, place: files.placeOf(call) });
            } catch (error) {
                if (!(error instanceof NotEditable)) throw error;
                notAccepted.push({ ...named, because: error.message, ...expressionOf(error.node ?? call, files) });
            }
        };
        if (one.isGone) attempt(undefined, (of) => removal(of, files, edits, shorten));
        for (const change of one.changes)
            attempt(change.property, (of) => {
                if (change.isIntended)
                    throw new NotEditable("the program also changed this value since the last `pulumi up`");
                return new Rewriting(of, one.of.fields, literals, isSplit).edits(change);
            });
    }
    for (const list of [accepted, notAccepted]) list.reverse();
    return { accepted, notAccepted, files: changedFiles(files, edits) };
}

function changedFiles(files: ProgramFiles, edits: readonly TextEdit[]): ChangedFile[] {
    return files.own.flatMap((file) => {
        const before = readFileSync(file.fileName, "utf8");
        const after = edited(file, edits);
        return before === after ? [] : [{ path: files.pathOf(file), before, after }];
    });
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

/** Maximum number of characters of an expression; longer ones are shortened. */
const LONGEST_EXPRESSION = 80;

function expressionOf(node: TypeScript.Node | undefined, files: ProgramFiles): { expression?: string; place?: string } {
    if (!node) return {};
    const text = node.getText().replaceAll(/\s+/g, " ");
    const expression = text.length <= LONGEST_EXPRESSION ? text : `${text.slice(0, LONGEST_EXPRESSION - 1)}…`;
    return { expression, place: files.placeOf(node) };
}
