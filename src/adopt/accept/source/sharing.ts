import type * as TypeScript from "typescript";
import { NotEditable } from "./not-editable.js";
import type { Compiler } from "./program-files.js";
import { type Constant, type ExpressionValue, expressionValue, type ProgramValue } from "./value.js";
import type { Written } from "./written.js";

/** Thrown if a value is also used elsewhere, so that an edit would affect more than this resource. */
export class SharedValue extends NotEditable {}

/** @throws SharedValue if other resources also use the value that `node` writes */
export function assertUnshared(written: Written, value: ProgramValue, node: TypeScript.Node): void {
    const shared = sharingOf(written, value, node);
    if (shared !== undefined) throw new SharedValue(shared, node);
}

/**
 * Finds an object literal in which a property affects only this resource: the literal itself, or one spread into it whose property is not
 * overridden.
 */
export function unsharedHolder(written: Written, holder: ProgramValue, name: string): ExpressionValue | undefined {
    const { ts } = written.files;
    const literal = written.literal(holder);
    if (!literal || holder.is !== "expression") return undefined;
    if (sharingOf(written, holder, literal) === undefined) return holder;
    for (const property of literal.properties.toReversed()) {
        if (!ts.isSpreadAssignment(property)) {
            if (!property.name || !("text" in property.name) || property.name.text === name) return undefined;
            continue;
        }
        const spread = expressionValue(property.expression, holder.depth);
        const own = unsharedHolder(written, written.resolve(spread), name);
        const member = written.member(spread, name);
        if (own || member === "unknown" || member.is !== "absent") return own;
    }
    return undefined;
}

/**
 * Finds other uses of a value: code that runs more than once, such as the body of a loop or function, and constants used in several places.
 * @returns the reason, or undefined if only this resource uses it
 */
export function sharingOf(
    written: Written,
    { through }: Pick<ProgramValue, "through">,
    node: TypeScript.Node,
): string | undefined {
    const { files } = written;
    const { ts } = files;
    const usesOf = ({ symbol, path }: Constant): readonly TypeScript.Node[] =>
        files.usesOf(symbol).filter((use) => {
            const other = usedPath(use, ts);
            return other.every((name, index) => index >= path.length || name === path[index]);
        });
    for (const constant of through) {
        const uses = usesOf(constant);
        const name = [constant.symbol.name, ...constant.path].join(".");
        if (uses.length > 1)
            return `"${name}" is used in ${uses.length} places: ${uses.map((use) => files.placeOf(use)).join(", ")}`;
    }
    // A constant with a single reference is used as often as the code around the reference runs.
    const places = [node, ...through.flatMap(usesOf)];
    for (const place of places) {
        const repeated = repetition(place);
        if (repeated !== undefined) return repeated;
    }
    return undefined;

    function repetition(start: TypeScript.Node): string | undefined {
        let from = start;
        for (let around: TypeScript.Node | undefined = from.parent; around; from = around, around = around.parent) {
            const isLoop = ts.isForOfStatement(around) && around.statement === from;
            const isCallback = ts.isFunctionLike(around) && written.elements.has(around);
            const isOther = ts.isForStatement(around) || ts.isForInStatement(around) || ts.isWhileStatement(around);
            if (isLoop || isCallback || isOther)
                return `an edit would change everything that the loop in ${files.placeOf(around)} creates`;
            if (!ts.isFunctionLike(around) || isProgram(around)) continue;
            const callers = callersOf(around);
            if (callers.length !== 1)
                return `it is in a function that ${callers.length === 0 ? "may be called more than once" : `is called in ${callers.length} places: ${callers.map((one) => files.placeOf(one)).join(", ")}`}`;
            const [caller] = callers;
            if (caller) return repetition(caller);
        }
        return undefined;
    }

    /** Whether a function is the export of the main file, which Pulumi calls only once. */
    function isProgram({ parent }: TypeScript.SignatureDeclaration): boolean {
        if (ts.isExportAssignment(parent)) return true;
        return ts.isBinaryExpression(parent) && /^(module\.)?exports(\.default)?$/.test(parent.left.getText());
    }

    function callersOf(around: TypeScript.SignatureDeclaration): readonly TypeScript.Node[] {
        const named = ts.isConstructorDeclaration(around) ? around.parent : around;
        const variable = ts.isVariableDeclaration(around.parent) ? around.parent : undefined;
        const name: TypeScript.Node | undefined = named.name ?? variable?.name;
        const symbol = name && files.symbolOf(name);
        return symbol ? files.usesOf(symbol) : [];
    }
}

/** Returns which part of a constant a use reads: `["teams", "payments"]` of `SETTINGS.teams.payments`; the whole constant if unknown. */
function usedPath(use: TypeScript.Node, ts: Compiler): string[] {
    const path: string[] = [];
    for (let node = use; ; node = node.parent) {
        const { parent } = node;
        if (ts.isPropertyAccessExpression(parent) && parent.expression === node) path.push(parent.name.text);
        else if (ts.isElementAccessExpression(parent) && parent.expression === node) {
            if (!ts.isStringLiteralLike(parent.argumentExpression)) return path;
            path.push(parent.argumentExpression.text);
        } else return path;
    }
}
