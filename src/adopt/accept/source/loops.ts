import type * as TypeScript from "typescript";
import { functionOf, isFunction } from "./syntax.js";
import { expressionValue, type ProgramValue } from "./value.js";
import type { Written } from "./written.js";

/** A loop around a call, and the value that it iterates over. */
export interface Loop {
    readonly loop: TypeScript.ForOfStatement | TypeScript.FunctionLikeDeclaration;
    readonly over: ProgramValue;
}

const CALLBACK_METHODS = ["map", "forEach", "flatMap"];

/** Returns the loops around a call: `for … of` loops, and callbacks of array methods such as `map`. */
export function loopsAround({ files, calls }: Pick<Written, "files" | "calls">, depth: number): Loop[] {
    const { ts } = files;
    const call = calls[depth];
    if (!call) return [];
    const found: Loop[] = [];
    let node: TypeScript.Node = call;
    for (; node.parent && !ts.isFunctionLike(node); node = node.parent) {
        if (ts.isForOfStatement(node)) found.push({ loop: node, over: expressionValue(node.expression, depth) });
    }
    const entered = calls[depth + 1];
    if (!entered || !isFunction(node, ts) || !ts.isCallExpression(entered)) return found;
    const { expression: callee } = entered;
    const isCallback =
        ts.isPropertyAccessExpression(callee) &&
        CALLBACK_METHODS.includes(callee.name.text) &&
        functionOf(entered.arguments[0], files) === node;
    if (isCallback) found.push({ loop: node, over: expressionValue(callee.expression, depth + 1) });
    return found;
}
