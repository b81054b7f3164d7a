import type * as TypeScript from "typescript";
import type { CallNode, ProgramFiles } from "./program-files.js";

type Compiler = ProgramFiles["ts"];

/** Strips parentheses and type assertions from an expression. */
export function bare(node: TypeScript.Expression, ts: Compiler): TypeScript.Expression {
    let inner = node;
    while (
        ts.isParenthesizedExpression(inner) ||
        ts.isAsExpression(inner) ||
        ts.isSatisfiesExpression(inner) ||
        ts.isNonNullExpression(inner) ||
        ts.isTypeAssertionExpression(inner)
    )
        inner = inner.expression;
    return inner;
}

/** Returns the name of the called function: `b` for `a.b(…)`. */
export function calledName({ expression }: CallNode, ts: Compiler): string {
    if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
    return ts.isIdentifier(expression) ? expression.text : "";
}

/** Returns a property name if it is a literal; otherwise undefined. */
export function literalName(name: TypeScript.PropertyName | TypeScript.BindingName, ts: Compiler): string | undefined {
    return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined;
}

export function isFunction(node: TypeScript.Node, ts: Compiler): node is TypeScript.FunctionLikeDeclaration {
    return ts.isFunctionLike(node) && "body" in node;
}

/** Whether an expression is a literal that an edit can replace. */
export function isLiteral(node: TypeScript.Node, ts: Compiler): boolean {
    if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) {
        const parts = ts.isArrayLiteralExpression(node)
            ? [...node.elements]
            : node.properties.map((one) => (ts.isPropertyAssignment(one) ? one.initializer : undefined));
        return parts.every((part) => part !== undefined && isLiteral(bare(part, ts), ts));
    }
    if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand);
    // A product such as 8 * 60 counts as a number.
    if (ts.isBinaryExpression(node))
        return [node.left, node.right].every((side) => {
            const inner = bare(side, ts);
            return ts.isNumericLiteral(inner) || (ts.isBinaryExpression(inner) && isLiteral(inner, ts));
        });
    const { SyntaxKind } = ts;
    return (
        ts.isStringLiteralLike(node) ||
        ts.isNumericLiteral(node) ||
        [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword].includes(node.kind) ||
        (ts.isIdentifier(node) && node.text === "undefined")
    );
}

/** Returns the innermost function that contains a node; undefined at the top level of a file. */
export function functionAround(node: TypeScript.Node, ts: Compiler): TypeScript.FunctionLikeDeclaration | undefined {
    for (let around = node.parent; around; around = around.parent) if (isFunction(around, ts)) return around;
    return undefined;
}

/** Returns the function that an expression defines or names. */
export function functionOf(
    node: TypeScript.Expression | undefined,
    files: ProgramFiles,
): TypeScript.FunctionLikeDeclaration | undefined {
    const { ts } = files;
    if (!node) return undefined;
    const inner = bare(node, ts);
    if (isFunction(inner, ts)) return inner;
    if (inner.kind === ts.SyntaxKind.SuperKeyword) {
        const own = functionAround(inner, ts)?.parent;
        const base = own && ts.isClassLike(own) ? own.heritageClauses?.flatMap(({ types }) => types)[0] : undefined;
        return base && functionOf(base.expression, files);
    }
    const declaration = files.symbolOf(ts.isPropertyAccessExpression(inner) ? inner.name : inner)?.valueDeclaration;
    if (!declaration) return undefined;
    if (isFunction(declaration, ts)) return declaration;
    if (ts.isClassLike(declaration)) return declaration.members.find(ts.isConstructorDeclaration);
    return (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) && declaration.initializer
        ? functionOf(declaration.initializer, files)
        : undefined;
}

/** Whether a variable is reassigned. */
export function isReassigned(symbol: TypeScript.Symbol, files: ProgramFiles): boolean {
    const { ts } = files;
    return files.usesOf(symbol).some(({ parent }) => {
        if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return true;
        return (
            ts.isBinaryExpression(parent) &&
            parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
            parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment &&
            files.symbolOf(parent.left) === symbol
        );
    });
}

/** Whether an expression reads the id of a resource or of a lookup result. */
export function isIdReference(node: TypeScript.Node, ts: Compiler): boolean {
    return ts.isPropertyAccessExpression(node) && /^(?:id|\w+Id)$/.test(node.name.text);
}

/** Returns the property with this name in an object literal. */
export function literalProperty(
    { properties }: TypeScript.ObjectLiteralExpression,
    name: string,
): TypeScript.ObjectLiteralElementLike | undefined {
    return properties.find((one) => one.name && "text" in one.name && one.name.text === name);
}
