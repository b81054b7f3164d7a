import type * as TypeScript from "typescript";
import type { ProgramFiles } from "./program-files.js";
import { calledName } from "./syntax.js";

/** The methods of `pulumi.Config` that read a value. */
const READS = /^(?:get|require)(?:Secret)?(?:Boolean|Number|Object)?$/;

/**
 * Returns the command that sets the configuration value on which an expression depends; undefined if there is none.
 * @param value the value to set
 */
export function configurationOf(node: TypeScript.Node, files: ProgramFiles, value: unknown): string | undefined {
    const { ts } = files;
    const call = readIn(node);
    if (!call) return undefined;
    const [key] = call.arguments;
    const { expression: callee } = call;
    if (!key || !ts.isStringLiteralLike(key) || !ts.isPropertyAccessExpression(callee)) return undefined;
    const config = constructorOf(callee.expression);
    if (!config || calledName(config, ts) !== "Config") return undefined;
    const [namespace] = config.arguments ?? [];
    if (namespace && !ts.isStringLiteralLike(namespace)) return undefined;
    const name = namespace ? `${namespace.text}:${key.text}` : key.text;
    return configurationCommand(name, value, calledName(call, ts).includes("Secret"));

    /** Finds the call that reads the configuration. The expression can be the call, a name for it, or a call with a default. */
    function readIn(of: TypeScript.Node): TypeScript.CallExpression | undefined {
        if (ts.isCallExpression(of) && READS.test(calledName(of, ts))) return of;
        if (ts.isBinaryExpression(of)) return readIn(of.left);
        const initial = ts.isIdentifier(of) ? initializerOf(of) : undefined;
        return initial && readIn(initial);
    }

    function constructorOf(of: TypeScript.Expression): TypeScript.NewExpression | undefined {
        if (ts.isNewExpression(of)) return of;
        const initial = ts.isIdentifier(of) ? initializerOf(of) : undefined;
        return initial && ts.isNewExpression(initial) ? initial : undefined;
    }

    function initializerOf(name: TypeScript.Identifier): TypeScript.Expression | undefined {
        const declaration = files.symbolOf(name)?.valueDeclaration;
        return declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    }
}

/** Returns the command that sets a configuration value. */
export function configurationCommand(name: string, value: unknown, isSecret: boolean): string {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `pulumi config set${isSecret ? " --secret" : ""} ${name} '${text.replaceAll("'", "'\\''")}'`;
}
