import type * as TypeScript from "typescript";
import type { Compiler } from "./program-files.js";
import { calledName } from "./syntax.js";

/** Minutes per unit, by the name of this package's function for the unit. */
const UNITS: Readonly<Record<string, number | undefined>> = { minutes: 1, hours: 60, days: 24 * 60 };

/** Returns the string, number or boolean that an expression represents, such as `"a"` or `hours(8)`; undefined for other expressions. */
export function plainValue(node: TypeScript.Expression, ts: Compiler): string | number | boolean | undefined {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    const unit = ts.isCallExpression(node) ? UNITS[calledName(node, ts)] : undefined;
    const [count] = ts.isCallExpression(node) ? node.arguments : [];
    return unit !== undefined && count && ts.isNumericLiteral(count) ? Number(count.text) * unit : undefined;
}

/**
 * Returns the text for a number of minutes in the same unit as an expression such as `hours(8)`, or in minutes if it is not a whole number
 * of units. Returns undefined for other expressions.
 */
export function durationText(node: TypeScript.Node, minutes: unknown, ts: Compiler): string | undefined {
    const unit = ts.isCallExpression(node) ? UNITS[calledName(node, ts)] : undefined;
    if (!ts.isCallExpression(node) || unit === undefined || typeof minutes !== "number") return undefined;
    return minutes > 0 && minutes % unit === 0 ? `${node.expression.getText()}(${minutes / unit})` : String(minutes);
}
